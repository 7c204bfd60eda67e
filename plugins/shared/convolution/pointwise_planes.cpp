// SPDX-License-Identifier: Apache-2.0
// Convolution forward with a 1x1 kernel on planes of pixels (nchw), f32:
//   dst[n][oc][pixel] = bias[oc] + sum over ic of weights[oc][ic] * src[n][ic][pixel]
//   rows of A are output channels, read from weights as they are; rows of B are planes of src: there
//   is nothing to transpose or to pack
//   src, dst f32, each plane in one piece, weights f32 in any plain layout; disjoint
//   scratch of a worker: the columns of a tile of one plane
//   error: one rounding for each product, in the order of input channels
#include "plugins/shared/convolution/pointwise_planes.h"

#include <cstring>

#include "core/kernel/convolution.h"
#include "plugins/shared/convolution/fused_relu.h"

namespace dnnlet::shared {

namespace {

constexpr dim_t columns_wanted = 256;  // of a task
constexpr dim_t tasks_wanted = 32;
constexpr dim_t steps_at_once = 1024;  // of a sum, after which it is set down

struct problem {
  dim_t n, groups, ic, oc;  // channels of a group
  dim_t pixels;             // of a plane
  activation src, dst;
  dim_t group_stride, oc_stride, ic_stride;  // of weights
};

struct planes_plan {
  dim_t lanes;
  dim_t columns;  // of a task
  dim_t splits;   // tasks that share the columns, each with some of the output channels
  fused_relu relu;
  size_t workers_at, worker_bytes;
};

bool is_pointwise(const convolution_sizes &z) noexcept {
  return z.kd * z.kh * z.kw == 1 && z.stride_d * z.stride_h * z.stride_w == 1 &&
         z.front + z.top + z.left == 0 && z.id == z.od && z.ih == z.oh && z.iw == z.ow;
}

bool is_plane(const activation &a, const convolution_sizes &z) noexcept {
  return a.run == 1 && a.w == 1 && (z.ih == 1 || a.h == z.iw) && (z.id == 1 || a.d == z.iw * z.ih);
}

bool make_problem(const convolution_op &op, problem &p) noexcept {
  const convolution_sizes z = sizes_of(op);
  if (!is_pointwise(z) || !describe(op.src, p.src) || !describe(op.dst, p.dst)) return false;
  if (!is_plane(p.src, z) || !is_plane(p.dst, z)) return false;
  const dim_t *strides = op.weights.blocked.strides;
  const int first = z.has_groups ? 1 : 0;
  p.n = z.n;
  p.groups = z.groups;
  p.ic = z.ic / z.groups;
  p.oc = z.oc / z.groups;
  p.pixels = z.id * z.ih * z.iw;
  p.group_stride = z.has_groups ? strides[0] : 0;
  p.oc_stride = strides[first];
  p.ic_stride = strides[first + 1];
  return true;
}

// One worker at one task.
struct tile_runner {
  const convolution_backend &backend;
  const problem &p;
  const planes_plan &plan;
  const float *src, *weights, *bias;
  float *dst, *copy;
  dim_t n, group, x, columns, first_oc, oc_count;

