// SPDX-License-Identifier: Apache-2.0
// pool_max_blocks; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// An item is a block of channels, of which all may be one, or a part where workers are many: each
// row of diff_dst is added where its maxima were, in order, so that numbers and indices are read
// once for all points of a window, and memory is read and written from end to end: pool_channels,
// which gathers, takes 1.2 to 1.7 times as long, but for windows one element apart, where it takes
// 0.3 to 0.7 of the time, since neighbours add to the same elements.
// Elements meet windows in the order of pool_max_planes.
#include <cstring>

#include "plugins/drivers/pooling/backward.h"
#include "plugins/drivers/pooling/channels_backward.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

struct max_blocks_plan {
  activation src, dst;
  dim_t chunk;  // channels of an item
};

refusal plan_max_blocks(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<max_blocks_plan, pooling_op>();
  if (op.head.alg != dnnl_pooling_max) return "it is not the maximum";
  if (request.attr->deterministic) return "sums are not in the order of plugins with single lanes";
  if (const refusal reason = check_backward(request, p.src, p.dst)) return reason;
  if (op.src.data_type != dnnl_f32 || op.dst.data_type != dnnl_f32) return "a type is not f32";
  const geometry g(op);
  if (g.d.src != 1 || g.d.dst != 1 || g.d.kernel != 1) return "windows have a depth";
  if (g.points() > max_points || op.workspace.data_type != dnnl_u8)
    return "the window has too many points";
  if (g.h.stride == 1 && g.w.stride == 1) return "windows are one element apart";
  const dim_t run = p.src.run;
  if (run % 8 != 0 || run != p.dst.run || g.c % run != 0)
    return "channels do not lie in whole eights";
  if (p.src.w != run && g.w.src > 1) return "there are gaps between columns";
  const dim_t parts = div_up(dim_t(request.max_workers), g.n * (g.c / run));
  p.chunk = min(run, round_up(div_up(run, parts), dim_t(16)));
  return accepted;
}

