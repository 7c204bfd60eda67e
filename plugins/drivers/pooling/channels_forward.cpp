// SPDX-License-Identifier: Apache-2.0
// pool_channels; five facts: plugins/kernels/pooling/pooling_forward.cpp.
//
// An item is a piece of a row of dst, for a chunk of channels, or several short rows, of a block or
// of all channels, in the order of memory, or, where planes are small or have few rows, several
// blocks. Mostly everything is read and written where it is; where types differ, windows are large
// or post-ops follow, rows of types other than f32 are converted first, as many as fit into the L1
// cache, and results last.
#include "plugins/drivers/pooling/channels_forward.h"

#include "plugins/drivers/pooling/forward.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

// Floats of a converted row, and of all of them: the L1 cache.
constexpr dim_t row_budget = 2048, budget = 6144;

struct channels_plan {
  activation src, dst;
  dim_t chunk, block;         // channels and columns of dst of an item
  dim_t groups;               // blocks of channels of an item; more than one have no gaps
  dim_t lines;                // rows of dst of an item
  dim_t rows, columns;        // of src that are converted at a time; 0: src is read where it is
  bool is_typed;              // one type other than f32 all the way
  size_t converted, results;  // where a worker has them in its scratch memory
  size_t scratch;             // of a worker
};

window_result result_of(const pooling_op &op) noexcept {
  if (op.head.alg != dnnl_pooling_max) return window_result::sum;
  return is_zero(op.workspace) ? window_result::maximum : window_result::indexed_maximum;
}

bool is_typed(const plan_request &request, const geometry &g) noexcept {
  const auto &op = request.problem<pooling_op>();
  return op.src.data_type != dnnl_f32 && op.dst.data_type == op.src.data_type &&
         kinds_in(*request.attr) == 0 && g.points() <= max_points &&
         request.parts_as<pooling_forward_backend>().typed(result_of(op), op.src.data_type);
}

