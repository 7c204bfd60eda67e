// SPDX-License-Identifier: Apache-2.0
// The product of this plugin, and what its rows are made of.
#ifndef DNNLET_PLUGINS_NEON_FP16_KERNELS_GEMM_F16_SUMS_H
#define DNNLET_PLUGINS_NEON_FP16_KERNELS_GEMM_F16_SUMS_H

#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/gemm/multiply.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const product f16_by_f16;
extern const drivers::multiply_backend multiply_f16;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
