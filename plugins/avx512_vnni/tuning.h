// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX512_VNNI_TUNING_H
#define DNNLET_PLUGINS_AVX512_VNNI_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

namespace dnnlet::tuning {

// GEMM tiles of integers: rows that the 32 registers have room for beside 1 and 2 vectors of
// columns.
using dot_rows = std::integer_sequence<int, 14, 14>;
constexpr int rows_ahead = 0;  // of multiply-adds, elements of A are loaded
constexpr auto int8_dot = int8_form::quads_u8;
constexpr bool has_bf16_dot = false, has_quad_windows = true, has_group_tiles = true,
               has_folded_groups = true;
// Outputs whose sums, four vectors each, registers have room for beside what is read.
constexpr int quad_outputs = 4;

}  // namespace dnnlet::tuning

#endif
