// SPDX-License-Identifier: Apache-2.0
// Convolution backward by data:
//   diff_src[n][ic][i] = sum over oc, k of diff_dst[n][oc][o] * weights[oc][ic][k]
//   where o * stride + k * dilate - padding = i
// Places in diff_src that leave the same remainder by the stride see the same points of the kernel,
// at the same distances in diff_dst: each remainder is one sweep. The five facts: sweep.cpp.
#include "plugins/drivers/convolution/gemm_backward_data.h"

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/sweep.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

struct backward_plan {
  dim_t lanes, columns;
  packing weights;
  output_plan output;
  size_t workers_at;
};

// All of a sweep but its axes; false where a layout is not one of activation.h.
bool make_common(const convolution_op &op, const product &multiply, dim_t lanes, dim_t most_columns,
                 const output_plan &output, sweep &s) noexcept {
  const convolution_sizes z = walked_sizes(op);
  s = {};
  s.n = z.n;
  s.in_type = op.dst.data_type;
  s.out_type = op.src.data_type;
  s.panels = shape_weights(op.weights, z.has_groups, true, multiply.group, lanes, most_columns);
  s.multiply = &multiply;
  s.has_stage = output.is_needed;
  return describe(op.dst, s.in) && describe(op.src, s.out);
}

// Calls body(sweep) for each remainder that there is.
template <class Body>
void for_each_sweep(const convolution_op &op, const sweep &common, const Body &body) noexcept {
  for_each_remainder(walked_sizes(op),
                     [&](const sweep_axis &d, const sweep_axis &h, const sweep_axis &w) {
                       sweep s = common;
                       s.d = d;
                       s.h = h;
                       s.w = w;
                       flatten(s);
                       body(s);
                     });
}

}  // namespace

refusal plan_gemm_backward_data(plan_request &request) {
  const auto &parts = request.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  auto &op = request.problem<convolution_op>();
  const product &multiply = *parts.multiply;
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  if (!takes_types(multiply, op.dst.data_type, op.weights.data_type)) return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (kinds_in(*request.attr)) return "attributes";
  if (const refusal reason = check_reach(op)) return reason;
  if (!has_few_remainders(walked_sizes(op))) return "strides are too large";
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  auto &plan = request.make_plan<backward_plan, convolution_op>();
  plan.lanes = dim_t(backend.lanes());
  const dim_t most_columns = plan.lanes * multiply.tiles->max_vectors;
  if (const refusal reason =
          plan_output(request, backend, op.src, false, most_columns, plan.output))
    return reason;
  sweep common;
  if (!make_common(op, multiply, plan.lanes, most_columns, plan.output, common))
    return "layout of diff_src or diff_dst";
  const panel_shape &panels = common.panels;
  plan.columns = panels.columns;
  size_t worker_bytes = 0;
  bool fits = true;
  for_each_sweep(op, common, [&](const sweep &s) {
    const sweep_cut c = cut(s, plan.lanes);
    worker_bytes = max(worker_bytes, c.bytes);
    fits = fits && c.fits;
  });
  if (!fits) return "taps are too far apart";
  if (const refusal reason = plan_packing(request, op.weights, panels, multiply.b, plan.weights))
    return reason;
  plan.workers_at = request.add_scratch(scratch_bytes({dim_t(worker_bytes), request.max_workers}));
  return accepted;
}

void run_gemm_backward_data(const run_context &context) {
  const auto &parts = context.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan_as<backward_plan, convolution_op>();
  sweep common;
  make_common(op, *parts.multiply, plan.lanes, plan.columns, plan.output, common);
  const output_stage stage(context, backend, op, op.src, plan.output);
  sweep_tensors t = {};
  t.in = first_byte(context, DNNL_ARG_DIFF_DST, op.dst);
  t.out = first_byte(context, DNNL_ARG_DIFF_SRC, op.src);
  t.panels = pack(context, backend, op.weights, context.data(DNNL_ARG_WEIGHTS), common.panels,
                  plan.weights);
  t.stage = &stage;
  for_each_sweep(op, common, [&](const sweep &s) {
    run_sweep(context, backend, s, cut(s, plan.lanes), t, context.scratchpad + plan.workers_at);
  });
}

}  // namespace dnnlet::drivers
