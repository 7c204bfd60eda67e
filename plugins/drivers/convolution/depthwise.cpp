// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution forward and backward by data, computed in f32; formula:
// core/kernel/convolution.h with one channel in a group, or several of src or of dst; the five
// facts: depthwise_sweep.cpp.
#include "plugins/drivers/convolution/depthwise.h"

#include <cstring>

#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/convolution/depthwise_sweep.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/transposed_planes.h"
#include "plugins/drivers/gemm/integers.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// Forward, the cut is kept; backward there is one for each remainder. Axes and layouts are copied
// from the operation again for each execution, without a division.
struct depthwise_plan {
  depthwise_cut cut;
  bool packs;
  finish_plan finish;
  size_t weights_at, narrow_at, zero_points_at, workers_at;
};

// All of a sweep but its axes; false where a layout is not one of activation.h.
bool make_common(const gemm_tensors &t, const attributes &attr, const convolution_op &op,
                 const finish_plan &finish, depthwise_sweep &s) noexcept {
  const memory_desc &in = *t.src.md, &out = *t.dst.md;
  s = {};
  s.n = in.dims[0];
  s.channels = max(in.dims[1], out.dims[1]);
  s.times = {s.channels / in.dims[1], s.channels / out.dims[1]};
  s.in_type = in.data_type;
  s.weights_type = op.weights.data_type;
  s.out_type = out.data_type;
  s.has_zero_point = find(attr.zero_points, t.src.arg) != nullptr;
  s.has_stage = finish.is_needed;
  s.is_rounded = finish.is_rounded_only;
  const spatial width = width_of(walked_sizes(op));
  s.has_fives = width.kernel == 5 && width.stride == 1 && width.dilate == 1;
  s.finishes_alike = !finish.is_needed || finish.is_rounded_only || finish.is_one_pass;
  return find_layout(in, s.in) && find_layout(out, s.out);
}

// As many as are read, by vectors.
dim_t zero_points_of(const depthwise_sweep &s, dim_t lanes) noexcept {
  return s.channels + lanes;
}

// Sums of integers are exact, so that they may be s32.
bool has_integer_sums(const attributes &attr, const convolution_op &op,
                      const gemm_tensors &t) noexcept {
  return is_integer_type(t.src.md->data_type) && is_integer_type(op.weights.data_type) &&
         !find(attr.zero_points, t.src.arg);
}

// With a vector behind them, see is_padded(), or as often as pixels are joined, and so the bias.
size_t packed_bytes(dim_t weights, const depthwise_cut &cut) noexcept {
  return scratch_bytes({weights * cut.joined + cut.lanes, sizeof(float)});
}

// Channels of `count` taps, for each of the joined pixels; in place, and so from the end.
void repeat_channels(const float *from, dim_t count, dim_t channels, dim_t times,
                     float *to) noexcept {
  const size_t bytes = size_t(channels) * sizeof(float);
  for (dim_t i = count; i-- > 0;)
    for (dim_t j = times; j-- > 0;)
      std::memmove(to + (i * times + j) * channels, from + i * channels, bytes);
}

void fill_zero_points(const run_context &context, int arg, dim_t channels, dim_t count,
                      float *minus_values) noexcept {
  const float common = -float(zero_point_of(context, arg));
  for (dim_t c = 0; c < count; ++c) minus_values[c] = common;
  if (find(context.attr->zero_points, arg)->mask == 0) return;
  for (dim_t c = 0; c < channels; ++c) minus_values[c] = -float(zero_point_of(context, arg, c));
}

// Calls body(sweep) for the sweep forward, or for those of all remainders backward.
template <class Body>
void for_each_sweep(const convolution_op &op, const depthwise_sweep &common, bool forward,
                    const Body &body) noexcept {
  for_each_axes(walked_sizes(op), forward,
                [&](const sweep_axis &d, const sweep_axis &h, const sweep_axis &w) {
                  if (common.halves && w.out_first > 0) return;
                  depthwise_sweep s = common;
                  s.d = d;
                  s.h = h;
                  s.w = common.halves ? halved_axis(width_of(walked_sizes(op))) : w;
                  body(s);
                });
}

}  // namespace