class max_blocks_backward {
 public:
  max_blocks_backward(const run_context &context, const pooling_backward_backend &backend) noexcept
      : t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<max_blocks_plan, pooling_op>()),
        whole_(g_.w.whole()),
        whole_rows_(g_.h.whole()),
        scatter_(backend.scatter_u8),
        chunks_{g_.c, p_.src.run, p_.chunk},
        is_met_(is_covered(g_.h) && is_covered(g_.w)),
        begins_apart_(is_met_ && g_.w.stride < g_.w.kernel),
        count_(list(0, {0, g_.h.kernel}, {0, g_.w.kernel}, 1, 1, points_)),
        first_count_(list(g_.w.begin(0) * p_.src.w, {0, g_.h.kernel}, g_.w.inside(0), 1, 0,
                          first_points_)) {}

  dim_t items() const noexcept { return g_.n * chunks_.count(); }

  void run(dim_t item) const noexcept {
    const range channels = chunks_.at(take(item, chunks_.count()));
    const dim_t c = channels.begin;
    const part to = {reinterpret_cast<float *>(t_.src) + p_.src.at(item, 0, 0, 0, c),
                     channels.count()};
    dim_t cleared = 0;  // rows before it
    for (dim_t oh = 0; oh < g_.h.dst; ++oh) {
      if (!is_met_) clear(to, cleared, g_.h.begin(oh) + g_.h.reach());
      scatter_row(to, p_.dst.at(item, 0, oh, 0, c), oh);
    }
    if (!is_met_) clear(to, cleared, g_.h.src);
  }

 private:
  // Of an image: diff_src from the first of so many channels on.
  struct part {
    float *src;
    dim_t channels;
  };

  // Each element lies in a window.
  static bool is_covered(const axis &a) noexcept {
    return a.left >= 0 && a.dilate == 1 && a.stride <= a.kernel &&
           a.begin(a.dst - 1) + a.kernel >= a.src;
  }
  // The window o is the first that has the element at its point k.
  static bool is_first(const axis &a, dim_t o, dim_t k) noexcept {
    return o == 0 || k + a.stride >= a.kernel;
  }

  void clear(const part &to, dim_t &begin, dim_t end) const noexcept {
    const bool is_dense = to.channels == p_.src.run;  // of columns
    const dim_t columns = is_dense ? 1 : g_.w.src,
                n = is_dense ? g_.w.src * p_.src.run : to.channels;
    for (; begin < min(end, g_.h.src); ++begin)
      for (dim_t w = 0; w < columns; ++w)
        std::memset(to.src + begin * p_.src.h + w * p_.src.w, 0, size_t(n) * sizeof(float));
  }

  // The points of a window of the row oh that begins at `at`.
  int list(dim_t at, const range &rows, const range &columns, dim_t oh, dim_t ow,
           window_point *to) const noexcept {
    int count = 0;
    for (dim_t kh = rows.begin; kh < rows.end; ++kh)
      for (dim_t kw = columns.end - 1; kw >= columns.begin; --kw) {
        const bool begins = is_met_ && is_first(g_.h, oh, kh) && is_first(g_.w, ow, kw);
        to[count++] = {at + kh * g_.h.dilate * p_.src.h + kw * g_.w.dilate * p_.src.w,
                       int32_t(kh * g_.w.kernel + kw), begins ? 0.0f : 1.0f};
      }
    return count;
  }

  // Windows that lie inside as a whole have the same points.
  void scatter_row(const part &to, dim_t at, dim_t oh) const noexcept {
    const dim_t inner = max<dim_t>(whole_.begin, begins_apart_), outer = max(whole_.end, inner);
    for (dim_t ow = 0; ow < inner; ++ow) scatter_windows(to, at, oh, ow, 1);
    if (inner < outer) scatter_windows(to, at, oh, inner, outer - inner);
    for (dim_t ow = outer; ow < g_.w.dst; ++ow) scatter_windows(to, at, oh, ow, 1);
  }
  void scatter_windows(const part &to, dim_t at, dim_t oh, dim_t ow, dim_t count) const noexcept {
    const dim_t begin = g_.h.begin(oh) * p_.src.h + g_.w.begin(ow) * p_.src.w;
    window_point points[max_points];
    window_run run = {};
    run.dst = to.src;
    const bool is_inner = oh > 0 && whole_rows_.has(oh);
    if (is_inner && ow == 0) {
      run.points = first_points_;
      run.count = first_count_;
      run.dst = to.src + g_.h.begin(oh) * p_.src.h;
    } else if (is_inner && ow >= begins_apart_ && whole_.has(ow)) {
      run.points = points_;
      run.count = count_;
      run.dst = to.src + begin;
    } else {  // where it begins may lie before to.src
      run.points = points;
      run.count = list(begin, g_.h.inside(oh), g_.w.inside(ow), oh, ow, points);
    }
    run.n = to.channels;
    run.outputs = count;
    run.src_step = p_.dst.w;
    run.dst_step = g_.w.stride * p_.src.w;
    run.src = reinterpret_cast<const float *>(t_.dst) + at + ow * p_.dst.w;
    run.index = const_cast<char *>(t_.index) + at + ow * p_.dst.w;
    scatter_(run);
  }

  const backward_tensors t_;
  const geometry g_;
  const max_blocks_plan &p_;
  const range whole_, whole_rows_;
  void (*const scatter_)(const window_run &);
  const channel_chunks chunks_;
  const bool is_met_;                // all of diff_src, by windows
  const dim_t begins_apart_;         // windows at the beginning of a row whose points differ
  window_point points_[max_points];  // of windows that lie inside
  const int count_;
  window_point first_points_[max_points];  // of those that begin a row
  const int first_count_;
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_max_blocks_backward(plan_request &request) {
  return pooling::plan_max_blocks(request);
}

void run_pooling_max_blocks_backward(const run_context &context) noexcept {
  const pooling::max_blocks_backward backward(context,
                                              context.parts_as<pooling_backward_backend>());
  parallel_for(context.workers, backward.items(), [&](int64_t item, int) { backward.run(item); });
}

}  // namespace dnnlet::drivers
