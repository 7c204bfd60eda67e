// SPDX-License-Identifier: Apache-2.0
// pool_max_gather; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// Windows two columns apart, of few points, rows of two vectors at least: an item is a channel. Its
// windows are laid out with others around them that have no maximum, so that elements of diff_src,
// pair by pair of columns, are sums over the same windows, of those whose maximum they were. Their
// order is that in which pool_max_planes adds, which looks for the elements of one window after the
// other.
#include <cstring>

#include "plugins/drivers/pooling/backward.h"
#include "plugins/drivers/pooling/planes_backward.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

constexpr dim_t most_points = 16;
constexpr dim_t most_windows = 16384, most_columns = 4096;
constexpr dim_t gathered = 4096;  // elements at a time, of types other than f32
constexpr int no_point = 255;

// The padded windows along an axis: how many lie before the first, and how many there are.
struct margin {
  dim_t before, count;
  explicit margin(const axis &a) noexcept
      : before((a.kernel - 1) / a.stride),
        count(before + max(a.dst, (a.left + a.src - 1) / a.stride + 1)) {}
};

struct max_gather_plan {
  activation src, dst;
  dim_t band;  // of rows that are gathered at a time
  // In a worker's scratch memory; at 0: padded windows; diff_dst, and later a band, of other types
  // than f32.
  size_t index, dense, scratch;
};

refusal plan_max_gather(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<max_gather_plan, pooling_op>();
  const auto &backend = request.parts_as<pooling_backward_backend>();
  if (op.head.alg != dnnl_pooling_max) return "it is not the maximum";
  if (const refusal reason = check_backward(request, p.src, p.dst)) return reason;
  const geometry g(op);
  if (const refusal reason = check_columns(g.w, p.src, p.dst)) return reason;
  if (g.d.src != 1 || g.d.dst != 1 || g.d.kernel != 1) return "windows have a depth";
  if (g.w.is_tiled()) return "windows lie side by side";
  if (g.w.stride != 2 || g.h.dilate != 1 || g.w.dilate != 1)
    return "windows are not two columns apart, or are dilated";
  if (op.workspace.data_type != dnnl_u8 || g.points() > most_points)
    return "the window has too many points";
  if (g.h.left < 0 || g.w.left < 0) return "padding is negative";
  if (g.w.src > most_columns || g.h.src > most_windows) return "planes are large";
  const margin h(g.h), w(g.w);
  if (w.count > most_columns || h.count > most_windows / w.count) return "planes are large";
  const dim_t lanes = min(dim_t(backend.sum.lanes()), pooling_slack);
  if (g.w.src % 2 != 0 || g.w.src < 2 * lanes) return "rows are odd, or short";
  const bool is_f32 = op.src.data_type == dnnl_f32;
  p.band = is_f32 ? g.h.src : clamp(gathered / g.w.src, dim_t(1), g.h.src);
  scratch_layout layout;
  const dim_t windows = h.count * w.count + 2 * pooling_slack;
  layout.add(windows * 4);
  p.index = layout.add(windows);
  const dim_t of_dst = op.dst.data_type == dnnl_f32 ? 0 : g.h.dst * g.w.dst + pooling_slack;
  p.dense = layout.add(max(of_dst, is_f32 ? 0 : p.band * g.w.src) * 4);
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
        dst_runs_(p_.dst, 1, g_.h.dst, g_.w.dst),
        h_(g_.h),
        w_(g_.w) {}

  dim_t items() const noexcept { return g_.n * g_.c; }

  void run(dim_t item, int worker) const noexcept {
    char *const scratch = t_.context.scratchpad + size_t(worker) * p_.scratch;
    const dim_t c = take(item, g_.c);
    lay_out(item, c, scratch);
    const dim_t to = p_.src.at(item, 0, 0, 0, c);
    for (dim_t row = 0; row < g_.h.src; row += p_.band)
      gather(row, min(p_.band, g_.h.src - row), scratch, to + row * p_.src.h);
  }

 private:
  // Vectors may be read beyond the end of what was converted, and of diff_dst where more follows.
  void lay_out(dim_t n, dim_t c, char *scratch) const noexcept {
    const dim_t first = h_.before * w_.count + w_.before, at = p_.dst.at(n, 0, 0, 0, c);
    float *const diff = reinterpret_cast<float *>(scratch) + first;
    float *const dense = reinterpret_cast<float *>(scratch + p_.dense);
    const bool is_f32 = t_.dst_is_f32();
    const bool ends = is_f32 && c + 1 + pooling_slack > g_.c;
    if (!is_f32) t_.load_channels(p_.dst, dst_runs_, n, c, 1, dense);
    const float *const from = is_f32 ? reinterpret_cast<const float *>(t_.dst) + at : dense;
    const dim_t row = is_f32 ? p_.dst.h : g_.w.dst;
    if (!ends) b_.copy_rows({from, row, diff, w_.count, g_.h.dst, g_.w.dst, nullptr, 0});
    char *const index = scratch + p_.index;
    std::memset(index, no_point, size_t(h_.count * w_.count));
    for (dim_t h = 0; h < g_.h.dst; ++h) {
      if (ends) std::memcpy(diff + h * w_.count, from + h * row, size_t(g_.w.dst) * 4);
      std::memcpy(index + first + h * w_.count, t_.index + at + h * p_.dst.h, size_t(g_.w.dst));
    }
  }

  void gather(dim_t row, dim_t count, char *scratch, dim_t to) const noexcept {
    const bool is_f32 = t_.src_is_f32();
    const dim_t pitch = is_f32 ? p_.src.h : g_.w.src;
    float *const rows = is_f32 ? reinterpret_cast<float *>(t_.src) + to
                               : reinterpret_cast<float *>(scratch + p_.dense);
    window_point points[2 * most_points];
    window_run run = {};
    run.points = points;
    run.n = g_.w.src / 2;
    run.src_step = w_.count;
    run.dst_step = g_.h.stride * pitch;
    run.src = scratch;
    run.index = scratch + p_.index;
    for (dim_t i = 0; i < min(g_.h.stride, count); ++i) {
      run.count = list_points(row + i, points);
      run.outputs = div_up(count - i, g_.h.stride);
      run.dst = rows + i * pitch;
      b_.gather_pairs(run);
    }
    if (is_f32) return;
    const dim_t pieces = p_.src.h == pitch ? 1 : count, n = count * pitch / pieces;
    for (dim_t i = 0; i < pieces; ++i)
      t_.rows.store(t_.op.src.data_type, t_.src, size_t(to + i * p_.src.h), rows + i * n,
                    size_t(n));
  }

  // The windows of the first and then of the second element of a row's pairs.
  int list_points(dim_t row, window_point *points) const noexcept {
    const dim_t h = row + g_.h.left;
    int count = 0;
    for (dim_t second = 0; second < 2; ++second) {
      const dim_t w = g_.w.left + second;
      for (dim_t oh = h_.before; oh >= 0; --oh)
        for (dim_t ow = w_.before; ow >= 0; --ow) {
          const dim_t kh = h % g_.h.stride + oh * g_.h.stride, kw = w % 2 + ow * 2;
          if (kh >= g_.h.kernel || kw >= g_.w.kernel) continue;
          const dim_t at = (h / g_.h.stride - oh + h_.before) * w_.count + w / 2 - ow + w_.before;
          points[count++] = {at, int32_t(kh * g_.w.kernel + kw), float(second)};
        }
    }
    return count;
  }

  const pooling_backward_backend &b_;
  const backward_tensors t_;
  const geometry g_;
  const max_gather_plan &p_;
  const channel_runs dst_runs_;
  const margin h_, w_;
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
