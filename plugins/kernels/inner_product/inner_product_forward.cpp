// SPDX-License-Identifier: Apache-2.0
// The kernels of inner product forward; five facts: plugins/drivers/inner_product/forward.cpp.
#include "plugins/drivers/inner_product/inner_product.h"
#include "plugins/kernels/gemm/product_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("gemm_f32"), drivers::plan_inner_product_forward,
     drivers::run_inner_product_forward, product_by::f32},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_inner_product_forward,
     drivers::run_inner_product_forward, product_by::bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_int8"), drivers::plan_inner_product_forward,
     drivers::run_inner_product_forward, product_by::int8},
    {DNNLET_KERNEL_NAME("gemm_widened"), drivers::plan_inner_product_forward,
     drivers::run_inner_product_forward, product_by::widened},
});

extern const kernel_rows inner_product_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
