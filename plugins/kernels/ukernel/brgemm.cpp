// SPDX-License-Identifier: Apache-2.0
// The tile with its batch of addresses; five facts: plugins/drivers/ukernel/brgemm.cpp.
#include "plugins/drivers/ukernel/ukernel.h"
#include "plugins/kernels/gemm/product_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("brgemm_f32"), drivers::plan_brgemm, drivers::run_brgemm, product_by::f32},
    {DNNLET_KERNEL_NAME("brgemm_bf16_pairs"), drivers::plan_brgemm, drivers::run_brgemm,
     product_by::bf16_pairs},
    {DNNLET_KERNEL_NAME("brgemm_int8"), drivers::plan_brgemm, drivers::run_brgemm,
     product_by::int8},
    {DNNLET_KERNEL_NAME("brgemm_widened"), drivers::plan_brgemm, drivers::run_brgemm,
     product_by::widened},
});

extern const kernel_rows brgemm = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
