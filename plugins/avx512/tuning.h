// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX512_TUNING_H
#define DNNLET_PLUGINS_AVX512_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

namespace dnnlet::tuning {

// GEMM tiles: rows that the 32 registers have room for beside 1, 2, 3 and 4 vectors of columns.
using tile_rows = std::integer_sequence<int, 16, 14, 9, 6>;
// Of other products than f32 by f32: two vectors do, of A there is less to read.
using dot_rows = std::integer_sequence<int, 8, 14>;
constexpr int rows_ahead = 0;  // of multiply-adds, elements of A are loaded
// Depthwise: vectors of channels that eight sums each and three taps have room for.
constexpr int lane_vectors = 2;
constexpr auto int8_dot = int8_form::pairs;
constexpr bool has_bf16_dot = false, has_group_tiles = true;

}  // namespace dnnlet::tuning

#endif
