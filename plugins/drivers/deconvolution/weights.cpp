// SPDX-License-Identifier: Apache-2.0
// Deconvolution backward by weights:
//   diff_weights[oc][ic][k] = sum over n, i of diff_dst[n][oc][i * stride + k * dilate - padding]
//                                             * src[n][ic][i]
//   diff_bias[oc] = sum over n, o of diff_dst[n][oc][o]
//   src, diff_dst, diff_weights: what convolution's drivers take for diff_dst, src and diff_weights
//   scratch and error: theirs, plugins/drivers/convolution/gemm_backward_weights.cpp,
//   plugins/drivers/convolution/groups_weights.cpp and
//   plugins/drivers/convolution/depthwise_weights.cpp, and of the second sum those of
//   plugins/drivers/gemm/sum_pixels.cpp
#include "plugins/drivers/deconvolution/weights.h"

#include "core/kernel/nested.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/gemm_backward_weights.h"
#include "plugins/drivers/convolution/groups_weights.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/deconvolution/roles.h"
#include "plugins/drivers/gemm/sum_pixels.h"

namespace dnnlet::drivers {

namespace {

struct weights_plan {
  nested_plan<convolution_op> convolution;
  size_t sums_at;
};

using plan_convolution = refusal (*)(plan_request &request, convolution_op &op) noexcept;
using run_convolution = void (*)(const run_context &context, const convolution_op &op,
                                 const gemm_tensors &t) noexcept;

// False where diff_dst has a layout that cannot be read.
bool find_pixels(const memory_desc &diff_dst, summed_pixels &p) noexcept {
  const int ndims = diff_dst.ndims;
  p.type = diff_dst.data_type;
  p.n = diff_dst.dims[0];
  p.channels = diff_dst.dims[1];
  p.d = ndims > 4 ? diff_dst.dims[2] : 1;
  p.h = ndims > 3 ? diff_dst.dims[ndims - 2] : 1;
  p.w = diff_dst.dims[ndims - 1];
  return find_layout(diff_dst, p.layout);
}

// The convolution of `op`, without the bias that is not its own.
convolution_op without_bias(const deconvolution_op &op) noexcept {
  convolution_op c = exchanged(op);
  c.bias = zero_md;
  return c;
}

refusal plan_weights(plan_request &request, plan_convolution plan_part) noexcept {
  auto &op = request.problem<deconvolution_op>();
  auto &plan = request.make_plan<weights_plan, deconvolution_op>();
  const auto &parts = request.parts_as<deconvolution_weights_parts>();
  convolution_op c = without_bias(op);
  plan_request part = request;
  part.parts = parts.product;
  part.plan = plan.convolution.bytes;
  if (const refusal reason = plan_part(part, c)) return reason;
  request.scratchpad_bytes = part.scratchpad_bytes;
  request.scratchpad_overflows = part.scratchpad_overflows;
  memory_desc bias = op.bias;
  if (const refusal reason = lay_out_bias(bias)) return reason;
  summed_pixels pixels;
  if (!is_zero(bias)) {
    if (!find_pixels(c.src, pixels)) return "layout of diff_dst";
    plan.sums_at = request.add_scratch(sum_pixels_bytes(pixels, parts.sums(), request.max_workers));
  }
  c.bias = bias;
  take_layouts(op, c);
  return accepted;
}

void run_weights(const run_context &context, run_convolution run_part) noexcept {
  const auto &op = context.problem<deconvolution_op>();
  const auto &plan = context.plan_as<weights_plan, deconvolution_op>();
  const auto &parts = context.parts_as<deconvolution_weights_parts>();
  const convolution_op c = without_bias(op);
  run_context part = context;
  part.parts = parts.product;
  part.plan = plan.convolution.bytes;
  run_part(part, c, deconvolution_backward_weights_roles(c));
  if (is_zero(op.bias)) return;
  summed_pixels pixels;
  find_pixels(op.dst, pixels);
  const float *sums =
      sum_pixels(context, parts.sums(), pixels, first_byte(context, DNNL_ARG_DIFF_DST, op.dst),
                 context.scratchpad + plan.sums_at);
  parts.product->backend->rows->store(op.bias.data_type, context.data(DNNL_ARG_DIFF_BIAS),
                                      size_t(op.bias.offset0), sums, size_t(pixels.channels));
}

}  // namespace

refusal plan_deconvolution_weights_by_gemm(plan_request &request) {
  return plan_weights(request, plan_gemm_weights);
}
void run_deconvolution_weights_by_gemm(const run_context &context) {
  run_weights(context, run_gemm_weights);
}
refusal plan_deconvolution_weights_by_groups(plan_request &request) {
  return plan_weights(request, plan_groups_weights);
}
void run_deconvolution_weights_by_groups(const run_context &context) {
  run_weights(context, run_groups_weights);
}
refusal plan_deconvolution_weights_by_lanes(plan_request &request) {
  return plan_weights(request, plan_depthwise_weights);
}
void run_deconvolution_weights_by_lanes(const run_context &context) {
  run_weights(context, run_depthwise_weights);
}

}  // namespace dnnlet::drivers
