// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_SVE_TUNING_H
#define DNNLET_PLUGINS_SVE_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

namespace dnnlet::tuning {

// GEMM tiles: rows that the 32 registers have room for beside 1, 2, 3 and 4 vectors of columns.
using tile_rows = std::integer_sequence<int, 16, 8, 8, 6>;
using dot_rows = tile_rows;    // of other products than f32 by f32
constexpr int rows_ahead = 0;  // of multiply-adds, elements of A are loaded
// Depthwise: vectors of channels that eight sums each and three taps have room for.
constexpr int lane_vectors = 2;
constexpr auto int8_dot = int8_form::quads_s8;
constexpr bool has_bf16_dot = false;

}  // namespace dnnlet::tuning

#endif