  void run() const noexcept;
  void add(dim_t ic, dim_t count) const noexcept;
};

void tile_runner::run() const noexcept {
  // Tiles read whole vectors: what ends beyond the last plane of all is not read in place.
  const bool at_the_end = n == p.n - 1 && group == p.groups - 1 && x + columns == p.pixels &&
                          columns % plan.lanes != 0;
  for (dim_t ic = 0; ic < p.ic; ic += steps_at_once) {
    const dim_t count = min(steps_at_once, p.ic - ic);
    const bool is_last = at_the_end && ic + count == p.ic;
    if (is_last && count > 1) add(ic, count - 1);
    if (is_last)
      add(p.ic - 1, 1);
    else
      add(ic, count);
  }
}

void tile_runner::add(dim_t ic, dim_t count) const noexcept {
  const dim_t channel = group * p.oc + first_oc, tile = plan.lanes * backend.tiles->max_vectors;
  const tile_tap tap = {0, 0};
  const float *b = src + p.src.at(n, 0, 0, x, group * p.ic + ic);
  if (count == 1) {
    std::memcpy(copy, b, size_t(columns) * sizeof(float));
    b = copy;
  }
  tile_args t = {};
  t.a = reinterpret_cast<const char *>(weights + group * p.group_stride + first_oc * p.oc_stride +
                                       ic * p.ic_stride);
  t.a_row = ptrdiff_t(p.oc_stride * dim_t(sizeof(float)));
  t.a_step = ptrdiff_t(p.ic_stride * dim_t(sizeof(float)));
  t.b_step = ptrdiff_t(p.src.run_stride * dim_t(sizeof(float)));
  t.taps = &tap;
  t.tap_count = 1;
  t.steps = size_t(count);
  t.c_row = ptrdiff_t(p.dst.run_stride);
  t.start_row = t.c_row;
  t.row_start = bias ? bias + channel : nullptr;
  t.relu = plan.relu.on && ic + count == p.ic;
  t.relu_alpha = plan.relu.alpha;
  for (dim_t i = 0; i < columns; i += tile) {
    t.cols = size_t(min(tile, columns - i));
    t.b = reinterpret_cast<const char *>(b + i);
    t.c = dst + p.dst.at(n, 0, 0, x + i, channel);
    t.start = ic > 0 ? t.c : nullptr;
    run_panel(*backend.tiles, size_t(plan.lanes), t, size_t(oc_count));
  }
}

}  // namespace

refusal plan_pointwise_planes(plan_request &request, const convolution_backend &backend) {
  auto &op = request.problem<convolution_op>();
  if (op.head.alg == dnnl_convolution_winograd) return "algorithm";
  if (op.src.data_type != dnnl_f32 || op.weights.data_type != dnnl_f32 ||
      op.dst.data_type != dnnl_f32 || (!is_zero(op.bias) && op.bias.data_type != dnnl_f32))
    return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  auto &plan = request.plan->as<planes_plan>();
  if (!takes_fused_relu(*request.attr, plan.relu)) return "attributes";
  if (!is_plain(op.weights)) return "layout of weights";
  problem p;
  if (!make_problem(op, p)) return "not 1x1, or layout of src or dst";
  if (is_any(op.bias) && !set_layout_by_tag(op.bias, dnnl_a)) return "size";
  if (!is_zero(op.bias) && !is_dense(op.bias)) return "layout of bias";
  plan.lanes = dim_t(backend.lanes());
  plan.columns = round_up(columns_wanted, plan.lanes);
  const dim_t tiles = p.n * p.groups * div_up(p.pixels, plan.columns);
  plan.splits = clamp<dim_t>(tasks_wanted / tiles, 1, div_up<dim_t>(p.oc, 16));
  plan.worker_bytes = size_t(plan.columns) * sizeof(float);
  plan.workers_at = request.add_scratch(plan.worker_bytes * size_t(request.max_workers));
  return accepted;
}

void run_pointwise_planes(const run_context &context, const convolution_backend &backend) {
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan->as<planes_plan>();
  problem p;
  make_problem(op, p);
  const auto *src = context.first<const float>(DNNL_ARG_SRC, op.src);
  const auto *weights = context.first<const float>(DNNL_ARG_WEIGHTS, op.weights);
  const float *bias =
      is_zero(op.bias) ? nullptr : context.first<const float>(DNNL_ARG_BIAS, op.bias);
  auto *dst = context.first<float>(DNNL_ARG_DST, op.dst);
  const dim_t tiles = div_up(p.pixels, plan.columns);
  parallel_for(context.workers, p.n * p.groups * tiles * plan.splits, [&](int64_t item, int worker) {
    const dim_t split = item % plan.splits, x = item / plan.splits % tiles * plan.columns;
    const dim_t group = item / plan.splits / tiles % p.groups;
    const dim_t first_oc = p.oc * split / plan.splits;
    char *scratch = context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes;
    const tile_runner runner = {backend, p, plan, src, weights, bias, dst,
                                reinterpret_cast<float *>(scratch),
                                item / plan.splits / tiles / p.groups, group, x,
                                min(plan.columns, p.pixels - x), first_oc,
                                p.oc * (split + 1) / plan.splits - first_oc};
    runner.run();
  });
}

}  // namespace dnnlet::shared
