// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/gemm_backward_weights.h"
#include "plugins/kernels/gemm/backend.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("depthwise_f32"), plan_with_parts<drivers::plan_depthwise_backward_weights>,
     run_with_parts<drivers::run_depthwise_backward_weights>},
    {DNNLET_KERNEL_NAME("gemm_f32"), plan_with_parts<drivers::plan_gemm_backward_weights>,
     run_with_parts<drivers::run_gemm_backward_weights>},
};

}  // namespace

extern const kernel_rows convolution_backward_weights = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
