// SPDX-License-Identifier: Apache-2.0
// pool_s32; five facts: plugins/kernels/pooling/pooling_forward.cpp.
//
// An item is a piece of a row of dst. Where channels lie side by side it has a chunk of them: each
// window is folded at once. Where columns do, it has one channel: the rows of its windows are
// folded column by column, and the columns of each window then one by one.
#include "plugins/drivers/pooling/s32_forward.h"

#include "plugins/drivers/pooling/layout.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

constexpr dim_t budget = 2048;  // sums of an item: 16 KB

struct s32_plan {
  activation src, dst;
  bool by_channels;
  dim_t chunk, block;    // channels and columns of dst of an item
  size_t sums, scratch;  // of a worker; at 0: folded rows, where columns lie side by side
};

refusal check_s32(const plan_request &request, activation &src, activation &dst) noexcept {
  const auto &op = request.problem<pooling_op>();
  if (op.src.data_type != dnnl_s32 || op.dst.data_type != dnnl_s32) return "a type is not s32";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "a tensor is empty";
  if (op.head.alg != dnnl_pooling_max && !request.parts_as<pooling_s32_backend>().sum)
    return "there are no vectors of f64";
  if (!is_zero(op.workspace)) return "there is a workspace";
  if (kinds_in(*request.attr)) return "an attribute is not taken";
  if (!find_pooled_layout(op.src, src) || !find_pooled_layout(op.dst, dst))
    return "a layout is not one of activations";
  return geometry(op).is_moderate() ? accepted : "the window is too large";
}