refusal plan_depthwise_sweeps(plan_request &request, convolution_op &op, const gemm_tensors &t,
                              bool forward) noexcept {
  const gemm_backend &backend = *request.parts_as<gemm_parts>().backend;
  if (const refusal reason = check_depthwise(op)) return reason;
  if (is_faster_transposed(op, pass_of(forward))) {
    const transposed_layouts transposed(request, op);
    return plan_depthwise_sweeps(request, op, t, forward);
  }
  if (const refusal reason = check_input_zero_points(*request.attr, t, 2)) return reason;
  if (!forward && !has_few_remainders(walked_sizes(op))) return "strides are too large";
  auto &plan = request.make_plan<depthwise_plan, convolution_op>();
  const auto lanes = dim_t(backend.lanes());
  if (!backend.reader(t.src.md->data_type, element::f32)) return "types";
  if (const refusal reason =
          plan_finish(request, backend, t, has_integer_sums(*request.attr, op, t), 2 * lanes,
                      plan.finish, is_padded(t.dst.md->dims[1], lanes), kinds_of_windows))
    return reason;
  plan.finish.in_f32 = plan.finish.from_integers && plan.finish.is_needed;
  depthwise_sweep common;
  if (!make_common(t, *request.attr, op, plan.finish, common)) return "layout of src or dst";
  if (common.times.out() > 1 &&
      (!is_zero(*t.bias) || kinds_in(*request.attr) || plan.finish.from_integers))
    return "several channels of src for one of dst";
  common.halves =
      !forward && can_halve(request.parts_as<gemm_parts>(), common, width_of(walked_sizes(op)));
  const bool dots = takes_dots(request.parts_as<gemm_parts>(), common);
  plan.packs = (op.weights.data_type != dnnl_f32 && !dots) || !has_channels_innermost(op.weights) ||
               is_padded(common.channels, lanes);
  size_t worker_bytes = 0;
  bool fits = true;
  for_each_sweep(op, common, forward, [&](const depthwise_sweep &s) {
    plan.cut = cut(request.parts_as<gemm_parts>(), s);
    worker_bytes = max(worker_bytes, plan.cut.bytes);
    fits = fits && plan.cut.fits;
  });
  if (!fits) return "taps are too far apart";
  plan.narrow_at =
      request.add_scratch(plan.packs && needs_narrow(op.weights)
                              ? size_t(elements(op.weights)) * type_size(op.weights.data_type)
                              : 0);
  plan.zero_points_at = request.add_scratch(
      common.has_zero_point ? size_t(zero_points_of(common, lanes)) * sizeof(float) : 0);
  plan.weights_at =
      request.add_scratch(plan.packs && !dots ? packed_bytes(elements(op.weights), plan.cut) : 0);
  plan.workers_at = request.add_scratch(scratch_bytes({dim_t(worker_bytes), request.max_workers}));
  return accepted;
}

