// SPDX-License-Identifier: Apache-2.0
// pool_max_planes; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// An item is a channel of diff_src: each element of diff_dst is added where its maximum was, in
// order. It takes about as long as the memory does, without any vectors.
// Of windows of two columns that lie side by side, elements are those of diff_dst whose maxima they
// were, or zero: pairs of them make rows. That takes less than half as long.
#include <cstring>

#include "plugins/drivers/pooling/backward.h"
#include "plugins/drivers/pooling/planes_backward.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

struct max_planes_plan {
  activation src, dst;
  dim_t channels;  // of an item; several lie without gaps, and are of pairs
  dim_t group;     // rows of windows that are chosen from at a time; 0: windows are no pairs
  // At 0: diff_src as f32, where it is of another type; the same of diff_dst; short rows.
  size_t diff, chosen, scratch;
};

constexpr dim_t chosen_windows = 2048;  // at a time: the L1 cache has what they become

bool is_of_pairs(const geometry &g, const pooling_op &op, const activation &dst) noexcept {
  return has_large_caches && g.d.src * g.d.dst * g.d.kernel == 1 && g.h.is_tiled() &&
         g.w.is_tiled() && g.w.kernel == 2 && g.h.kernel <= 128 &&
         op.workspace.data_type == dnnl_u8 && (g.h.dst == 1 || dst.h == g.w.dst);
}

