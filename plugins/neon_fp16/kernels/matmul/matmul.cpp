// SPDX-License-Identifier: Apache-2.0
// Matmul with sums in f16; five facts: plugins/drivers/matmul/matmul.cpp.
#include "plugins/drivers/matmul/matmul.h"

#include "plugins/kernels/support/kernel_name.h"
#include "plugins/neon_fp16/kernels/gemm/f16_sums.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr drivers::product_parts parts = {&gemm, &multiply_f16};
static constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("matmul_f16_sums"), drivers::plan_matmul, drivers::run_matmul, &parts}};

extern const kernel_rows matmul = {rows, 1};

}  // namespace dnnlet::DNNLET_PLUGIN
