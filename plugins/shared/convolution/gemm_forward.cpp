// SPDX-License-Identifier: Apache-2.0
// Convolution forward, f32, as one sweep of a batch-reduce GEMM; formula: core/kernel/convolution.h,
// the five facts: sweep.cpp.
#include "plugins/shared/convolution/gemm_forward.h"

#include "core/kernel/convolution.h"
#include "plugins/shared/convolution/sweep.h"

namespace dnnlet::shared {

namespace {

struct forward_plan {
  dim_t lanes, columns;
  bool packs;
  fused_relu relu;
  size_t panels_at, workers_at;
};

// False where a layout is not one of activation.h.
bool make_sweep(const convolution_op &op, const fused_relu &relu, dim_t lanes, dim_t most_columns,
                sweep &s) noexcept {
  const convolution_sizes z = sizes_of(op);
  s = {};
  if (!describe(op.src, s.in) || !describe(op.dst, s.out)) return false;
  s.n = z.n;
  s.d = forward_axis(depth_of(z));
  s.h = forward_axis(height_of(z));
  s.w = forward_axis(width_of(z));
  s.panels = shape_panels(z, false, lanes, most_columns);
  s.relu = relu;
  flatten(s);
  return true;
}

bool all_f32(const convolution_op &op) noexcept {
  return op.src.data_type == dnnl_f32 && op.weights.data_type == dnnl_f32 &&
         op.dst.data_type == dnnl_f32 && (is_zero(op.bias) || op.bias.data_type == dnnl_f32);
}

}  // namespace

refusal plan_gemm_forward(plan_request &request, const convolution_backend &backend) {
  auto &op = request.problem<convolution_op>();
  if (op.head.alg == dnnl_convolution_winograd) return "algorithm";
  if (!all_f32(op)) return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  auto &plan = request.plan->as<forward_plan>();
  if (!takes_fused_relu(*request.attr, plan.relu)) return "attributes";
  plan.lanes = dim_t(backend.lanes());
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  sweep s;
  if (!make_sweep(op, plan.relu, plan.lanes, plan.lanes * backend.tiles->max_vectors,
                  s))
    return "layout of src or dst";
  plan.columns = s.panels.columns;
  if (is_any(op.weights) && !set_panels(op.weights, s.panels)) return "size";
  if (!is_blocked(op.weights)) return "layout of weights";
  if (is_any(op.bias) && !set_layout_by_tag(op.bias, dnnl_a)) return "size";
  if (!is_zero(op.bias) && !is_dense(op.bias)) return "layout of bias";
  plan.packs = !is_in_panels(op.weights, s.panels);
  plan.panels_at = request.add_scratch(plan.packs ? size_t(s.panels.size()) * sizeof(float) : 0);
  const sweep_cut c = cut(s, plan.lanes);
  plan.workers_at = request.add_scratch(c.bytes * size_t(request.max_workers));
  return accepted;
}

void run_gemm_forward(const run_context &context, const convolution_backend &backend) {
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan->as<forward_plan>();
  sweep s;
  make_sweep(op, plan.relu, plan.lanes, plan.columns, s);
  const auto *panels = context.first<const float>(DNNL_ARG_WEIGHTS, op.weights);
  if (plan.packs) {
    auto *packed = reinterpret_cast<float *>(context.scratchpad + plan.panels_at);
    pack_panels(context, op, s.panels, context.data<const float>(DNNL_ARG_WEIGHTS), packed);
    panels = packed;
  }
  const float *bias =
      is_zero(op.bias) ? nullptr : context.first<const float>(DNNL_ARG_BIAS, op.bias);
  run_sweep(context, backend, s, cut(s, plan.lanes), context.first<const float>(DNNL_ARG_SRC, op.src), panels,
            bias, context.first<float>(DNNL_ARG_DST, op.dst), context.scratchpad + plan.workers_at);
}

}  // namespace dnnlet::shared
