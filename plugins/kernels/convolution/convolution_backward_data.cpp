// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/convolution/backend.h"
#include "plugins/kernels/support/simd-inl.h"
#include "plugins/shared/convolution/depthwise.h"
#include "plugins/shared/convolution/gemm_backward_data.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

refusal plan_depthwise(plan_request &request) {
  return shared::plan_depthwise_backward_data(request, convolution_parts);
}
void run_depthwise(const run_context &context) {
  shared::run_depthwise_backward_data(context, convolution_parts);
}

refusal plan_gemm(plan_request &request) {
  return shared::plan_gemm_backward_data(request, convolution_parts);
}
void run_gemm(const run_context &context) {
  shared::run_gemm_backward_data(context, convolution_parts);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("depthwise_f32"), plan_depthwise, run_depthwise},
    {DNNLET_KERNEL_NAME("gemm_f32"), plan_gemm, run_gemm},
};

}  // namespace

extern const kernel_rows convolution_backward_data = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