refusal plan_channels(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<channels_plan, pooling_op>();
  if (const refusal reason = check_forward(request, p.src, p.dst)) return reason;
  if (p.src.run == 1 || p.src.run != p.dst.run) return "channels do not lie side by side";
  geometry g(op);
  g.c = channels_in_memory(op, *request.attr, p.src.run);
  p.is_typed = is_typed(request, g);
  p.chunk = min(p.src.run, item_channels);
  p.groups = p.lines = 1;
  const bool is_direct =
      p.is_typed || (op.src.data_type == dnnl_f32 && op.dst.data_type == dnnl_f32);
  if (is_direct && kinds_in(*request.attr) == 0 && g.c % p.src.run == 0) {
    const item_size size = size_of_item(g.h.dst, g.w.dst, p.src.run, g.c, request.max_workers);
    p.lines = size.lines;
    p.groups = size.groups;
  }
  p.block =
      p.lines > 1 ? g.w.dst : min(g.w.dst, max<dim_t>(8, item_elements / (p.chunk * p.groups)));
  scratch_layout layout;
  if (op.src.data_type != dnnl_f32 && !p.is_typed) {
    p.chunk = min<dim_t>(p.src.run, g.w.reach() < 256 ? 512 : 64);
    const dim_t columns = max(row_budget / p.chunk, g.w.reach());
    p.block = min(g.w.dst, (columns - g.w.reach()) / g.w.stride + 1);
    p.columns = min(g.w.seen(p.block), g.w.src);
    p.rows = clamp(budget / (p.columns * p.chunk), dim_t(1), g.d.kernel * g.h.kernel);
    p.converted = layout.add(p.rows * p.columns * p.chunk * 4);
  }
  if (op.dst.data_type != dnnl_f32 && !p.is_typed) {
    p.block = min(p.block, max<dim_t>(1, 4096 / p.chunk));
    p.results = layout.add(p.block * p.chunk * 4);
  }
  if (layout.size > (dim_t(1) << 22)) return "the window is too wide";
  p.scratch = worker_share(size_t(layout.size));
  if (p.scratch != 0) request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

class channels_forward {
 public:
  channels_forward(const run_context &context, const pooling_forward_backend &backend) noexcept
      : t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<channels_plan, pooling_op>()),
        chunks_{channels_in_memory(t_.op, *context.attr, p_.src.run), p_.src.run, p_.chunk},
        whole_(g_.w.whole()),
        whole_rows_(g_.h.whole()),
        fold_(p_.is_typed  ? *backend.typed(result_of(t_.op), t_.op.src.data_type)
              : !t_.is_max ? backend.sum
              : t_.index   ? backend.max_indexed
                           : backend.max),
        sets_(div_up(chunks_.count(), p_.groups)),
        parts_(p_.chunk < p_.src.run ? sets_ : 1),
        converts_src_(p_.rows != 0),
        converts_dst_(!t_.dst_is_f32() && !p_.is_typed) {}

  dim_t items() const noexcept {
    return g_.n * sets_ * g_.d.dst * div_up(g_.h.dst, lines()) * div_up(g_.w.dst, p_.block);
  }

  void run(dim_t item, int worker) const noexcept {
    row r;
    char *scratch = t_.context.scratchpad + size_t(worker) * p_.scratch;
    r.converted = reinterpret_cast<float *>(scratch + p_.converted);
    r.results = reinterpret_cast<float *>(scratch + p_.results);
    const dim_t part = take(item, parts_);
    r.ow.begin = take(item, div_up(g_.w.dst, p_.block)) * p_.block;
    r.ow.end = min(r.ow.begin + p_.block, g_.w.dst);
    range oh;
    oh.begin = take(item, div_up(g_.h.dst, lines())) * lines();
    oh.end = lines() > 1 ? min(oh.begin + lines(), g_.h.dst) : oh.begin + 1;
    r.od = take(item, g_.d.dst);
    const dim_t chunk = (take(item, sets_ / parts_) + part) * p_.groups;
    r.channels = chunks_.at(chunk);
    r.blocks = {min(p_.groups, chunks_.count() - chunk), p_.src.run_stride, p_.dst.run_stride};
    if (has_large_caches) r.lines = {1, 0, 0};
    r.n = item;
    if (r.channels.count() == 0) return;
    r.kd = g_.d.inside(r.od);
    // Rows whose windows lie inside as a whole have the same points.
    for (r.oh = oh.begin; r.oh < oh.end; ++r.oh) {
      if (lines() > 1) {
        const bool is_whole = whole_rows_.begin <= r.oh && r.oh < whole_rows_.end;
        const dim_t lines = is_whole ? min(oh.end, whole_rows_.end) - r.oh : 1;
        r.lines = {lines, g_.h.stride * p_.src.h, p_.dst.h};
      }
      r.kh = g_.h.inside(r.oh);
      fold_row(r);
      if (lines() > 1) r.oh += r.lines.count - 1;
    }
  }

 private:
  struct row {
    dim_t n, od, oh;
    alike lines, blocks;  // that are folded alike
    range ow, channels, kd, kh;
    range rows;  // of the window, those inside src, that are being folded
    float *converted, *results;
  };

  dim_t lines() const noexcept { return has_large_caches ? p_.lines : 1; }

  void fold_row(row &r) const noexcept {
    const dim_t rows = r.kd.count() * r.kh.count(),
                step = converts_src_ ? p_.rows : max(rows, dim_t(1));
    r.rows = {0, 0};
    do {
      r.rows = {r.rows.end, min(r.rows.end + step, rows)};
      if (converts_src_) convert(r);
      fold_blocks(r, r.rows.end == rows);
    } while (r.rows.end < rows);
    if (converts_dst_ || t_.has_post_ops) finish(r);
  }

  // Column 0 in src of row `i` of the window; `k` is the number of the first point of that row.
  dim_t src_row(const row &r, dim_t i, dim_t &k) const noexcept {
    const dim_t kd = r.kd.begin + i / r.kh.count(), kh = r.kh.begin + i % r.kh.count();
    k = (kd * g_.h.kernel + kh) * g_.w.kernel;
    return p_.src.at(r.n, g_.d.begin(r.od) + kd * g_.d.dilate, g_.h.begin(r.oh) + kh * g_.h.dilate,
                     0, r.channels.begin);
  }
  // The first column that is converted.
  dim_t first_column(const row &r) const noexcept { return max<dim_t>(g_.w.begin(r.ow.begin), 0); }

  void convert(const row &r) const noexcept {
    const dim_t first = first_column(r);
    const dim_t end = min(g_.w.begin(r.ow.end - 1) + g_.w.reach(), g_.w.src);
    for (dim_t i = r.rows.begin; i < r.rows.end && first < end; ++i) {
      dim_t k;
      load_columns(t_.rows, t_.op.src.data_type, t_.src, src_row(r, i, k) + first * p_.src.w,
                   p_.src.w, end - first, r.channels.count(),
                   r.converted + (i - r.rows.begin) * p_.columns * p_.chunk);
    }
  }

  void fold_blocks(const row &r, bool is_last) const noexcept {
    const dim_t inner = clamp(whole_.begin, r.ow.begin, r.ow.end);
    const dim_t outer = clamp(whole_.end, inner, r.ow.end);
    for (dim_t ow = r.ow.begin; ow < inner; ++ow) fold(r, ow, 1, is_last);
    if (inner < outer) fold(r, inner, outer - inner, is_last);
    for (dim_t ow = outer; ow < r.ow.end; ++ow) fold(r, ow, 1, is_last);
  }

  // The windows ow, ow + 1, ...: they have the same points.
  void fold(const row &r, dim_t ow, dim_t count, bool is_last) const noexcept {
    const range kw = g_.w.inside(ow);
    const dim_t n = r.channels.count(), to = p_.dst.at(r.n, r.od, r.oh, ow, r.channels.begin);
    const dim_t column = converts_src_ ? n : p_.src.w;
    window_folder folder(fold_);
    window_run &run = folder.run();
    run.first = r.rows.begin == 0;
    run.is_wide = t_.index_size == 4;
    run.n = n;
    run.src = converts_src_ ? reinterpret_cast<const char *>(r.converted) : t_.src;
    run.dst = converts_dst_ ? reinterpret_cast<char *>(r.results + (ow - r.ow.begin) * n)
                            : t_.dst + to * t_.dst_size;
    run.index = t_.index ? t_.index + to * t_.index_size : nullptr;
    run.initial = t_.initial;
    const alike columns = {count, g_.w.stride * column, converts_dst_ ? n : p_.dst.w};
    nest_columns(run, columns, r.lines, r.blocks);
    run.index_group = run.dst_group * t_.index_size;
    if (has_large_caches) run.index_set = run.dst_set * t_.index_size;
    if (converts_dst_) run.index_step = p_.dst.w;
    for (dim_t i = r.rows.begin; i < r.rows.end; ++i) {
      dim_t k, at = src_row(r, i, k);
      if (converts_src_) at = (i - r.rows.begin) * p_.columns * p_.chunk - first_column(r) * column;
      at += g_.w.begin(ow) * column;
      for (dim_t kw_at = kw.begin; kw_at < kw.end; ++kw_at)
        folder.add(at + kw_at * g_.w.dilate * column, k + kw_at);
    }
    folder.finish(is_last && !t_.is_max ? divisor(r, kw) : 1);
  }

  float divisor(const row &r, const range &kw) const noexcept {
    return float(t_.counts_padding ? g_.points() : r.kd.count() * r.kh.count() * kw.count());
  }

  void finish(const row &r) const noexcept {
    const dim_t n = r.channels.count();
    if (!t_.has_post_ops && n == p_.dst.w) {  // the columns of dst lie side by side too
      const dim_t to = p_.dst.at(r.n, r.od, r.oh, r.ow.begin, r.channels.begin);
      return t_.finish(r.results, n * r.ow.count(), to, {}, 1);
    }
    for (dim_t ow = r.ow.begin; ow < r.ow.end; ++ow) {
      const dim_t to = p_.dst.at(r.n, r.od, r.oh, ow, r.channels.begin);
      float *values = converts_dst_ ? r.results + (ow - r.ow.begin) * n
                                    : reinterpret_cast<float *>(t_.dst) + to;
      t_.finish(values, n, to, {r.n, r.channels.begin, r.od, r.oh, ow}, 1);
    }
  }

  const forward_tensors t_;
  const geometry g_;
  const channels_plan &p_;
  const channel_chunks chunks_;
  const range whole_, whole_rows_;
  const window_fold &fold_;
  const dim_t sets_;  // of chunks
  // Sets of what lies together follow each other, so that workers have regions of their own: what
  // one of them reads ahead of its part of each row, another one would be writing.
  const dim_t parts_;
  const bool converts_src_, converts_dst_;
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_channels_forward(plan_request &request) {
  return pooling::plan_channels(request);
}

void run_pooling_channels_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<pooling_forward_backend>();
  const pooling::channels_forward forward(context, backend);
  parallel_for(context.workers, forward.items(),
               [&](int64_t item, int worker) { forward.run(item, worker); });
}

}  // namespace dnnlet::drivers