refusal plan_s32(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<s32_plan, pooling_op>();
  if (const refusal reason = check_s32(request, p.src, p.dst)) return reason;
  const geometry g(op);
  const bool is_mean = op.head.alg != dnnl_pooling_max;
  p.by_channels = p.src.run > 1 && p.src.run == p.dst.run;
  scratch_layout layout;
  if (p.by_channels) {
    p.chunk = min<dim_t>(p.src.run, 256);
    p.block = min(g.w.dst, max<dim_t>(1, budget / p.chunk));
  } else {
    if ((p.src.w != 1 && g.w.src > 1) || (p.dst.w != 1 && g.w.dst > 1))
      return "neither channels nor columns lie side by side";
    p.chunk = 1;
    p.block = min(g.w.dst, budget);
    const dim_t columns = min(g.w.seen(p.block), g.w.src);
    if (columns > (1 << 19)) return "the window is too wide";
    layout.add(columns * 8);
  }
  p.sums = layout.add(is_mean ? p.block * p.chunk * 8 : 0);
  p.scratch = worker_share(size_t(layout.size));
  if (p.scratch != 0) request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

class s32_forward {
 public:
  s32_forward(const run_context &context, const pooling_s32_backend &backend) noexcept
      : b_(backend),
        context_(context),
        op_(context.problem<pooling_op>()),
        g_(op_),
        p_(context.plan_as<s32_plan, pooling_op>()),
        chunks_{g_.c, p_.by_channels ? p_.src.run : 1, p_.chunk},
        is_max_(op_.head.alg == dnnl_pooling_max),
        counts_padding_(op_.head.alg == dnnl_pooling_avg_include_padding),
        fold_(is_max_ ? backend.max : *backend.sum),
        src_(context.data<const int32_t>(DNNL_ARG_SRC) + op_.src.offset0),
        dst_(context.data<int32_t>(DNNL_ARG_DST) + op_.dst.offset0) {}

  dim_t items() const noexcept {
    return g_.n * chunks_.count() * g_.d.dst * g_.h.dst * div_up(g_.w.dst, p_.block);
  }

  void run(dim_t item, int worker) const noexcept {
    piece x;
    char *scratch = context_.scratchpad + size_t(worker) * p_.scratch;
    x.folded = scratch;
    x.sums = reinterpret_cast<double *>(scratch + p_.sums);
    x.ow.begin = take(item, div_up(g_.w.dst, p_.block)) * p_.block;
    x.ow.end = min(x.ow.begin + p_.block, g_.w.dst);
    x.oh = take(item, g_.h.dst);
    x.od = take(item, g_.d.dst);
    x.channels = chunks_.at(take(item, chunks_.count()));
    x.n = item;
    if (x.channels.count() == 0) return;
    x.kd = g_.d.inside(x.od);
    x.kh = g_.h.inside(x.oh);
    if (p_.by_channels)
      fold_windows(x);
    else if (is_max_)
      fold_columns<int32_t>(x);
    else
      fold_columns<double>(x);
  }

 private:
  struct piece {
    dim_t n, od, oh;
    range ow, channels, kd, kh;
    char *folded;
    double *sums;
  };

  // Where column 0 of a row of the window lies.
  dim_t src_row(const piece &x, dim_t kd, dim_t kh) const noexcept {
    return p_.src.at(x.n, g_.d.begin(x.od) + kd * g_.d.dilate, g_.h.begin(x.oh) + kh * g_.h.dilate,
                     0, x.channels.begin);
  }
  int32_t *dst_at(const piece &x, dim_t ow) const noexcept {
    return dst_ + p_.dst.at(x.n, x.od, x.oh, ow, x.channels.begin);
  }
  // A fold of src; maxima begin with the least number.
  window_run new_run() const noexcept {
    window_run run = {};
    run.first = true;
    run.src = src_;
    run.initial = is_max_ ? -0x1p31f : 0;
    return run;
  }
  double divisor(const piece &x, const range &kw) const noexcept {
    return double(counts_padding_ ? g_.points() : x.kd.count() * x.kh.count() * kw.count());
  }

  // The windows of the piece; whole ones have the same points.
  void fold_windows(const piece &x) const noexcept {
    const range whole = g_.w.whole();
    const dim_t inner = clamp(whole.begin, x.ow.begin, x.ow.end);
    const dim_t outer = clamp(whole.end, inner, x.ow.end);
    for (dim_t ow = x.ow.begin; ow < inner; ++ow) fold(x, ow, 1);
    if (inner < outer) fold(x, inner, outer - inner);
    for (dim_t ow = outer; ow < x.ow.end; ++ow) fold(x, ow, 1);
  }

  void fold(const piece &x, dim_t ow, dim_t count) const noexcept {
    const range kw = g_.w.inside(ow);
    const dim_t n = x.channels.count();
    window_run run = new_run();
    run.n = n;
    run.outputs = count;
    run.src_step = g_.w.stride * p_.src.w;
    run.dst_step = is_max_ ? p_.dst.w : n;
    run.dst = is_max_ ? static_cast<void *>(dst_at(x, ow)) : x.sums;
    window_folder folder(fold_, run);
    for (dim_t kd = x.kd.begin; kd < x.kd.end; ++kd)
      for (dim_t kh = x.kh.begin; kh < x.kh.end; ++kh)
        for (dim_t k = kw.begin; k < kw.end; ++k)
          folder.add(src_row(x, kd, kh) + (g_.w.begin(ow) + k * g_.w.dilate) * p_.src.w, 0);
    folder.finish();
    if (is_max_) return;
    const dim_t rows = n == p_.dst.w ? 1 : count, length = count / rows * n;
    for (dim_t i = 0; i < rows; ++i)
      b_.divide(x.sums + i * n, length, divisor(x, kw), dst_at(x, ow + i));
  }

  // T: s32 for maxima, f64 for sums.
  template <class T>
  void fold_columns(const piece &x) const noexcept {
    const dim_t first = max<dim_t>(g_.w.begin(x.ow.begin), 0);
    const dim_t end = min(g_.w.begin(x.ow.end - 1) + g_.w.reach(), g_.w.src);
    T *columns = reinterpret_cast<T *>(x.folded);
    if (first < end) {
      window_run run = new_run();
      run.n = end - first;
      run.outputs = 1;
      run.dst = columns;
      window_folder folder(fold_, run);
      for (dim_t kd = x.kd.begin; kd < x.kd.end; ++kd)
        for (dim_t kh = x.kh.begin; kh < x.kh.end; ++kh) folder.add(src_row(x, kd, kh) + first, 0);
      folder.finish();
    }
    for (dim_t ow = x.ow.begin; ow < x.ow.end; ++ow) {
      const range kw = g_.w.inside(ow);
      finish_column(x, ow, kw, columns + (g_.w.begin(ow) - first));
    }
    if (!is_max_) b_.divide(x.sums, x.ow.count(), 1, dst_at(x, x.ow.begin));
  }

  void finish_column(const piece &x, dim_t ow, const range &kw,
                     const int32_t *column) const noexcept {
    int32_t largest = INT32_MIN;
    for (dim_t k = kw.begin; k < kw.end; ++k) largest = max(largest, column[k * g_.w.dilate]);
    *dst_at(x, ow) = largest;
  }
  void finish_column(const piece &x, dim_t ow, const range &kw,
                     const double *column) const noexcept {
    double sum = 0;
    for (dim_t k = kw.begin; k < kw.end; ++k) sum += column[k * g_.w.dilate];
    x.sums[ow - x.ow.begin] = sum / divisor(x, kw);
  }

  const pooling_s32_backend &b_;
  const run_context &context_;
  const pooling_op &op_;
  const geometry g_;
  const s32_plan &p_;
  const channel_chunks chunks_;
  const bool is_max_, counts_padding_;
  const window_fold &fold_;
  const int32_t *src_;
  int32_t *dst_;
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_s32_forward(plan_request &request) {
  return pooling::plan_s32(request);
}

void run_pooling_s32_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<pooling_s32_backend>();
  const pooling::s32_forward forward(context, backend);
  parallel_for(context.workers, forward.items(),
               [&](int64_t item, int worker) { forward.run(item, worker); });
}

}  // namespace dnnlet::drivers
