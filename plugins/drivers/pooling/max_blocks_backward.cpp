// SPDX-License-Identifier: Apache-2.0
// pool_max_blocks; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// An item is a block of channels: each row of diff_dst is added where its maxima were, in order, so
// that numbers and indices are read once for all points of a window, and memory is read and written
// from end to end: pool_channels, which gathers, takes 1.3 times as long, but for windows one
// element apart, where it takes 0.3 to 0.7 of the time, since neighbours add to the same elements.
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
  if (run % 8 != 0 || run != p.dst.run || g.c <= run || g.c % run != 0)
    return "channels do not lie in whole blocks of eight or more";
  if (p.src.w != run && g.w.src > 1) return "there are gaps between columns";
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
        row_(g_.w.src * p_.src.run),
        count_(list(0, {0, g_.h.kernel}, {0, g_.w.kernel}, points_)) {}

  dim_t items() const noexcept { return g_.n * (g_.c / p_.src.run); }

  void run(dim_t item) const noexcept {
    const dim_t c = take(item, g_.c / p_.src.run) * p_.src.run;
    float *const src = reinterpret_cast<float *>(t_.src) + p_.src.at(item, 0, 0, 0, c);
    dim_t cleared = 0;  // rows before it
    for (dim_t oh = 0; oh < g_.h.dst; ++oh) {
      clear(src, cleared, g_.h.begin(oh) + g_.h.reach());
      scatter_row(src, p_.dst.at(item, 0, oh, 0, c), oh);
    }
    clear(src, cleared, g_.h.src);
  }

 private:
  void clear(float *src, dim_t &begin, dim_t end) const noexcept {
    const dim_t rows = min(end, g_.h.src) - begin;
    if (rows <= 0) return;
    const bool is_dense = p_.src.h == row_;
    for (dim_t i = 0; i < (is_dense ? 1 : rows); ++i)
      std::memset(src + (begin + i) * p_.src.h, 0,
                  size_t(is_dense ? rows * row_ : row_) * sizeof(float));
    begin += rows;
  }

  // The points of a window that begins at `at`.
  int list(dim_t at, const range &rows, const range &columns, window_point *to) const noexcept {
    int count = 0;
    for (dim_t kh = rows.begin; kh < rows.end; ++kh)
      for (dim_t kw = columns.end - 1; kw >= columns.begin; --kw)
        to[count++] = {at + kh * g_.h.dilate * p_.src.h + kw * g_.w.dilate * p_.src.w,
                       int32_t(kh * g_.w.kernel + kw), 1};
    return count;
  }

  // Windows that lie inside as a whole have the same points.
  void scatter_row(float *src, dim_t at, dim_t oh) const noexcept {
    for (dim_t ow = 0; ow < whole_.begin; ++ow) scatter_windows(src, at, oh, ow, 1);
    if (whole_.count() > 0) scatter_windows(src, at, oh, whole_.begin, whole_.count());
    for (dim_t ow = whole_.end; ow < g_.w.dst; ++ow) scatter_windows(src, at, oh, ow, 1);
  }
  void scatter_windows(float *src, dim_t at, dim_t oh, dim_t ow, dim_t count) const noexcept {
    const dim_t begin = g_.h.begin(oh) * p_.src.h + g_.w.begin(ow) * p_.src.w;
    window_point points[max_points];
    window_run run = {};
    run.dst = src;
    if (whole_rows_.has(oh) && whole_.has(ow)) {
      run.points = points_;
      run.count = count_;
      run.dst = src + begin;
    } else {  // where it begins may lie before src
      run.points = points;
      run.count = list(begin, g_.h.inside(oh), g_.w.inside(ow), points);
    }
    run.n = p_.src.run;
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
  const dim_t row_;                  // elements of diff_src's
  window_point points_[max_points];  // of windows that lie inside
  const int count_;
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
