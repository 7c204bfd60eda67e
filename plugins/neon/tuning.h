// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_NEON_TUNING_H
#define DNNLET_PLUGINS_NEON_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

namespace dnnlet::tuning {

#if defined(__aarch64__)
// GEMM tiles: rows that the 32 registers have room for beside 1, 2, 3 and 4 vectors of columns.
using tile_rows = std::integer_sequence<int, 16, 8, 8, 6>;
// Of other products than f32 by f32: pairs of bytes gain nothing from more rows.
using dot_rows = std::integer_sequence<int, 8, 8, 8, 6>;
#else
// 16 registers, of which GCC leaves some eight to accumulators.
using tile_rows = std::integer_sequence<int, 7, 4>;
using dot_rows = tile_rows;
#endif
constexpr int rows_ahead = 2;  // of multiply-adds, elements of A are loaded
// Depthwise: vectors of channels that eight sums each and three taps have room for.
#if defined(__aarch64__)
constexpr int lane_vectors = 2;
#else
constexpr int lane_vectors = 1;
#endif
constexpr auto int8_dot = int8_form::pairs_s8;
constexpr bool has_bf16_dot = false;

}  // namespace dnnlet::tuning

#endif
