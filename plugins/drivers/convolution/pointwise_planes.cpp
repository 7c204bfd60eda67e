// SPDX-License-Identifier: Apache-2.0
// Convolution with a 1x1 kernel on planes of pixels (nchw), forward and backward by data, f32:
//   dst[n][oc][pixel] = bias[oc] + sum over ic of weights[oc][ic] * src[n][ic][pixel]
//   diff_src[n][ic][pixel] = sum over oc of weights[oc][ic] * diff_dst[n][oc][pixel]
//   rows of A are channels of the result, read from weights as they are; rows of B are planes:
//   there is nothing to transpose, and nothing to pack, but for short planes of many weights
//
//   src and dst f32, each plane in one piece, weights f32 in any plain layout; disjoint
//   scratch of a worker: the columns of a panel, of one plane or of many steps
//   error: one rounding for each product, in the order of the channels that are summed
//   oneDNN v3, convolution
#include "plugins/drivers/convolution/pointwise_planes.h"

#include <cstring>

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/planes.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/gemm/fused_relu.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t columns_wanted = 256, columns_alone = 1024;  // of a task; of one of one worker's
// Of several workers, or where panels are of shorter vectors: weights of fewer channels, of which
// all are read for each panel, stay nearer then.
constexpr dim_t tasks_wanted = 32, long_vector = 16;
// Steps of a sum at once; of copied planes, and where vectors are shorter.
constexpr dim_t steps_at_once = 1024, copied_steps = 512, short_steps = 128;
// Planes of fewer pixels, which so many weights meet, are copied: vectors are on one line each
// then. So are planes where weights of a channel lie farther apart than those of so many others:
// lines of both would have few sets of the cache to be in. A copy had better serve so many
// channels. Of planes that are shorter still, panels of weights take less time, and sooner where
// these are `any`.
constexpr dim_t pixels_of_many = 256, many_weights = dim_t(1) << 16, near_weights = 128;
constexpr dim_t plane_rows = 256, few_pixels = 128, fewest_pixels = 32;

struct geometry {
  dim_t n, groups, summed, made;  // channels of a group that are summed, and that are the result
  dim_t pixels;                   // of a plane
  activation in, out;
  dim_t in_end;                                    // behind the last element of all planes
  dim_t group_stride, made_stride, summed_stride;  // of weights
};

struct planes_plan {
  dim_t lanes;
  dim_t columns;  // of a task
  dim_t steps;    // of a sum, after which it is set down
  dim_t splits;   // tasks that share the columns, each with some of the output channels
  fused_relu relu;
  bool copies_planes;
  size_t workers_at, worker_bytes;
};

bool make_geometry(const convolution_op &op, const gemm_tensors &t, bool forward,
                   geometry &p) noexcept {
  const convolution_sizes z = walked_sizes(op);
  if (!is_pointwise(z) || !find_layout(*t.src.md, p.in) || !find_layout(*t.dst.md, p.out))
    return false;
  if (!is_plane(p.in, z.id, z.ih, z.iw) || !is_plane(p.out, z.id, z.ih, z.iw)) return false;
  const int first = z.has_groups ? 1 : 0;
  p.n = z.n;
  p.groups = z.groups;
  p.summed = (forward ? z.ic : z.oc) / z.groups;
  p.made = (forward ? z.oc : z.ic) / z.groups;
  p.pixels = z.id * z.ih * z.iw;
  p.group_stride = z.has_groups ? stride_within(op.weights, 0) : 0;
  p.made_stride = stride_within(op.weights, first + (forward ? 0 : 1));
  p.summed_stride = stride_within(op.weights, first + (forward ? 1 : 0));
  p.in_end = p.in.at(z.n - 1, z.id - 1, z.ih - 1, z.iw - 1, p.summed * z.groups - 1) + 1;
  return true;
}

// One worker at one task.
struct plane_tile {
  const tile_table &tiles;
  const geometry &p;
  const planes_plan &plan;
  const float *in, *weights, *bias;
  float *out, *copy;                         // of planes
  dim_t n, group, x, columns, first, count;  // channels that are made: first and count

  void run() const noexcept;
  dim_t readable() const noexcept;
  bool copies_planes() const noexcept { return has_large_caches && plan.copies_planes; }
  void add(dim_t channel, dim_t channels) const noexcept;
};

