// SPDX-License-Identifier: Apache-2.0
// pool_max_gather; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// Windows one element apart, few points: an item is as many channels as fit into the L1 cache, or
// one. Their planes of diff_dst are laid out with zeros between rows and between planes, so that
// all of them are one run, in which each element of diff_src gathers from the windows that it lies
// in, in ascending order of these: that of pool_max_planes, which adds where maxima were, one by
// one, and takes 2 to 3 times as long, since neighbours are often added to the same element.
#include <cstring>

#include "plugins/drivers/pooling/backward.h"
#include "plugins/drivers/pooling/planes_backward.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

constexpr dim_t budget = 3072;  // of elements of an item

// Windows along an axis, with as many zeros after the last as one before the first or after it
// sees.
struct padded_axis {
  dim_t lead, pitch;
  explicit padded_axis(const axis &a) noexcept
      : lead(max<dim_t>(a.reach() - 1 - a.left, 0)),
        pitch(max(a.dst + max(lead, a.src + a.left - a.dst), a.src)) {}
};

struct max_gather_plan {
  activation src, dst;
  dim_t channels;  // of an item
  // In a worker's scratch memory: windows with zeros, where their maxima are, sums; at 0: all of
  // these as they lie in tensors.
  size_t windows, index, sums, scratch;
};

// Elements before those of the first window, and of `channels` planes and what they see.
dim_t lead_of(const geometry &g) noexcept {
  return padded_axis(g.h).lead * padded_axis(g.w).pitch + padded_axis(g.w).lead;
}
dim_t plane_of(const geometry &g) noexcept {
  return padded_axis(g.h).pitch * padded_axis(g.w).pitch;
}
dim_t size_of(const geometry &g, dim_t channels) noexcept {
  const dim_t end = max<dim_t>(g.h.left * padded_axis(g.w).pitch + g.w.left, 0);
  return lead_of(g) + channels * plane_of(g) + end + 2 * pooling_slack;
}

