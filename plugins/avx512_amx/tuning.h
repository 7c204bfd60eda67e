// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX512_AMX_TUNING_H
#define DNNLET_PLUGINS_AVX512_AMX_TUNING_H

#include "plugins/kernels/gemm/forms.h"

#define DNNLET_BYTES_OF avx512_vnni
#define DNNLET_EXPANSION_OF avx512_bf16
#define DNNLET_DOTS_OF avx512_bf16

namespace dnnlet::tuning {

constexpr int rows_ahead = 0;  // of multiply-adds, elements of A are loaded
constexpr auto int8_dot = int8_form::quads_u8;
constexpr bool has_bf16_dot = true, has_bf16_matrices = true;
constexpr bool has_quad_windows = true, has_group_tiles = true, has_folded_groups = true;
constexpr bool has_lane_dots = true;

}  // namespace dnnlet::tuning

#endif
