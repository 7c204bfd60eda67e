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

dim_t greatest_common_divisor(dim_t a, dim_t b) noexcept {
  while (b != 0) {
    const dim_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// One spatial dimension of the convolution.
struct spatial {
  dim_t src, dst, kernel, stride, dilate, padding;
};

// The places `remainder`, `remainder` + stride, ... of diff_src.
sweep_axis backward_axis(const spatial &z, dim_t remainder) noexcept {
  sweep_axis a = {};
  a.in = z.dst;
  a.outputs = remainder < z.src ? div_up(z.src - remainder, z.stride) : 0;
  a.in_step = 1;
  a.out_step = z.stride;
  a.out_first = remainder;
  a.kernel = z.kernel;
  a.kernel_step = z.stride / greatest_common_divisor(z.stride, z.dilate);
  const auto distance = [&](dim_t k) { return remainder + z.padding - k * z.dilate; };
  while (a.kernel_first < z.kernel && a.kernel_first < a.kernel_step &&
         distance(a.kernel_first) % z.stride != 0)
    ++a.kernel_first;
  if (a.kernel_first >= z.kernel || distance(a.kernel_first) % z.stride != 0) return a;
  a.taps = div_up(z.kernel - a.kernel_first, a.kernel_step);
  a.first = distance(a.kernel_first) / z.stride;
  a.step = -a.kernel_step * z.dilate / z.stride;
  return a;
}

struct backward_shape {
  spatial d, h, w;
  sweep common;  // all but its axes
};

// False where a layout is not one of activation.h.
bool make_shape(const convolution_op &op, dim_t lanes, dim_t most_columns,
                backward_shape &b) noexcept {
  const convolution_sizes z = sizes_of(op);
  b = {};
  if (!describe(op.dst, b.common.in) || !describe(op.src, b.common.out)) return false;
  b.common.n = z.n;
  b.common.panels = shape_panels(z, true, lanes, most_columns);
  b.d = {z.id, z.od, z.kd, z.stride_d, z.dilate_d, z.front};
  b.h = {z.ih, z.oh, z.kh, z.stride_h, z.dilate_h, z.top};
  b.w = {z.iw, z.ow, z.kw, z.stride_w, z.dilate_w, z.left};
  return true;
}

// Calls body(sweep) for each remainder that there is.
template <class Body>
void for_each_sweep(const backward_shape &b, const Body &body) noexcept {
  for (dim_t rd = 0; rd < min(b.d.stride, b.d.src); ++rd)
    for (dim_t rh = 0; rh < min(b.h.stride, b.h.src); ++rh)
      for (dim_t rw = 0; rw < min(b.w.stride, b.w.src); ++rw) {
        sweep s = b.common;
        s.d = backward_axis(b.d, rd);
        s.h = backward_axis(b.h, rh);
        s.w = backward_axis(b.w, rw);
        flatten(s);
        body(s);
      }
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
  backward_shape b;
  if (!make_shape(op, plan.lanes, plan.lanes * backend.tiles->max_vectors, b))
    return "layout of diff_src or diff_dst";
  plan.columns = b.common.panels.columns;
  if (is_any(op.weights) && !set_panels(op.weights, b.common.panels)) return "size";
  if (!is_blocked(op.weights)) return "layout of weights";
  plan.packs = !is_in_panels(op.weights, b.common.panels);
  plan.panels_at =
      request.add_scratch(plan.packs ? size_t(b.common.panels.size()) * sizeof(float) : 0);
  size_t worker_bytes = 0;
  for_each_sweep(b, [&](const sweep &s) { worker_bytes = max(worker_bytes, cut(s, plan.lanes).bytes); });
  plan.workers_at = request.add_scratch(worker_bytes * size_t(request.max_workers));
  return accepted;
}

void run_gemm_backward_data(const run_context &context, const convolution_backend &backend) {
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan->as<backward_plan>();
  backward_shape b;
  make_shape(op, plan.lanes, plan.columns, b);
  const auto *panels = context.first<const float>(DNNL_ARG_WEIGHTS, op.weights);
  if (plan.packs) {
    auto *packed = reinterpret_cast<float *>(context.scratchpad + plan.panels_at);
    pack_panels(context, op, b.common.panels, context.data<const float>(DNNL_ARG_WEIGHTS), packed);
    panels = packed;
  }
  for_each_sweep(b, [&](const sweep &s) {
    run_sweep(context, backend, s, cut(s, plan.lanes), context.first<const float>(DNNL_ARG_DIFF_DST, op.dst),
              panels, nullptr, context.first<float>(DNNL_ARG_DIFF_SRC, op.src),
              context.scratchpad + plan.workers_at);
  });
}

}  // namespace dnnlet::shared