refusal plan_max_planes(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<max_planes_plan, pooling_op>();
  if (op.head.alg != dnnl_pooling_max) return "it is not the maximum";
  if (const refusal reason = check_backward(request, p.src, p.dst)) return reason;
  const geometry g(op);
  if (const refusal reason = check_columns(g.w, p.src, p.dst)) return reason;
  p.channels = 1;
  if (is_of_pairs(g, op, p.dst)) {
    if (g.w.dst > (1 << 20)) return "rows are too long";
    const bool are_dense = channel_runs(p.src, 1, g.h.src, g.w.src).are_dense(p.src, g.c) &&
                           channel_runs(p.dst, 1, g.h.dst, g.w.dst).are_dense(p.dst, g.c);
    if (are_dense) p.channels = even_part(g.c, chosen_windows / (g.h.dst * g.w.dst));
    // Of channels without gaps, rows follow each other, whatever stride a height of one has.
    if (g.h.src == 1) p.src.h = g.w.src;
    if (g.h.dst == 1) p.dst.h = g.w.dst;
    p.group = clamp(chosen_windows / g.w.dst, dim_t(1), p.channels * g.h.dst);
  }
  scratch_layout layout;
  if (op.src.data_type != dnnl_f32) {
    if (g.d.src * g.h.src > (1 << 20) / g.w.src) return "planes are too large";
    layout.add(p.channels * g.d.src * g.h.src * g.w.src * 4);
  }
  if (op.dst.data_type != dnnl_f32) {
    if (g.d.dst * g.h.dst > (1 << 20) / g.w.dst) return "planes are too large";
    p.diff = layout.add(p.channels * g.d.dst * g.h.dst * g.w.dst * 4);
  }
  if (p.group != 0 && g.w.dst < pooling_slack)
    p.chosen = layout.add((p.group * g.w.dst + pooling_slack) * 2 * 4);
  p.scratch = worker_share(size_t(layout.size));
  if (p.scratch != 0) request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

class max_planes_backward {
 public:
  max_planes_backward(const run_context &context, const pooling_backward_backend &backend) noexcept
      : b_(backend),
        t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<max_planes_plan, pooling_op>()),
        src_runs_(p_.src, g_.d.src, g_.h.src, g_.w.src),
        dst_runs_(p_.dst, g_.d.dst, g_.h.dst, g_.w.dst),
        whole_d_(g_.d.whole()),
        whole_h_(g_.h.whole()),
        whole_w_(g_.w.whole()),
        step_h_(t_.src_is_f32() ? p_.src.h : g_.w.src),
        step_d_(t_.src_is_f32() ? p_.src.d : g_.h.src * g_.w.src) {
    find_points();
  }

  dim_t items() const noexcept { return g_.n * div_up(g_.c, channels()); }

  void run(dim_t item, int worker) const noexcept {
    char *scratch = t_.context.scratchpad + size_t(worker) * p_.scratch;
    plane to;
    to.c = take(item, div_up(g_.c, channels())) * channels();
    to.n = item;
    const dim_t count = has_large_caches ? min(channels(), g_.c - to.c) : 1;
    to.is_final = t_.src_is_f32();
    to.data = to.is_final ? reinterpret_cast<float *>(t_.src) + p_.src.at(to.n, 0, 0, 0, to.c)
                          : reinterpret_cast<float *>(scratch);
    to.diff = reinterpret_cast<float *>(scratch + p_.diff);
    to.chosen = reinterpret_cast<float *>(scratch + p_.chosen);
    if (has_large_caches && p_.group != 0) {
      if (!t_.dst_is_f32()) t_.load_channels(p_.dst, dst_runs_, to.n, to.c, count, to.diff);
      const dim_t rows = count * g_.h.dst;
      for (dim_t oh = 0; oh < rows; oh += p_.group) choose_rows(to, oh, min(p_.group, rows - oh));
    } else {
      add_plane(to);
    }
    if (!to.is_final) t_.store_channels(p_.src, src_runs_, to.n, to.c, count, to.data);
  }

 private:
  static constexpr dim_t max_known = 64;
  dim_t channels() const noexcept { return has_large_caches ? p_.channels : 1; }

  struct plane {
    dim_t n, c;
    float *data;  // diff_src, or an f32 copy of it
    bool is_final;
    float *diff;  // diff_dst, converted
    float *chosen;
  };

  void add_plane(const plane &to) const noexcept {
    if (to.is_final)
      src_runs_.for_each([&](dim_t, dim_t d, dim_t h) {
        std::memset(to.data + d * step_d_ + h * step_h_, 0, size_t(src_runs_.length) * 4);
      });
    else
      std::memset(to.data, 0, size_t(src_runs_.elements()) * 4);
    if (!t_.dst_is_f32()) t_.load_channels(p_.dst, dst_runs_, to.n, to.c, 1, to.diff);
    for (dim_t od = 0; od < g_.d.dst; ++od)
      for (dim_t oh = 0; oh < g_.h.dst; ++oh) scatter_row(to, od, oh);
  }

  // Rows oh, oh + 1, ... of windows, one row of points after the other: where they belong, unless
  // they have less than a vector.
  void choose_rows(const plane &to, dim_t oh, dim_t count) const noexcept {
    const dim_t at = p_.dst.at(to.n, 0, oh, 0, to.c);
    const bool is_short = g_.w.dst < pooling_slack;
    window_run run = {};
    run.count = 2;
    run.n = is_short ? count * g_.w.dst : g_.w.dst;
    run.outputs = is_short ? 1 : count;
    run.src_step = g_.w.dst;
    run.dst_step = g_.h.kernel * step_h_;
    run.src = diff_row(to, at, 0, oh);
    run.index = const_cast<char *>(t_.index) + at;
    float few[pooling_slack] = {};  // whole vectors are read
    char few_indices[pooling_slack] = {};
    if (run.n < pooling_slack) {
      std::memcpy(few, run.src, size_t(run.n) * sizeof(float));
      std::memcpy(few_indices, run.index, size_t(run.n));
      run.src = few;
      run.index = few_indices;
    }
    for (dim_t kh = 0; kh < g_.h.kernel; ++kh) {
      const window_point points[] = {{0, int32_t(kh * 2), 0}, {0, int32_t(kh * 2 + 1), 1}};
      float *const rows = to.data + (oh * g_.h.kernel + kh) * step_h_;
      run.points = points;
      run.dst = is_short ? to.chosen : rows;
      b_.gather_pairs(run);
      if (is_short)
        b_.copy_rows({to.chosen, g_.w.src, rows, run.dst_step, count, g_.w.src, nullptr, 0});
    }
  }

  void find_points() noexcept {
    dim_t k = 0;
    for (dim_t kd = 0; kd < g_.d.kernel; ++kd)
      for (dim_t kh = 0; kh < g_.h.kernel; ++kh)
        for (dim_t kw = 0; kw < g_.w.kernel; ++kw, ++k) {
          if (k == max_known) return;
          points_[k] = kd * g_.d.dilate * step_d_ + kh * g_.h.dilate * step_h_ + kw * g_.w.dilate;
        }
  }

  // A row that lies at `at` in diff_dst.
  const float *diff_row(const plane &to, dim_t at, dim_t od, dim_t oh) const noexcept {
    return t_.dst_is_f32() ? reinterpret_cast<const float *>(t_.dst) + at
                           : to.diff + (od * g_.h.dst + oh) * g_.w.dst;
  }

  void scatter_row(const plane &to, dim_t od, dim_t oh) const noexcept {
    const dim_t at = p_.dst.at(to.n, od, oh, 0, to.c);
    const float *diff = diff_row(to, at, od, oh);
    if (t_.index_size == 4)
      scatter(to, od, oh, diff, reinterpret_cast<const int32_t *>(t_.index) + at);
    else
      scatter(to, od, oh, diff, reinterpret_cast<const uint8_t *>(t_.index) + at);
  }

  template <class Index>
  void scatter(const plane &to, dim_t od, dim_t oh, const float *diff,
               const Index *index) const noexcept {
    const bool is_whole = whole_d_.has(od) && whole_h_.has(oh) && g_.points() <= max_known;
    const dim_t inner = is_whole ? whole_w_.begin : g_.w.dst;
    const dim_t outer = is_whole ? whole_w_.end : g_.w.dst;
    for (dim_t ow = 0; ow < inner; ++ow) scatter_one(to, od, oh, ow, diff[ow], index[ow]);
    if (inner < outer) {
      float *at = to.data + g_.d.begin(od) * step_d_ + g_.h.begin(oh) * step_h_ + g_.w.begin(inner);
      const uint64_t points = uint64_t(g_.points());
      const dim_t stride = g_.w.stride;
      for (dim_t ow = inner; ow < outer; ++ow, at += stride) {
        const uint64_t k = uint64_t(index[ow]);
        if (k < points) at[points_[k]] += diff[ow];
      }
    }
    for (dim_t ow = outer; ow < g_.w.dst; ++ow) scatter_one(to, od, oh, ow, diff[ow], index[ow]);
  }

  // Where the point may lie outside of diff_src: a window without a maximum has its first point for
  // one. What is no index of a point has no effect.
  void scatter_one(const plane &to, dim_t od, dim_t oh, dim_t ow, float diff,
                   dim_t k) const noexcept {
    if (k < 0 || k >= g_.points()) return;
    const dim_t iw = g_.w.begin(ow) + take(k, g_.w.kernel) * g_.w.dilate;
    const dim_t ih = g_.h.begin(oh) + take(k, g_.h.kernel) * g_.h.dilate;
    const dim_t id = g_.d.begin(od) + k * g_.d.dilate;
    if (id >= 0 && id < g_.d.src && ih >= 0 && ih < g_.h.src && iw >= 0 && iw < g_.w.src)
      to.data[id * step_d_ + ih * step_h_ + iw] += diff;
  }

  const pooling_backward_backend &b_;
  const backward_tensors t_;
  const geometry g_;
  const max_planes_plan &p_;
  const channel_runs src_runs_, dst_runs_;
  const range whole_d_, whole_h_, whole_w_;
  const dim_t step_h_, step_d_;  // strides of diff_src, or of an f32 copy of it
  dim_t points_[max_known];      // where the first points of a window lie, from its beginning
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_max_planes_backward(plan_request &request) {
  return pooling::plan_max_planes(request);
}

void run_pooling_max_planes_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<pooling_backward_backend>();
  const pooling::max_planes_backward backward(context, backend);
  parallel_for(context.workers, backward.items(),
               [&](int64_t item, int worker) { backward.run(item, worker); });
}

}  // namespace dnnlet::drivers
