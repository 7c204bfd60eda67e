// SPDX-License-Identifier: Apache-2.0
// Gradients of functions of bf16 from memory to memory, as bf16_rows.h has functions.
#ifndef DNNLET_PLUGINS_KERNELS_ELTWISE_BF16_GRADIENTS_H
#define DNNLET_PLUGINS_KERNELS_ELTWISE_BF16_GRADIENTS_H

#include "plugins/drivers/rows/row_walk.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_PLUGIN {

#if DNNLET_IS_WHOLE
constexpr drivers::bf16_row (*find_bf16_gradient)(dnnl_alg_kind_t, float) noexcept = nullptr;
#else
drivers::bf16_row find_bf16_gradient(dnnl_alg_kind_t alg, float beta) noexcept;
#endif

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
