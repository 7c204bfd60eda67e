// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_PORTABLE_TUNING_H
#define DNNLET_PLUGINS_PORTABLE_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

namespace dnnlet::tuning {

// GEMM tiles: rows that the 16 registers have room for beside 1, 2, 3 and 4 vectors of columns.
using tile_rows = std::integer_sequence<int, 6, 4, 3, 3>;
using dot_rows = std::integer_sequence<int, 4, 4>;  // of other products than f32 by f32: less code
constexpr int rows_ahead = 0;                       // of multiply-adds, elements of A are loaded
// Depthwise: vectors of channels that eight sums each and three taps have room for.
constexpr int lane_vectors = 1;
constexpr auto int8_dot = int8_form::singles;
constexpr bool has_bf16_dot = false;

}  // namespace dnnlet::tuning

#endif
