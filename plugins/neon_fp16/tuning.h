// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_NEON_FP16_TUNING_H
#define DNNLET_PLUGINS_NEON_FP16_TUNING_H

#include <utility>

#include "plugins/kernels/gemm/forms.h"

namespace dnnlet::tuning {

// GEMM tiles of f16: rows that the 32 registers have room for beside 1, 2 and 3 vectors of columns.
using tile_rows = std::integer_sequence<int, 8, 8, 8>;
constexpr auto int8_dot = int8_form::singles;
constexpr bool has_bf16_dot = false;

}  // namespace dnnlet::tuning

#endif
