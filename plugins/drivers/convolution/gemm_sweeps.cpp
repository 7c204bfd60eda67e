// SPDX-License-Identifier: Apache-2.0
// Convolution forward is one sweep; formula: core/kernel/convolution.h, with attributes: finish.h
// and integers.h; the five facts: sweep.cpp. Backward by data:
//   diff_src[n][ic][i] = sum over oc, k of diff_dst[n][oc][o] * weights[oc][ic][k]
//   where o * stride + k * dilate - padding = i
// Places in diff_src that leave the same remainder by the stride see the same points of the kernel,
// at the same distances in diff_dst: each remainder is one sweep.
#include "plugins/drivers/convolution/gemm_sweeps.h"

#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/sweep.h"
#include "plugins/drivers/convolution/transposed_planes.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// What takes divisions is kept; axes and layouts are copied from the operation again for each
// execution, which costs no more than reading another 370 bytes. The cut is that of the last sweep:
// of several, there are as many as the strides say.
struct sweeps_plan {
  packing weights;
  finish_plan finish;
  panel_shape panels;
  sweep_cut cut;
  size_t start_at, workers_at;
};

// All of a sweep but its axes; false where a layout is not one of activation.h.
bool make_common(const gemm_tensors &t, const attributes &attr, const product &multiply,
                 const sweeps_plan &plan, sweep &s) noexcept {
  s = {};
  s.n = t.src.md->dims[0];
  s.in_type = t.src.md->data_type;
  s.out_type = t.dst.md->data_type;
  s.weights_type = t.weights.md->data_type;
  s.panels = plan.panels;
  const dim_t channels = t.src.md->dims[1];
  const bool merges =
      !plan.panels.joins_groups() && plan.panels.batch * plan.panels.summed != channels;
  s.merged = merges ? channels : 0;
  s.multiply = &multiply;
  s.tiles = multiply.tiles;
  if (s.in_planes()) s.tiles += plan.panels.axes.joined / 4;  // of 2, 4 and 8
  s.sees_padding = has_integer_types && multiply.is_integer && has_offset(attr, t, multiply.a);
  s.has_stage = plan.finish.is_needed || s.sees_padding;
  if (tiles_finish) s.tiles_can_add = plan.finish.tile_can_add;
  const bool can_narrow = multiply.is_integer
                              ? bool(plan.finish.is_bounded_only)
                              : plan.finish.is_needed && plan.finish.is_rounded_only;
  s.tiles_can_finish = can_narrow || s.tiles_can_add;
  return find_layout(*t.src.md, s.in) && find_layout(*t.dst.md, s.out);
}

// Of several sweeps, each sees a part of the weights.
seen_points seen_by(const sweep &s) noexcept {
  const auto all = [](const sweep_axis &a) {
    return seen_points::axis{a.kernel_first, a.kernel_step, a.taps, a.kernel};
  };
  return {{all(s.d), all(s.h), s.merged > 0 ? seen_points::axis{0, 1, 1, 1} : all(s.w)}};
}

// Calls body(sweep) for pieces of a row that see the same taps, if that pays.
template <class Body>
void for_each_piece(const sweep &s, const Body &body) noexcept {
  const bool skips = has_large_caches && !s.sees_padding && s.merged == 0;
  if (!skips || !is_worth_pieces(s.w)) return body(s);
  sweep piece = s;
  for (dim_t begin = 0; begin < s.w.outputs;) {
    const sweep_axis::range r = seeing_alike(s.w, begin);
    piece.w = s.w.piece(r);
    body(piece);
    begin = r.end;
  }
}

// Calls body(sweep) for the sweep forward, or for those of all remainders backward.
template <class Body>
void for_each_sweep(const convolution_op &op, const sweep &common, dim_t lanes, bool forward,
                    const Body &body) noexcept {
  for_each_axes(walked_sizes(op), forward,
                [&](const sweep_axis &d, const sweep_axis &h, const sweep_axis &w) {
                  sweep s = common;
                  s.d = d;
                  s.h = h;
                  s.w = w;
                  flatten(s);
                  split_channels(s, lanes);
                  for_each_piece(s, body);
                });
}

refusal check(const plan_request &request, const convolution_op &op, const gemm_tensors &t,
              bool forward) noexcept {
  const auto &parts = request.parts_as<gemm_parts>();
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  if (!takes_types(parts, t.src.md->data_type, op.weights.data_type)) return "types";
  if (!takes_mode(*parts.multiply, *request.attr)) return "accumulation mode";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (const refusal reason = check_input_zero_points(*request.attr, t, 0)) return reason;
  if (const refusal reason = check_reach(op)) return reason;
  return forward || has_few_remainders(walked_sizes(op)) ? accepted : "strides are too large";
}

// Of a panel. Where dst is one pixel, tiles are of one row, unless images are rows, too; those of
// CPUs of 32 bits are no wider. Of f32, three vectors and three are faster than four and two.
dim_t most_columns(const convolution_op &op, const gemm_tensors &t, const product &multiply,
                   dim_t lanes) noexcept {
  const memory_desc &src = *t.src.md, &dst = *t.dst.md;
  const dim_t most = lanes * multiply.tiles->max_vectors;
  const dim_t row = lanes * multiply.tiles->row_vectors();
  if (!has_large_caches) return most;
  const dim_t width = dst.dims[1] / sizes_of(op).groups;
  const dim_t even = multiply.group == 1 ? round_up(even_part(width, most), lanes) : most;
  const bool are_rows = dst.dims[0] > 1 && is_plain(src) && src.blocked.strides[1] == 1;
  if (elements(dst) != dst.dims[0] * dst.dims[1] || are_rows) return even;
  return width > row - lanes ? row : most;
}

