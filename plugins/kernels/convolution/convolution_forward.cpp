// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/convolution/backend.h"
#include "plugins/kernels/support/simd-inl.h"
#include "plugins/shared/convolution/depthwise.h"
#include "plugins/shared/convolution/gemm_forward.h"
#include "plugins/shared/convolution/pointwise_planes.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

refusal plan_depthwise(plan_request &request) {
  return shared::plan_depthwise_forward(request, convolution_parts);
}
void run_depthwise(const run_context &context) {
  shared::run_depthwise_forward(context, convolution_parts);
}

refusal plan_gemm(plan_request &request) {
  return shared::plan_gemm_forward(request, convolution_parts);
}
void run_gemm(const run_context &context) {
  shared::run_gemm_forward(context, convolution_parts);
}

refusal plan_planes(plan_request &request) {
  return shared::plan_pointwise_planes(request, convolution_parts);
}
void run_planes(const run_context &context) {
  shared::run_pointwise_planes(context, convolution_parts);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("depthwise_f32"), plan_depthwise, run_depthwise},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), plan_planes, run_planes},
    {DNNLET_KERNEL_NAME("gemm_f32"), plan_gemm, run_gemm},
};

}  // namespace

extern const kernel_rows convolution_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
