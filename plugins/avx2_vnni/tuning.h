// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX2_VNNI_TUNING_H
#define DNNLET_PLUGINS_AVX2_VNNI_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

namespace dnnlet::tuning {

// GEMM tiles of integers: rows that the 16 registers have room for beside the vectors of columns, 1
// of three taps and 2 of one; of groups of 8 channels, 8 rows take 7/8 of the time of 6.
using dot_rows = std::integer_sequence<int, 8, 6>;
constexpr int rows_ahead = 0;  // of multiply-adds, elements of A are loaded
constexpr auto int8_dot = int8_form::quads_u8;
constexpr bool has_bf16_dot = false, has_quad_windows = true, has_group_tiles = true;
// Outputs whose sums, four vectors each, registers have room for beside what is read.
constexpr int quad_outputs = 2;

}  // namespace dnnlet::tuning

#endif
