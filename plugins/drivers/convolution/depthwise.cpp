// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution forward and backward by data, computed in f32; formula:
// core/kernel/convolution.h with one channel in a group, the five facts: depthwise_sweep.cpp.
#include "plugins/drivers/convolution/depthwise.h"

#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/convolution/depthwise_sweep.h"
#include "plugins/drivers/gemm/integers.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

struct depthwise_plan {
  dim_t lanes;
  bool packs;
  output_plan output;
  size_t weights_at, narrow_at, zero_points_at, workers_at;
};

// All of a sweep but its axes; false where a layout is not one of activation.h.
bool make_common(const convolution_op &op, const attributes &attr, const output_plan &output,
                 bool forward, depthwise_sweep &s) noexcept {
  const memory_desc &in = forward ? op.src : op.dst, &out = forward ? op.dst : op.src;
  s = {};
  s.n = op.src.dims[0];
  s.channels = op.src.dims[1];
  s.in_type = in.data_type;
  s.out_type = out.data_type;
  s.has_zero_point = find(attr.zero_points, DNNL_ARG_SRC) != nullptr;
  s.has_stage = output.is_needed;
  return describe(in, s.in) && describe(out, s.out);
}

// As many as tiles read.
dim_t zero_points_of(const depthwise_sweep &s, dim_t lanes) noexcept {
  return s.channels + depthwise_vectors * lanes;
}

void fill_zero_points(const run_context &context, const depthwise_sweep &s, dim_t count,
                      float *minus_values) noexcept {
  const float common = -float(zero_point_of(context, DNNL_ARG_SRC));
  for (dim_t c = 0; c < count; ++c) minus_values[c] = common;
  if (find(context.attr->zero_points, DNNL_ARG_SRC)->mask == 0) return;
  for (dim_t c = 0; c < s.channels; ++c)
    minus_values[c] = -float(zero_point_of(context, DNNL_ARG_SRC, c));
}

// Calls body(sweep) for the sweep forward, or for those of all remainders backward.
template <class Body>
void for_each_sweep(const convolution_op &op, const depthwise_sweep &common, bool forward,
                    const Body &body) noexcept {
  const convolution_sizes z = walked_sizes(op);
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

refusal plan_sweeps(plan_request &request, bool forward) {
  const gemm_backend &backend = *request.parts_as<gemm_parts>().backend;
  auto &op = request.problem<convolution_op>();
  if (const refusal reason = check_depthwise(op)) return reason;
  if (const refusal reason = check_input_zero_points(*request.attr, true)) return reason;
  if (find(request.attr->zero_points, DNNL_ARG_WEIGHTS) &&
      elements(op.weights) > 64 * op.src.dims[1])
    return "kernel is too large";  // for sums of wider products to be exact in f32
  if (!forward && !has_few_remainders(walked_sizes(op))) return "strides are too large";
  auto &plan = request.make_plan<depthwise_plan, convolution_op>();
  plan.lanes = dim_t(backend.lanes());
  const memory_desc &in = forward ? op.src : op.dst, &out = forward ? op.dst : op.src;
  if (!backend.reader(in.data_type, element::f32)) return "types";
  if (const refusal reason =
          plan_output(request, backend, out, false, depthwise_vectors * plan.lanes, plan.output))
    return reason;
  depthwise_sweep common;
  if (!make_common(op, *request.attr, plan.output, forward, common)) return "layout of src or dst";
  plan.packs = op.weights.data_type != dnnl_f32 || !has_channels_innermost(op.weights);
  size_t worker_bytes = 0;
  bool fits = true;
  for_each_sweep(op, common, forward, [&](const depthwise_sweep &s) {
    const depthwise_cut c = cut(s, plan.lanes);
    worker_bytes = max(worker_bytes, c.bytes);
    fits = fits && c.fits;
  });
  if (!fits) return "taps are too far apart";
  plan.narrow_at = request.add_scratch(
      needs_narrow(op.weights) ? size_t(elements(op.weights)) * type_size(op.weights.data_type)
                               : 0);
  plan.zero_points_at = request.add_scratch(
      common.has_zero_point ? size_t(zero_points_of(common, plan.lanes)) * sizeof(float) : 0);
  plan.weights_at =
      request.add_scratch(plan.packs ? scratch_bytes({elements(op.weights), sizeof(float)}) : 0);
  plan.workers_at = request.add_scratch(scratch_bytes({dim_t(worker_bytes), request.max_workers}));
  return accepted;
}

void run_sweeps(const run_context &context, bool forward) {
  const gemm_backend &backend = *context.parts_as<gemm_parts>().backend;
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan_as<depthwise_plan, convolution_op>();
  depthwise_sweep common;
  make_common(op, *context.attr, plan.output, forward, common);
  const memory_desc &out = forward ? op.dst : op.src;
  const output_stage stage(context, backend, op, out, plan.output);
  depthwise_tensors t = {};
  t.in = forward ? first_byte(context, DNNL_ARG_SRC, op.src)
                 : first_byte(context, DNNL_ARG_DIFF_DST, op.dst);
  t.out = first_byte(context, forward ? DNNL_ARG_DST : DNNL_ARG_DIFF_SRC, out);
  t.weights = reinterpret_cast<const float *>(first_byte(context, DNNL_ARG_WEIGHTS, op.weights));
  if (plan.packs) {
    auto *packed = reinterpret_cast<float *>(context.scratchpad + plan.weights_at);
    pack_channels_innermost(context, backend, op.weights, context.data(DNNL_ARG_WEIGHTS),
                            context.scratchpad + plan.narrow_at, packed);
    const auto zero_point = float(zero_point_of(context, DNNL_ARG_WEIGHTS));
    for (dim_t i = 0; zero_point != 0 && i < elements(op.weights); ++i) packed[i] -= zero_point;
    t.weights = packed;
  }
  if (common.has_zero_point) {
    auto *values = reinterpret_cast<float *>(context.scratchpad + plan.zero_points_at);
    fill_zero_points(context, common, zero_points_of(common, plan.lanes), values);
    t.minus_zero_points = values;
  }
  t.bias = plan.output.tile_has_bias ? stage.bias() : nullptr;
  t.relu = plan.output.relu;
  t.stage = &stage;
  for_each_sweep(op, common, forward, [&](const depthwise_sweep &s) {
    run_sweep(context, backend, s, cut(s, plan.lanes), t, context.scratchpad + plan.workers_at);
  });
}

}  // namespace

void run_lanes(const gemm_backend &backend, tile_args args, size_t rows) noexcept {
  const size_t lanes = backend.lanes(), cols = args.cols, whole = cols - cols % lanes;
  if (whole > 0) {
    args.cols = whole;
    run_panel(*backend.lane_tiles, lanes, args, rows);
  }
  if (whole == cols) return;
  const auto offset = ptrdiff_t(whole) * sum_bytes;
  args.a += offset;
  args.b += offset;
  args.c = static_cast<char *>(args.c) + offset;
  if (args.start) args.start = static_cast<const char *>(args.start) + offset;
  args.cols = cols - whole;
  run_panel(*backend.lane_ends, lanes, args, rows);
}

refusal plan_depthwise_forward(plan_request &request) {
  return plan_sweeps(request, true);
}
void run_depthwise_forward(const run_context &context) {
  run_sweeps(context, true);
}

refusal plan_depthwise_backward_data(plan_request &request) {
  if (kinds_in(*request.attr)) return "attributes";
  return plan_sweeps(request, false);
}
void run_depthwise_backward_data(const run_context &context) {
  run_sweeps(context, false);
}

}  // namespace dnnlet::drivers
