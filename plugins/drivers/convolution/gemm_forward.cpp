// SPDX-License-Identifier: Apache-2.0
// Convolution forward as one sweep of a batch-reduce GEMM; formula: core/kernel/convolution.h, with
// attributes: output_stage.h and integer_input.h; the five facts: sweep.cpp.
#include "plugins/drivers/convolution/gemm_forward.h"

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/sweep.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

struct forward_plan {
  dim_t lanes, columns;
  packing weights;
  output_plan output;
  size_t start_at, workers_at;
};

// False where a layout is not one of activation.h.
bool make_sweep(const convolution_op &op, const attributes &attr, const product &multiply,
                dim_t lanes, dim_t most_columns, const output_plan &output, sweep &s) noexcept {
  const convolution_sizes z = walked_sizes(op);
  s = {};
  if (!describe(op.src, s.in) || !describe(op.dst, s.out)) return false;
  s.n = z.n;
  s.d = forward_axis(depth_of(z));
  s.h = forward_axis(height_of(z));
  s.w = forward_axis(width_of(z));
  s.in_type = op.src.data_type;
  s.out_type = op.dst.data_type;
  s.panels = shape_weights(op.weights, z.has_groups, false, multiply.group, lanes, most_columns);
  s.multiply = &multiply;
  s.sees_padding = multiply.is_integer && has_offset(attr, s.in_type, multiply.a);
  s.has_weights_zero_point = find(attr.zero_points, DNNL_ARG_WEIGHTS) != nullptr;
  s.has_stage = output.is_needed || s.sees_padding || s.has_weights_zero_point;
  flatten(s);
  return true;
}

refusal check_bias(convolution_op &op) noexcept {
  if (is_any(op.bias) && !set_layout_by_tag(op.bias, dnnl_a)) return "size";
  return is_zero(op.bias) || is_dense(op.bias) ? accepted : "layout of bias";
}

}  // namespace

refusal plan_gemm_forward(plan_request &request) {
  const auto &parts = request.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  auto &op = request.problem<convolution_op>();
  const product &multiply = *parts.multiply;
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  if (!takes_types(multiply, op.src.data_type, op.weights.data_type)) return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (const refusal reason = check_input_zero_points(*request.attr, false)) return reason;
  if (const refusal reason = check_reach(op)) return reason;
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  if (const refusal reason = check_bias(op)) return reason;
  auto &plan = request.make_plan<forward_plan, convolution_op>();
  plan.lanes = dim_t(backend.lanes());
  const dim_t most_columns = plan.lanes * multiply.tiles->max_vectors;
  if (const refusal reason =
          plan_output(request, backend, op.dst, multiply.is_integer, most_columns, plan.output))
    return reason;
  sweep s;
  if (!make_sweep(op, *request.attr, multiply, plan.lanes, most_columns, plan.output, s))
    return "layout of src or dst";
  plan.columns = s.panels.columns;
  const sweep_cut c = cut(s, plan.lanes);
  if (!c.fits) return "taps are too far apart";
  if (const refusal reason = plan_packing(request, op.weights, s.panels, multiply.b, plan.weights))
    return reason;
  const bool corrects = s.sees_padding || s.has_weights_zero_point;
  plan.start_at =
      request.add_scratch(corrects ? input_bytes(*request.attr, s.panels, multiply) : 0);
  plan.workers_at = request.add_scratch(scratch_bytes({dim_t(c.bytes), request.max_workers}));
  return accepted;
}

void run_gemm_forward(const run_context &context) {
  const auto &parts = context.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan_as<forward_plan, convolution_op>();
  const product &multiply = *parts.multiply;
  sweep s;
  make_sweep(op, *context.attr, multiply, plan.lanes, plan.columns, plan.output, s);
  const output_stage stage(context, backend, op, op.dst, plan.output);
  sweep_tensors t = {};
  t.in = first_byte(context, DNNL_ARG_SRC, op.src);
  t.out = first_byte(context, DNNL_ARG_DST, op.dst);
  t.panels =
      pack(context, backend, op.weights, context.data(DNNL_ARG_WEIGHTS), s.panels, plan.weights);
  if (multiply.is_integer)
    t.integers = prepare_input(context, backend, multiply, s.panels, s.in_type, t.panels,
                               context.scratchpad + plan.start_at);
  t.bias = plan.output.tile_has_bias ? stage.bias() : nullptr;
  t.relu = plan.output.relu;
  t.stage = &stage;
  run_sweep(context, backend, s, cut(s, plan.lanes), t, context.scratchpad + plan.workers_at);
}

}  // namespace dnnlet::drivers
