// SPDX-License-Identifier: Apache-2.0
// Convolution backward by data, f32:
//   diff_src[n][ic][i] = sum over oc, k of diff_dst[n][oc][o] * weights[oc][ic][k]
//   where o * stride + k * dilate - padding = i
// Places in diff_src that leave the same remainder by the stride see the same points of the kernel,
// at the same distances in diff_dst: each remainder is one sweep. The five facts: sweep.cpp.
#include "plugins/shared/convolution/gemm_backward_data.h"

#include "core/kernel/convolution.h"
#include "plugins/shared/convolution/sweep.h"

namespace dnnlet::shared {

namespace {

struct backward_plan {
  dim_t lanes, columns;
  bool packs;
  size_t panels_at, workers_at;
};

// All of a sweep but its axes; false where a layout is not one of activation.h.
bool make_common(const convolution_op &op, dim_t lanes, dim_t most_columns, sweep &s) noexcept {
  const convolution_sizes z = sizes_of(op);
  s = {};
  s.n = z.n;
  s.panels = shape_panels(z, true, lanes, most_columns);
  return describe(op.dst, s.in) && describe(op.src, s.out);
}

// Calls body(sweep) for each remainder that there is.
template <class Body>
void for_each_sweep(const convolution_op &op, const sweep &common, const Body &body) noexcept {
  for_each_remainder(sizes_of(op), [&](const sweep_axis &d, const sweep_axis &h, const sweep_axis &w) {
    sweep s = common;
    s.d = d;
    s.h = h;
    s.w = w;
    flatten(s);
    body(s);
  });
}

}  // namespace

refusal plan_gemm_backward_data(plan_request &request, const convolution_backend &backend) {
  auto &op = request.problem<convolution_op>();
  if (op.head.alg == dnnl_convolution_winograd) return "algorithm";
  if (op.src.data_type != dnnl_f32 || op.weights.data_type != dnnl_f32 ||
      op.dst.data_type != dnnl_f32)
    return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (kinds_in(*request.attr)) return "attributes";
  auto &plan = request.plan->as<backward_plan>();
  plan.lanes = dim_t(backend.lanes());
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  sweep common;
  if (!make_common(op, plan.lanes, plan.lanes * backend.tiles->max_vectors, common))
    return "layout of diff_src or diff_dst";
  plan.columns = common.panels.columns;
  if (is_any(op.weights) && !set_panels(op.weights, common.panels)) return "size";
  if (!is_blocked(op.weights)) return "layout of weights";
  plan.packs = !is_in_panels(op.weights, common.panels);
  plan.panels_at =
      request.add_scratch(plan.packs ? size_t(common.panels.size()) * sizeof(float) : 0);
  size_t worker_bytes = 0;
  for_each_sweep(op, common, [&](const sweep &s) { worker_bytes = max(worker_bytes, cut(s, plan.lanes).bytes); });
  plan.workers_at = request.add_scratch(worker_bytes * size_t(request.max_workers));
  return accepted;
}

void run_gemm_backward_data(const run_context &context, const convolution_backend &backend) {
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan->as<backward_plan>();
  sweep common;
  make_common(op, plan.lanes, plan.columns, common);
  const auto *panels = context.first<const float>(DNNL_ARG_WEIGHTS, op.weights);
  if (plan.packs) {
    auto *packed = reinterpret_cast<float *>(context.scratchpad + plan.panels_at);
    pack_panels(context, op, common.panels, context.data<const float>(DNNL_ARG_WEIGHTS), packed);
    panels = packed;
  }
  for_each_sweep(op, common, [&](const sweep &s) {
    run_sweep(context, backend, s, cut(s, plan.lanes), context.first<const float>(DNNL_ARG_DIFF_DST, op.dst),
              panels, nullptr, context.first<float>(DNNL_ARG_DIFF_SRC, op.src),
              context.scratchpad + plan.workers_at);
  });
}

}  // namespace dnnlet::shared
