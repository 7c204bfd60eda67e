// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX2_TUNING_H
#define DNNLET_PLUGINS_AVX2_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

namespace dnnlet::tuning {

// GEMM tiles: rows that the 16 registers have room for beside 2 vectors of columns; beside 1, as
// many as the products that are under way at once; and a single one of 4.
using tile_rows = std::integer_sequence<int, 7, 6, 0, 1>;
using dot_rows = std::integer_sequence<int, 7, 6, 0, 1>;  // of other products than f32 by f32
constexpr int rows_ahead = 0;  // of multiply-adds, elements of A are loaded
// Depthwise: vectors of channels that eight sums each and three taps have room for.
constexpr int lane_vectors = 1;
constexpr auto int8_dot = int8_form::pairs;
constexpr bool has_bf16_dot = false, has_group_tiles = true, has_folded_groups = true;

}  // namespace dnnlet::tuning

#endif