// Tiles read whole vectors. Of so many planes they may, from the first one on that is summed: in
// the others, which are several where planes are shorter than a vector, they would read beyond the
// end of all.
dim_t plane_tile::readable() const noexcept {
  const dim_t begin = p.in.at(n, 0, 0, x, group * p.summed);
  const dim_t left = p.in_end - begin - round_up(columns, plan.lanes);
  if (left < 0) return 0;
  return p.in.run_stride == 0 ? p.summed : min(left / p.in.run_stride + 1, p.summed);
}

void plane_tile::run() const noexcept {
  const dim_t in_place = copies_planes() ? p.summed : readable();
  for (dim_t c = 0; c < in_place; c += plan.steps) add(c, min(plan.steps, in_place - c));
  for (dim_t c = in_place; c < p.summed; ++c) add(c, 1);
}

void plane_tile::add(dim_t channel, dim_t channels) const noexcept {
  const dim_t made = group * p.made + first, tile = plan.lanes * tiles.max_vectors;
  const tile_tap tap = {0, 0};
  const float *b = in + p.in.at(n, 0, 0, x, group * p.summed + channel);
  const bool copies = copies_planes() || channel >= readable();
  tile_args t = {};
  t.a = reinterpret_cast<const char *>(weights + group * p.group_stride + first * p.made_stride +
                                       channel * p.summed_stride);
  t.a_row = ptrdiff_t(p.made_stride * dim_t(sizeof(float)));
  t.a_step = ptrdiff_t(p.summed_stride * dim_t(sizeof(float)));
  t.b_step = ptrdiff_t((copies ? tile : p.in.run_stride) * dim_t(sizeof(float)));
  t.taps = &tap;
  t.tap_count = 1;
  t.steps = size_t(channels);
  t.c_row = ptrdiff_t(p.out.run_stride);
  t.start_row = t.c_row;
  t.row_start = bias ? bias + made : nullptr;
  t.relu = plan.relu;
  t.relu.on = plan.relu.on && channel + channels == p.summed;
  for (dim_t i = 0; i < columns; i += tile) {
    t.cols = size_t(min(tile, columns - i));
    const float *panel = b + i;
    if (copies) {
      float *to = copy;
      for (dim_t c = 0; c < channels; ++c, to += tile, panel += p.in.run_stride)
        std::memcpy(to, panel, t.cols * sizeof(float));
      panel = copy;
    }
    t.b = reinterpret_cast<const char *>(panel);
    t.c = out + p.out.at(n, 0, 0, x + i, made);
    t.start = channel > 0 ? t.c : nullptr;
    run_panel(tiles, size_t(plan.lanes), t, size_t(count));
  }
}

bool had_better_be_copied(const geometry &p) noexcept {
  return has_large_caches && p.pixels < pixels_of_many && p.made * p.summed > many_weights;
}

// Short planes of few channels are products, too, if they fill vectors: to transpose them takes
// half as long as these.
bool had_better_be_panels(const geometry &p, bool forward, bool is_any, dim_t lanes) noexcept {
  if (had_better_be_copied(p)) {
    const bool by_rows = forward && !is_any;
    const bool by_columns = !forward && (is_any || p.summed < p.made);
    return p.groups > 1 || by_columns || p.pixels < (by_rows ? fewest_pixels : few_pixels);
  }
  if (!is_any) return false;
  const bool fills = round_up(p.pixels, lanes) - p.pixels <= p.pixels / 8;
  const bool are_few = has_large_caches && fills && p.made * p.summed < many_weights;
  return p.groups > 1 || (p.pixels < pixels_of_any && !are_few);
}

}  // namespace