namespace {

void run_lanes(const run_context &context, const convolution_op &op, const gemm_tensors &t,
               convolution_pass pass) noexcept {
  const bool forward = pass == convolution_pass::forward;
  const gemm_backend &backend = *context.parts_as<gemm_parts>().backend;
  const auto &plan = context.plan_as<depthwise_plan, convolution_op>();
  depthwise_sweep common;
  make_common(t, *context.attr, op, plan.finish, common);
  const finish_stage stage(context, backend, t, plan.finish);
  depthwise_tensors tensors = {};
  tensors.in = first_byte(context, t.src.arg, *t.src.md);
  tensors.out = first_byte(context, t.dst.arg, *t.dst.md);
  tensors.weights = first_byte(context, t.weights.arg, op.weights);
  if (plan.packs && plan.cut.takes_dots) {
    char *packed = context.scratchpad + plan.narrow_at;
    copy_channels_innermost(context, backend, op.weights, context.data(t.weights.arg), packed);
    tensors.weights = packed;
  } else if (plan.packs) {
    auto *packed = reinterpret_cast<float *>(context.scratchpad + plan.weights_at);
    pack_channels_innermost(context, backend, op.weights, context.data(t.weights.arg),
                            context.scratchpad + plan.narrow_at, packed);
    tensors.weights = reinterpret_cast<const char *>(packed);
    const dim_t channels = common.channels, taps = elements(op.weights) / channels;
    if (plan.cut.joined > 1) repeat_channels(packed, taps, channels, plan.cut.joined, packed);
  }
  if (common.has_zero_point) {
    auto *values = reinterpret_cast<float *>(context.scratchpad + plan.zero_points_at);
    fill_zero_points(context, t.src.arg, t.src.md->dims[1], zero_points_of(common, plan.cut.lanes),
                     values);
    tensors.minus_zero_points = values;
  }
  tensors.bias = plan.finish.tile_has_bias ? stage.bias() : nullptr;
  if (tensors.bias && plan.cut.joined > 1) {
    auto *repeated = reinterpret_cast<float *>(context.scratchpad + plan.weights_at) +
                     elements(op.weights) * plan.cut.joined;
    repeat_channels(tensors.bias, 1, common.channels, plan.cut.joined, repeated);
    tensors.bias = repeated;
  }
  tensors.repeats = plan.finish.is_one_pass && plan.cut.joined > 1;
  if (tensors.repeats) stage.repeat_columns(2 * plan.cut.joined);
  tensors.to_integers = plan.finish.from_integers && !plan.finish.in_f32;
  tensors.relu = plan.finish.relu;
  tensors.stage = &stage;
  cut_sweep sweeps[most_sweeps];
  int count = 0;
  const convolution_sizes z = walked_sizes(op);
  common.halves = !forward && can_halve(context.parts_as<gemm_parts>(), common, width_of(z));
  const spatial of_pairs = common.halves ? height_of(z) : width_of(z);
  const bool in_pairs = !forward && min(of_pairs.stride, of_pairs.src) == most_sweeps;
  char *const scratch = context.scratchpad + plan.workers_at;
  for_each_sweep(op, common, forward, [&](const depthwise_sweep &s) {
    sweeps[count++] = {s, forward ? plan.cut : cut(context.parts_as<gemm_parts>(), s)};
    if (in_pairs && count < most_sweeps) return;
    const bool are_alike = sweeps[0].cut.block == sweeps[count - 1].cut.block &&
                           sweeps[0].cut.tile_h == sweeps[count - 1].cut.tile_h;
    if (!are_alike) run_sweeps(context, sweeps, 1, tensors, scratch);
    run_sweeps(context, are_alike ? sweeps : sweeps + 1, are_alike ? count : 1, tensors, scratch);
    count = 0;
  });
}

}  // namespace

void run_depthwise_sweeps(const run_context &context, const convolution_op &op,
                          const gemm_tensors &t, bool forward) noexcept {
  run_either_way(context, op, t, pass_of(forward), run_lanes);
}

refusal plan_depthwise_forward(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  return plan_depthwise_sweeps(request, op, forward_roles(op), true);
}
void run_depthwise_forward(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_depthwise_sweeps(context, op, forward_roles(op), true);
}

refusal plan_depthwise_backward_data(plan_request &request) {
  if (kinds_in(*request.attr)) return "attributes";
  auto &op = request.problem<convolution_op>();
  return plan_depthwise_sweeps(request, op, backward_data_roles(op), false);
}
void run_depthwise_backward_data(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_depthwise_sweeps(context, op, backward_data_roles(op), false);
}

}  // namespace dnnlet::drivers
