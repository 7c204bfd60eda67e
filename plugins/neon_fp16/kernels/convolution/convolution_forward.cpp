// SPDX-License-Identifier: Apache-2.0
// Convolution with sums in f16; five facts: plugins/drivers/convolution/gemm_sweeps.cpp.
#include "plugins/drivers/convolution/gemm_sweeps.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/neon_fp16/kernels/gemm/f16_sums.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr drivers::gemm_parts parts = {&gemm, &f16_by_f16, nullptr};
static constexpr kernel rows[] = {{DNNLET_KERNEL_NAME("gemm_f16_sums"), drivers::plan_gemm_forward,
                                   drivers::run_gemm_forward, &parts}};

extern const kernel_rows convolution_forward = {rows, 1};

}  // namespace dnnlet::DNNLET_PLUGIN
