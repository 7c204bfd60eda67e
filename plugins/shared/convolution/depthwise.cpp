// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution forward and backward by data, f32; formula: core/kernel/convolution.h with
// one channel in a group, the five facts: depthwise_sweep.cpp.
#include "plugins/shared/convolution/depthwise.h"

#include "plugins/shared/convolution/channels_innermost.h"
#include "plugins/shared/convolution/depthwise_sweep.h"

namespace dnnlet::shared {

namespace {

struct depthwise_plan {
  dim_t lanes;
  bool packs;
  fused_relu relu;
  size_t weights_at, workers_at;
};

// All of a sweep but its axes; false where a layout is not one of activation.h.
bool make_common(const convolution_op &op, const fused_relu &relu, bool forward,
                 depthwise_sweep &s) noexcept {
  s = {};
  s.n = op.src.dims[0];
  s.channels = op.src.dims[1];
  s.relu = relu;
  return describe(forward ? op.src : op.dst, s.in) && describe(forward ? op.dst : op.src, s.out);
}

// Calls body(sweep) for the sweep forward, or for those of all remainders backward.
template <class Body>
void for_each_sweep(const convolution_op &op, const depthwise_sweep &common, bool forward,
                    const Body &body) noexcept {
  const convolution_sizes z = sizes_of(op);
  const auto with_axes = [&](const sweep_axis &d, const sweep_axis &h, const sweep_axis &w) {
    depthwise_sweep s = common;
    s.d = d;
    s.h = h;
    s.w = w;
    body(s);
  };
  if (forward)
    with_axes(forward_axis(depth_of(z)), forward_axis(height_of(z)), forward_axis(width_of(z)));
  else
    for_each_remainder(z, with_axes);
}

refusal plan_sweeps(plan_request &request, const convolution_backend &backend, bool forward) {
  auto &op = request.problem<convolution_op>();
  if (const refusal reason = check_depthwise(op)) return reason;
  auto &plan = request.plan->as<depthwise_plan>();
  if (!takes_fused_relu(*request.attr, plan.relu)) return "attributes";
  plan.lanes = dim_t(backend.lanes());
  depthwise_sweep common;
  if (!make_common(op, plan.relu, forward, common)) return "layout of src or dst";
  plan.packs = !has_channels_innermost(op.weights);
  plan.weights_at =
      request.add_scratch(plan.packs ? size_t(elements(op.weights)) * sizeof(float) : 0);
  size_t worker_bytes = 0;
  for_each_sweep(op, common, forward, [&](const depthwise_sweep &s) {
    worker_bytes = max(worker_bytes, cut(s, plan.lanes).bytes);
  });
  plan.workers_at = request.add_scratch(worker_bytes * size_t(request.max_workers));
  return accepted;
}

void run_sweeps(const run_context &context, const convolution_backend &backend, bool forward) {
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan->as<depthwise_plan>();
  depthwise_sweep common;
  make_common(op, plan.relu, forward, common);
  const auto *weights = context.first<const float>(DNNL_ARG_WEIGHTS, op.weights);
  if (plan.packs) {
    auto *packed = reinterpret_cast<float *>(context.scratchpad + plan.weights_at);
    const auto *from = context.data<const float>(DNNL_ARG_WEIGHTS);
    for_each_weight(op, [&](dim_t to, dim_t at) { packed[to] = from[at]; });
    weights = packed;
  }
  const float *bias =
      is_zero(op.bias) ? nullptr : context.first<const float>(DNNL_ARG_BIAS, op.bias);
  const auto *in = forward ? context.first<const float>(DNNL_ARG_SRC, op.src)
                           : context.first<const float>(DNNL_ARG_DIFF_DST, op.dst);
  auto *out = forward ? context.first<float>(DNNL_ARG_DST, op.dst)
                      : context.first<float>(DNNL_ARG_DIFF_SRC, op.src);
  for_each_sweep(op, common, forward, [&](const depthwise_sweep &s) {
    run_sweep(context, backend, s, cut(s, plan.lanes), in, weights, bias, out,
              context.scratchpad + plan.workers_at);
  });
}

}  // namespace

refusal plan_depthwise_forward(plan_request &request, const convolution_backend &backend) {
  return plan_sweeps(request, backend, true);
}
void run_depthwise_forward(const run_context &context, const convolution_backend &backend) {
  run_sweeps(context, backend, true);
}

refusal plan_depthwise_backward_data(plan_request &request, const convolution_backend &backend) {
  if (kinds_in(*request.attr)) return "attributes";
  return plan_sweeps(request, backend, false);
}
void run_depthwise_backward_data(const run_context &context, const convolution_backend &backend) {
  run_sweeps(context, backend, false);
}

}  // namespace dnnlet::shared
