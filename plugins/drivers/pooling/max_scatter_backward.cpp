// SPDX-License-Identifier: Apache-2.0
// pool_max_scatter; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// Small planes: an item is as many channels as fit into the L1 cache, or one. Their sums have room
// for the padding around them, so that no point has to be looked at, and each element of diff_dst
// is added where its maximum was, in order: that of pool_max_planes. Neighbours are often added to
// the same element, and wait for each other; a row of each channel in turn is what there is to do
// meanwhile.
#include <cstring>

#include "plugins/drivers/pooling/backward.h"
#include "plugins/drivers/pooling/planes_backward.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

constexpr dim_t budget = 4096;  // of elements of an item
constexpr dim_t most_points = 64;

// Elements along an axis that windows see, or that there are.
dim_t extent_of(const axis &a) noexcept {
  return max(a.seen(a.dst), a.src + a.left);
}

struct max_scatter_plan {
  activation src, dst;
  dim_t channels;  // of an item
  // In a worker's scratch memory; at 0: diff_dst, and later diff_src, as f32 where they are not.
  size_t sums, scratch;
};

refusal plan_max_scatter(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<max_scatter_plan, pooling_op>();
  if (op.head.alg != dnnl_pooling_max) return "it is not the maximum";
  if (const refusal reason = check_backward(request, p.src, p.dst)) return reason;
  const geometry g(op);
  if (const refusal reason = check_columns(g.w, p.src, p.dst)) return reason;
  if (op.workspace.data_type != dnnl_u8 || g.points() > most_points)
    return "the window has too many points";
  if (g.d.src != 1 || g.d.dst != 1 || g.d.kernel != 1) return "windows have a depth";
  if (g.h.stride != 1 || g.w.stride != 1) return "windows are not neighbours";
  if (g.h.left < 0 || g.w.left < 0) return "padding is negative";
  const dim_t rows = extent_of(g.h), columns = extent_of(g.w);
  if (rows > budget || columns > budget / rows) return "planes are too large";
  if (channel_step(p.src, g.c) == 0 || channel_step(p.dst, g.c) == 0) return "blocks of channels";
  p.channels = even_part(g.c, budget / (rows * columns));
  scratch_layout layout;
  if (op.src.data_type != dnnl_f32 || op.dst.data_type != dnnl_f32)
    layout.add(p.channels * max(g.h.src * g.w.src, g.h.dst * g.w.dst) * 4);
  p.sums = layout.add((p.channels * rows * columns + pooling_slack) * 4);
  p.scratch = worker_share(size_t(layout.size));
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

// Windows of so many channels, and the sums of these.
struct windows {
  const float *diff;
  dim_t diff_row, diff_step;  // from a row to the next, and from a channel to the next
  const uint8_t *index;
  dim_t index_row, index_step;
  float *sums;
  dim_t row, step;
  dim_t channels, rows, columns;
  const dim_t *places;  // of points
  dim_t points;
};

// A row of each channel in turn. What is no index of a point has no effect. A function of its own
// keeps what the innermost loop has in registers: 1.3 times as fast.
[[gnu::noinline]] void scatter_rows(const windows &all) noexcept {
  const dim_t points = all.points, columns = all.columns;
  const dim_t *const places = all.places;
  for (dim_t h = 0; h < all.rows; ++h) {
    const float *diff = all.diff + h * all.diff_row;
    const uint8_t *index = all.index + h * all.index_row;
    float *sums = all.sums + h * all.row;
    for (dim_t i = 0; i < all.channels; ++i) {
      for (dim_t w = 0; w < columns; ++w)
        if (index[w] < points) sums[w + places[index[w]]] += diff[w];
      diff += all.diff_step;
      index += all.index_step;
      sums += all.step;
    }
  }
}

class max_scatter_backward {
 public:
  max_scatter_backward(const run_context &context, const pooling_backward_backend &backend) noexcept
      : b_(backend),
        t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<max_scatter_plan, pooling_op>()),
        pitch_(extent_of(g_.w)),
        plane_(extent_of(g_.h) * pitch_),
        src_step_(channel_step(p_.src, g_.c)),
        dst_step_(channel_step(p_.dst, g_.c)),
        src_runs_(p_.src, 1, g_.h.src, g_.w.src),
        dst_runs_(p_.dst, 1, g_.h.dst, g_.w.dst) {
    dim_t k = 0;
    for (dim_t h = 0; h < g_.h.kernel; ++h)
      for (dim_t w = 0; w < g_.w.kernel; ++w)
        points_[k++] = h * g_.h.dilate * pitch_ + w * g_.w.dilate;
  }

  dim_t items() const noexcept { return g_.n * div_up(g_.c, p_.channels); }

  void run(dim_t item, int worker) const noexcept {
    char *const scratch = t_.context.scratchpad + size_t(worker) * p_.scratch;
    const dim_t c = take(item, div_up(g_.c, p_.channels)) * p_.channels;
    const dim_t count = min(p_.channels, g_.c - c);
    float *const dense = reinterpret_cast<float *>(scratch);
    float *const sums = reinterpret_cast<float *>(scratch + p_.sums);
    std::memset(sums, 0, size_t(count * plane_) * sizeof(float));
    scatter(item, c, count, dense, sums);
    store(item, c, count, sums, dense);
  }

 private:
  void scatter(dim_t n, dim_t c, dim_t count, float *dense, float *sums) const noexcept {
    const dim_t at = p_.dst.at(n, 0, 0, 0, c);
    const bool is_f32 = t_.dst_is_f32();
    if (!is_f32) t_.load_channels(p_.dst, dst_runs_, n, c, count, dense);
    const float *diff = is_f32 ? reinterpret_cast<const float *>(t_.dst) + at : dense;
    scatter_rows({diff, is_f32 ? p_.dst.h : g_.w.dst, is_f32 ? dst_step_ : g_.h.dst * g_.w.dst,
                  reinterpret_cast<const uint8_t *>(t_.index) + at, p_.dst.h, dst_step_, sums,
                  pitch_, plane_, count, g_.h.dst, g_.w.dst, points_, g_.points()});
  }

  // A row of all channels at a time, unless sums without padding are converted as they are.
  void store(dim_t n, dim_t c, dim_t count, const float *sums, float *dense) const noexcept {
    const bool is_f32 = t_.src_is_f32();
    if (!is_f32 && plane_ == g_.h.src * g_.w.src)
      return t_.store_channels(p_.src, src_runs_, n, c, count, sums);
    float *to = is_f32 ? reinterpret_cast<float *>(t_.src) + p_.src.at(n, 0, 0, 0, c) : dense;
    const dim_t row = is_f32 ? p_.src.h : g_.w.src;
    const dim_t step = is_f32 ? src_step_ : g_.h.src * g_.w.src;
    sums += g_.h.left * pitch_ + g_.w.left;
    for (dim_t h = 0; h < g_.h.src; ++h)
      b_.copy_rows({sums + h * pitch_, plane_, to + h * row, step, count, g_.w.src, nullptr, 0});
    if (!is_f32) t_.store_channels(p_.src, src_runs_, n, c, count, dense);
  }

  const pooling_backward_backend &b_;
  const backward_tensors t_;
  const geometry g_;
  const max_scatter_plan &p_;
  const dim_t pitch_, plane_, src_step_, dst_step_;
  const channel_runs src_runs_, dst_runs_;
  dim_t points_[most_points];
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_max_scatter_backward(plan_request &request) {
  return pooling::plan_max_scatter(request);
}

void run_pooling_max_scatter_backward(const run_context &context) noexcept {
  const pooling::max_scatter_backward backward(context,
                                               context.parts_as<pooling_backward_backend>());
  parallel_for(context.workers, backward.items(),
               [&](int64_t item, int worker) { backward.run(item, worker); });
}

}  // namespace dnnlet::drivers
