// SPDX-License-Identifier: Apache-2.0
// Gradients of functions of bf16 from memory to memory, as bf16_rows.h has functions.
#ifndef DNNLET_PLUGINS_KERNELS_ELTWISE_BF16_GRADIENTS_H
#define DNNLET_PLUGINS_KERNELS_ELTWISE_BF16_GRADIENTS_H

#include "plugins/kernels/rows/bf16_rows.h"

namespace dnnlet::DNNLET_PLUGIN {

#if !DNNLET_HAS_BF16_ROWS
constexpr drivers::bf16_row (*find_bf16_gradient)(dnnl_alg_kind_t, float) noexcept = nullptr;
#else
drivers::bf16_row find_bf16_gradient(dnnl_alg_kind_t alg, float beta) noexcept;
#endif

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
