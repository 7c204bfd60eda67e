// SPDX-License-Identifier: Apache-2.0
// Deconvolution forward and backward by data; formula: core/kernel/deconvolution.h.
//   src, weights, dst: what convolution's drivers take for diff_dst, weights and diff_src
//   scratch and error: theirs, plugins/drivers/convolution/gemm_sweeps.cpp,
//   plugins/drivers/convolution/pointwise_planes.cpp, plugins/drivers/convolution/depthwise.cpp,
//   plugins/drivers/convolution/depthwise_bytes.cpp, plugins/drivers/convolution/col2im.cpp
#include "plugins/drivers/deconvolution/sweeps.h"

#include "plugins/drivers/convolution/col2im.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/depthwise_bytes.h"
#include "plugins/drivers/convolution/gemm_sweeps.h"
#include "plugins/drivers/convolution/pointwise_planes.h"
#include "plugins/drivers/deconvolution/roles.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

using plan_convolution = refusal (*)(plan_request &request, convolution_op &op,
                                     const gemm_tensors &t, bool forward) noexcept;
using run_convolution = void (*)(const run_context &context, const convolution_op &op,
                                 const gemm_tensors &t, bool forward) noexcept;

refusal plan_forward(plan_request &request, plan_convolution plan) noexcept {
  auto &op = request.problem<deconvolution_op>();
  convolution_op c = exchanged(op);
  if (const refusal reason = plan(request, c, deconvolution_forward_roles(op, c), false))
    return reason;
  take_layouts(op, c);
  return accepted;
}

void run_forward(const run_context &context, run_convolution run) noexcept {
  const auto &op = context.problem<deconvolution_op>();
  const convolution_op c = exchanged(op);
  run(context, c, deconvolution_forward_roles(op, c), false);
}

refusal plan_backward_data(plan_request &request, plan_convolution plan) noexcept {
  auto &op = request.problem<deconvolution_op>();
  convolution_op c = exchanged(op);
  if (const refusal reason = plan(request, c, deconvolution_backward_data_roles(c), true))
    return reason;
  take_layouts(op, c);
  return accepted;
}

void run_backward_data(const run_context &context, run_convolution run) noexcept {
  const convolution_op c = exchanged(context.problem<deconvolution_op>());
  run(context, c, deconvolution_backward_data_roles(c), true);
}

// Without strides, a convolution of src with the kernel turned about.
convolution_op turned(const deconvolution_op &op) noexcept {
  convolution_op c = exchanged(op);
  c.src = op.src;
  c.dst = op.dst;
  const int spatial = op.src.ndims - 2;
  for (int d = 0; d < spatial; ++d) {
    const dim_t points = op.weights.dims[op.weights.ndims - spatial + d];
    const dim_t reach = capped_product({points - 1, op.dilates[d] + 1});
    c.padding_l[d] = reach - op.padding_l[d];
    c.padding_r[d] = reach - op.padding_r[d];
  }
  return c;
}

}  // namespace

refusal plan_deconvolution_forward_by_gemm(plan_request &request) {
  return plan_forward(request, plan_gemm_sweeps);
}
void run_deconvolution_forward_by_gemm(const run_context &context) {
  run_forward(context, run_gemm_sweeps);
}
refusal plan_deconvolution_backward_data_by_gemm(plan_request &request) {
  return plan_backward_data(request, plan_gemm_sweeps);
}
void run_deconvolution_backward_data_by_gemm(const run_context &context) {
  run_backward_data(context, run_gemm_sweeps);
}

refusal plan_deconvolution_forward_by_col2im(plan_request &request) {
  return plan_forward(request, [](plan_request &part, convolution_op &c, const gemm_tensors &t,
                                  bool) noexcept { return plan_col2im(part, c, t); });
}
void run_deconvolution_forward_by_col2im(const run_context &context) {
  run_forward(context, [](const run_context &part, const convolution_op &c, const gemm_tensors &t,
                          bool) noexcept { run_col2im(part, c, t); });
}

refusal plan_deconvolution_forward_by_planes(plan_request &request) {
  return plan_forward(request, plan_pointwise_planes);
}
void run_deconvolution_forward_by_planes(const run_context &context) {
  run_forward(context, run_pointwise_planes);
}
refusal plan_deconvolution_backward_data_by_planes(plan_request &request) {
  return plan_backward_data(request, plan_pointwise_planes);
}
void run_deconvolution_backward_data_by_planes(const run_context &context) {
  run_backward_data(context, run_pointwise_planes);
}

refusal plan_deconvolution_forward_by_lanes(plan_request &request) {
  return plan_forward(request, plan_depthwise_sweeps);
}
void run_deconvolution_forward_by_lanes(const run_context &context) {
  run_forward(context, run_depthwise_sweeps);
}

refusal plan_deconvolution_forward_by_quads(plan_request &request) {
  auto &op = request.problem<deconvolution_op>();
  for (int d = 0; d < op.src.ndims - 2; ++d)
    if (op.strides[d] != 1) return "strides";
  convolution_op c = turned(op);
  if (const refusal reason = plan_depthwise_bytes(request, c)) return reason;
  const memory_desc src = c.src;
  c.src = c.dst;
  c.dst = src;
  take_layouts(op, c);
  return accepted;
}
void run_deconvolution_forward_by_quads(const run_context &context) {
  const auto &op = context.problem<deconvolution_op>();
  run_depthwise_bytes(context, turned(op), true);
}

refusal plan_deconvolution_backward_data_by_lanes(plan_request &request) {
  return plan_backward_data(request, plan_depthwise_sweeps);
}
void run_deconvolution_backward_data_by_lanes(const run_context &context) {
  run_backward_data(context, run_depthwise_sweeps);
}

}  // namespace dnnlet::drivers