refusal plan_max_gather(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<max_gather_plan, pooling_op>();
  if (op.head.alg != dnnl_pooling_max) return "it is not the maximum";
  if (const refusal reason = check_backward(request, p.src, p.dst)) return reason;
  const geometry g(op);
  if (const refusal reason = check_columns(g.w, p.src, p.dst)) return reason;
  if (op.workspace.data_type != dnnl_u8) return "the window has too many points";
  if (g.d.src != 1 || g.d.dst != 1 || g.d.kernel != 1) return "windows have a depth";
  if (g.h.stride != 1 || g.w.stride != 1) return "windows are not neighbours";
  if (g.h.src + g.h.reach() + g.h.left > 4096 || g.w.src + g.w.reach() + g.w.left > 4096 ||
      plane_of(g) > (1 << 16))
    return "planes are too large";
  const dim_t lanes = dim_t(request.parts_as<pooling_backward_backend>().chosen_u8.lanes());
  // Points for each element of diff_dst: up to so many gain, measured with 8 and 16 lanes.
  const dim_t most = clamp(lanes * lanes / 2, dim_t(12), dim_t(128));
  if (plane_of(g) * g.points() > most * g.h.dst * g.w.dst) return "windows see too much";
  p.channels = even_part(g.c, budget / plane_of(g));
  const dim_t size = size_of(g, p.channels) * 4;
  scratch_layout layout;
  layout.add((p.channels * max(g.h.src * g.w.src, g.h.dst * g.w.dst) + pooling_slack) * 4);
  p.windows = layout.add(size);
  p.index = layout.add(size / 4);
  p.sums = layout.add(size);
  p.scratch = worker_share(size_t(layout.size));
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

class max_gather_backward {
 public:
  max_gather_backward(const run_context &context, const pooling_backward_backend &backend) noexcept
      : b_(backend),
        t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<max_gather_plan, pooling_op>()),
        pitch_(padded_axis(g_.w).pitch),
        plane_(plane_of(g_)),
        src_runs_(p_.src, 1, g_.h.src, g_.w.src),
        dst_runs_(p_.dst, 1, g_.h.dst, g_.w.dst) {}

  dim_t items() const noexcept { return g_.n * div_up(g_.c, p_.channels); }

  void run(dim_t item, int worker) const noexcept {
    char *const scratch = t_.context.scratchpad + size_t(worker) * p_.scratch;
    const dim_t c = take(item, div_up(g_.c, p_.channels)) * p_.channels;
    const dim_t count = min(p_.channels, g_.c - c), lead = lead_of(g_);
    float *const dense = reinterpret_cast<float *>(scratch);
    float *const windows = reinterpret_cast<float *>(scratch + p_.windows);
    char *const index = scratch + p_.index + lead;
    float *const sums = reinterpret_cast<float *>(scratch + p_.sums);
    std::memset(windows, 0, size_t(size_of(g_, count)) * sizeof(float));
    load_index(item, c, count, index);
    load(item, c, count, dense, windows + lead);
    gather(windows + lead, index, count * plane_, sums);
    store(item, c, count, sums, dense);
  }

 private:
  // What lies between rows has no effect: zeros are added, or none.
  void load_index(dim_t n, dim_t c, dim_t count, char *to) const noexcept {
    for (dim_t i = 0; i < count; ++i) {
      const char *from = t_.index + p_.dst.at(n, 0, 0, 0, c + i);
      const dim_t rows = dst_runs_.are_dense(p_.dst) ? (count - i) * g_.h.dst : 0;
      for (dim_t row = 0; row < g_.h.dst; ++row)
        copy_bytes(from + row * p_.dst.h, g_.w.dst, max<dim_t>(rows - row, 1) * g_.w.dst,
                   to + i * plane_ + row * pitch_);
    }
  }

  // From where they are, where vectors may be read beyond their end, or else from a dense copy.
  void load(dim_t n, dim_t c, dim_t count, float *dense, float *to) const noexcept {
    const dim_t size = dst_runs_.elements(), at = p_.dst.at(n, 0, 0, 0, c);
    const dim_t end = p_.dst.at(g_.n - 1, 0, 0, 0, g_.c - 1) + size;
    const bool is_direct =
        t_.dst_is_f32() && dst_runs_.are_dense(p_.dst) && at + count * size + pooling_slack <= end;
    if (!is_direct) t_.load_channels(p_.dst, dst_runs_, n, c, count, dense);
    const float *from = is_direct ? reinterpret_cast<const float *>(t_.dst) + at : dense;
    for (dim_t i = 0; i < count; ++i)
      b_.copy_rows(
          {from + i * size, g_.w.dst, to + i * plane_, pitch_, g_.h.dst, g_.w.dst, nullptr, 0});
  }

  void gather(const float *windows, char *index, dim_t n, float *sums) const noexcept {
    window_folder folder(b_.chosen_u8);
    window_run &run = folder.run();
    run.first = true;
    run.n = whole_vectors(n, b_.chosen_u8.lanes());
    run.outputs = 1;
    run.src = windows;
    run.index = index;
    run.dst = sums;
    for (dim_t h = g_.h.kernel - 1; h >= 0; --h)
      for (dim_t w = g_.w.kernel - 1; w >= 0; --w)
        folder.add((g_.h.left - h * g_.h.dilate) * pitch_ + g_.w.left - w * g_.w.dilate,
                   h * g_.w.kernel + w);
    folder.finish();
  }

  void store(dim_t n, dim_t c, dim_t count, const float *sums, float *dense) const noexcept {
    const dim_t size = src_runs_.elements();
    const bool is_final = t_.src_is_f32();
    for (dim_t i = 0; i < count; ++i) {
      float *to = is_final ? reinterpret_cast<float *>(t_.src) + p_.src.at(n, 0, 0, 0, c + i)
                           : dense + i * size;
      b_.copy_rows({sums + i * plane_, pitch_, to, is_final ? p_.src.h : g_.w.src, g_.h.src,
                    g_.w.src, nullptr, 0});
    }
    if (!is_final) t_.store_channels(p_.src, src_runs_, n, c, count, dense);
  }

  const pooling_backward_backend &b_;
  const backward_tensors t_;
  const geometry g_;
  const max_gather_plan &p_;
  const dim_t pitch_, plane_;
  const channel_runs src_runs_, dst_runs_;
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_max_gather_backward(plan_request &request) {
  return pooling::plan_max_gather(request);
}

void run_pooling_max_gather_backward(const run_context &context) noexcept {
  const pooling::max_gather_backward backward(context,
                                              context.parts_as<pooling_backward_backend>());
  parallel_for(context.workers, backward.items(),
               [&](int64_t item, int worker) { backward.run(item, worker); });
}

}  // namespace dnnlet::drivers