refusal lay_out(convolution_op &op) noexcept {
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  return lay_out_bias(op.bias);
}

}  // namespace

refusal plan_gemm_sweeps(plan_request &request, convolution_op &op, const gemm_tensors &t,
                         bool forward) noexcept {
  const auto &parts = request.parts_as<gemm_parts>();
  const product &multiply = *parts.multiply;
  const attributes &attr = *request.attr;
  if (const refusal reason = check(request, op, t, forward)) return reason;
  if (const refusal reason = lay_out(op)) return reason;
  if (is_faster_transposed(op, pass_of(forward))) {
    const transposed_layouts transposed(request, op);
    return plan_gemm_sweeps(request, op, t, forward);
  }
  auto &plan = request.make_plan<sweeps_plan, convolution_op>();
  const auto lanes = dim_t(parts.backend->lanes());
  const dim_t most = most_columns(op, t, multiply, lanes);
  if (const refusal reason = plan_finish(request, *parts.backend, t, multiply.is_integer, most,
                                         plan.finish, false, kinds_of_tiles))
    return reason;
  memory_desc weights;
  const bool joins = has_large_caches && multiply.joins_groups;
  const bool merges =
      forward && multiply.is_integer && !joins && merge_taps(op, multiply.group, weights);
  plan.panels = merges ? shape_merged(weights, multiply.group, lanes, most)
                       : shape_weights(op, !forward, multiply.group, lanes, most);
  if (joins && !join_groups(plan.panels, lanes, multiply.orders_a))
    return "groups that do not share vectors";
  sweep common;
  if (!make_common(t, attr, multiply, plan, common)) return "layout of src or dst";
  if (common.tiles->max_vectors == 0) return "groups that there are no tiles for";
  size_t worker_bytes = 0;
  bool fits = true;
  dim_t sweeps = 0;
  for_each_sweep(op, common, lanes, forward, [&](const sweep &s) {
    plan.cut = cut(s, lanes, request.max_workers);
    plan.cut.is_only = ++sweeps == 1;
    worker_bytes = max(worker_bytes, plan.cut.bytes);
    fits = fits && plan.cut.fits;
  });
  if (!fits) return "taps are too far apart";
  memory_desc &packed = merges ? weights : op.weights;
  if (const refusal reason = plan_packing(request, packed, common.panels, plan.weights))
    return reason;
  plan.start_at = request.add_scratch(common.sees_padding ? input_bytes(common.panels) : 0);
  plan.workers_at = request.add_scratch(scratch_bytes({dim_t(worker_bytes), request.max_workers}));
  return accepted;
}

namespace {

void run_sweeps(const run_context &context, const convolution_op &op, const gemm_tensors &t,
                convolution_pass pass) noexcept {
  const bool forward = pass == convolution_pass::forward;
  const auto &parts = context.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  const auto &plan = context.plan_as<sweeps_plan, convolution_op>();
  sweep common;
  make_common(t, *context.attr, *parts.multiply, plan, common);
  const finish_stage stage(context, backend, t, plan.finish);
  sweep_tensors tensors = {};
  tensors.in = first_byte(context, t.src.arg, *t.src.md);
  tensors.out = first_byte(context, t.dst.arg, *t.dst.md);
  memory_desc merged;
  if (common.merged > 0) view_merged(op, merged);
  tensors.panels = pack(context, backend, common.merged > 0 ? merged : op.weights,
                        context.data(t.weights.arg), common.panels, plan.weights);
  tensors.bias = plan.finish.tile_has_bias ? stage.bias() : nullptr;
  tensors.relu = plan.finish.relu;
  tensors.stage = &stage;
  tile_finish finish;
  if (plan.cut.narrows && parts.multiply->is_integer && stage.in_tile(finish, true))
    tensors.finish = &finish;
  for_each_sweep(op, common, plan.cut.lanes, forward, [&](const sweep &s) {
    if (has_integer_types && parts.multiply->is_integer)
      tensors.integers = prepare_input(context, backend, t, *parts.multiply, s.panels, seen_by(s),
                                       tensors.panels, context.scratchpad + plan.start_at);
    const sweep_cut c = plan.cut.is_only ? plan.cut : cut(s, plan.cut.lanes, plan.cut.workers);
    if (tiles_finish && s.tiles_can_add) {
      const bool adds = c.narrows && stage.in_tile(finish, true);
      tensors.relu = adds ? stage.sum_in_tile().relu : fused_relu{};
      tensors.finish = adds ? &finish : nullptr;
    }
    run_sweep(context, backend, s, c, tensors, context.scratchpad + plan.workers_at);
  });
}

}  // namespace

void run_gemm_sweeps(const run_context &context, const convolution_op &op, const gemm_tensors &t,
                     bool forward) noexcept {
  run_either_way(context, op, t, pass_of(forward), run_sweeps);
}

refusal plan_gemm_forward(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  return plan_gemm_sweeps(request, op, forward_roles(op), true);
}
void run_gemm_forward(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_gemm_sweeps(context, op, forward_roles(op), true);
}

refusal plan_gemm_backward_data(plan_request &request) {
  if (kinds_in(*request.attr)) return "attributes";
  auto &op = request.problem<convolution_op>();
  return plan_gemm_sweeps(request, op, backward_data_roles(op), false);
}
void run_gemm_backward_data(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_gemm_sweeps(context, op, backward_data_roles(op), false);
}

}  // namespace dnnlet::drivers
