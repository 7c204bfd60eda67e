// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX512_BF16_TUNING_H
#define DNNLET_PLUGINS_AVX512_BF16_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

#define DNNLET_BYTES_OF avx512_vnni
#define DNNLET_EXPANSION_OF avx512_bf16
#define DNNLET_ROWS_OF avx512_bf16

namespace dnnlet::tuning {

// GEMM tiles: rows that the 32 registers have room for beside 1, 2, 3 and 4 vectors of columns.
using tile_rows = std::integer_sequence<int, 8, 14, 9, 6>;
// Of other products than f32 by f32: two vectors do, of A there is less to read; of a single row,
// sums of as few would wait for themselves.
using dot_rows = std::integer_sequence<int, 8, 14, 0, 1>;
constexpr int rows_ahead = 0;  // of multiply-adds, elements of A are loaded
constexpr auto int8_dot = int8_form::none;
constexpr bool has_bf16_dot = true, has_quad_windows = true, has_lane_dots = true;
constexpr bool has_tiles_of_pairs = true;

}  // namespace dnnlet::tuning

#endif