refusal plan_pointwise_planes(plan_request &request, convolution_op &op, const gemm_tensors &t,
                              bool forward) noexcept {
  if (op.src.data_type != dnnl_f32 || op.weights.data_type != dnnl_f32 ||
      op.dst.data_type != dnnl_f32 || (!is_zero(op.bias) && op.bias.data_type != dnnl_f32))
    return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  auto &plan = request.make_plan<planes_plan, convolution_op>();
  if (!takes_fused_relu(*request.attr, plan.relu)) return "attributes";
  const bool may_choose = is_any(op.weights);
  if (!lay_out_plain(op.weights)) return "size";
  if (!is_plain(op.weights)) return "layout of weights";
  geometry p;
  if (!make_geometry(op, t, forward, p)) return "not 1x1, or layout of src or dst";
  const auto &parts = request.parts_as<gemm_parts>();
  plan.lanes = dim_t(parts.backend->lanes());
  if (had_better_be_panels(p, forward, may_choose, plan.lanes))
    return "weights had better be in panels";
  if (const refusal reason = lay_out_bias(op.bias)) return reason;
  const bool shares = !has_large_caches || request.max_workers > 1 || plan.lanes < long_vector;
  plan.columns = round_up(min(shares ? columns_wanted : columns_alone, p.pixels), plan.lanes);
  const dim_t tiles = p.n * p.groups * div_up(p.pixels, plan.columns);
  plan.copies_planes = had_better_be_copied(p) ||
                       (has_large_caches && p.made_stride == 1 && p.summed_stride > near_weights);
  if (shares) plan.splits = min(tasks_wanted / tiles, (p.made + 7) / 16);
  if (has_large_caches && plan.copies_planes)
    plan.splits = min(max(div_up(p.made, plane_rows), div_up(dim_t(request.max_workers), tiles)),
                      plan.splits);
  plan.splits = clamp<dim_t>(plan.splits, 1, p.made);
  plan.steps = min(p.summed, !has_large_caches || !plan.copies_planes ? steps_at_once
                             : plan.lanes < long_vector               ? short_steps
                                                                      : copied_steps);
  const dim_t copied = (has_large_caches && plan.copies_planes ? plan.steps : 1) * plan.lanes *
                       parts.tiles().max_vectors;
  plan.worker_bytes = worker_share(size_t(copied) * sizeof(float));
  plan.workers_at = request.add_scratch(plan.worker_bytes * size_t(request.max_workers));
  return accepted;
}

void run_pointwise_planes(const run_context &context, const convolution_op &op,
                          const gemm_tensors &t, bool forward) noexcept {
  const auto &plan = context.plan_as<planes_plan, convolution_op>();
  geometry p;
  make_geometry(op, t, forward, p);
  const auto *in = context.first<const float>(t.src.arg, *t.src.md);
  const auto *weights = context.first<const float>(t.weights.arg, op.weights);
  const auto *bias = is_zero(*t.bias) ? nullptr : context.first<const float>(t.bias_arg, *t.bias);
  auto *out = context.first<float>(t.dst.arg, *t.dst.md);
  const dim_t tiles = div_up(p.pixels, plan.columns), images = p.n * p.groups;
  // Workers who cannot share out the images equally share out the channels: tiles are not alike,
  // and lines of the cache would be in several.
  const dim_t workers = context.workers.size;
  const bool shares_channels =
      has_large_caches && images % workers != 0 && plan.splits % workers == 0;
  const dim_t shares = shares_channels ? workers : 1;
  parallel_for(context.workers, images * tiles * plan.splits, [&](int64_t item, int worker) {
    dim_t split = take(item, plan.splits / shares);
    const dim_t x = take(item, tiles) * plan.columns;
    split += take(item, shares) * (plan.splits / shares);
    const dim_t image = item, first = p.made * split / plan.splits;
    char *scratch = context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes;
    const plane_tile runner = {context.parts_as<gemm_parts>().tiles(),
                               p,
                               plan,
                               in,
                               weights,
                               bias,
                               out,
                               reinterpret_cast<float *>(scratch),
                               image / p.groups,
                               image % p.groups,
                               x,
                               min(plan.columns, p.pixels - x),
                               first,
                               p.made * (split + 1) / plan.splits - first};
    runner.run();
  });
}

refusal plan_pointwise_forward(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  return plan_pointwise_planes(request, op, forward_roles(op), true);
}
void run_pointwise_forward(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_pointwise_planes(context, op, forward_roles(op), true);
}

refusal plan_pointwise_backward_data(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  return plan_pointwise_planes(request, op, backward_data_roles(op), false);
}
void run_pointwise_backward_data(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_pointwise_planes(context, op, backward_data_roles(op), false);
}

}  // namespace dnnlet::drivers
