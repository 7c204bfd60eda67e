// SPDX-License-Identifier: Apache-2.0
// The kernels of matmul; five facts: plugins/drivers/matmul/matmul.cpp.
#include "plugins/drivers/matmul/matmul.h"

#include "plugins/kernels/gemm/product_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("matmul_f32"), drivers::plan_matmul, drivers::run_matmul, &product_by::f32},
    {DNNLET_KERNEL_NAME("matmul_bf16_pairs"), drivers::plan_matmul, drivers::run_matmul,
     &product_by::bf16_pairs},
    {DNNLET_KERNEL_NAME("matmul_int8"), drivers::plan_matmul, drivers::run_matmul,
     &product_by::int8},
    {DNNLET_KERNEL_NAME("matmul_widened"), drivers::plan_matmul, drivers::run_matmul,
     &product_by::widened},
};

extern const kernel_rows matmul = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
