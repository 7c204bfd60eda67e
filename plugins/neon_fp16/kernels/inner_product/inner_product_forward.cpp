// SPDX-License-Identifier: Apache-2.0
// Inner product with sums in f16; five facts: plugins/drivers/inner_product/forward.cpp.
#include "plugins/drivers/inner_product/inner_product.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/neon_fp16/kernels/gemm/f16_sums.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr drivers::product_parts parts = {&gemm, &multiply_f16};
static constexpr kernel rows[] = {{DNNLET_KERNEL_NAME("gemm_f16_sums"),
                                   drivers::plan_inner_product_forward,
                                   drivers::run_inner_product_forward, &parts}};

extern const kernel_rows inner_product_forward = {rows, 1};

}  // namespace dnnlet::DNNLET_PLUGIN
