// SPDX-License-Identifier: Apache-2.0
// pool_max_padded; five facts: plugins/kernels/pooling/pooling_forward.cpp.
//
// Maxima and where they are, of windows one element apart, short rows: an item is as many channels
// as fit into the L1 cache, or one. Their planes are laid out with padding between rows and between
// planes, so that all windows are one run, or two, of large windows: of their rows, and of these;
// between its rows lie results of no use. Planes of types other than f32, without gaps, are
// converted on the way, where other arrays lie later or lay before. pool_planes, which takes each
// row by whole vectors, takes 1.2 to 2 times as long.
#include <cstring>

#include "plugins/drivers/pooling/forward.h"
#include "plugins/drivers/pooling/planes_forward.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

constexpr dim_t budget = 3072;  // of elements of an item
constexpr dim_t most_columns = 16, most_points = 32;

// Elements along an axis, with as much padding between them and the next as windows see.
dim_t pitch_of(const axis &a) noexcept {
  return max(a.dst, a.src + max(a.left, a.dst + a.reach() - 1 - a.left - a.src));
}

struct max_padded_plan {
  activation src, dst;
  dim_t channels;                        // of an item
  size_t row, row_index, folded, index;  // in a worker's scratch memory; at 0: padded planes
  size_t scratch;
};

dim_t size_of(const geometry &g, dim_t channels) noexcept {
  const dim_t pitch = pitch_of(g.w);
  return (channels * pitch_of(g.h) + g.h.reach()) * pitch + g.w.reach() + 2 * pooling_slack;
}

// Whether planes lie one behind the other.
bool are_dense(const activation &a, dim_t h, dim_t w, dim_t channels) noexcept {
  return (h == 1 || a.h == w) && channel_step(a, channels) == h * w;
}

// Whether windows are folded row by row, and then the rows.
bool by_rows(const geometry &g) noexcept {
  return g.points() > 12;
}

refusal plan_max_padded(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<max_padded_plan, pooling_op>();
  if (op.head.alg != dnnl_pooling_max || op.workspace.data_type != dnnl_u8 || is_zero(op.workspace))
    return "it is not the maximum and where it is";
  if (const refusal reason = check_forward(request, p.src, p.dst)) return reason;
  const geometry g(op);
  if (const refusal reason = check_columns(g.w, p.src, p.dst)) return reason;
  if (kinds_in(*request.attr) != 0) return "there is an attribute";
  if ((op.src.data_type != dnnl_f32 && !are_dense(p.src, g.h.src, g.w.src, g.c)) ||
      (op.dst.data_type != dnnl_f32 && !are_dense(p.dst, g.h.dst, g.w.dst, g.c)))
    return "a type is not f32, and there are gaps between planes";
  if (g.d.src != 1 || g.d.dst != 1 || g.d.kernel != 1) return "windows have a depth";
  if (g.h.stride != 1 || g.w.stride != 1) return "windows are not neighbours";
  if (g.w.dst > most_columns || g.points() > most_points || g.h.left < 0 || g.w.left < 0)
    return "windows are many, or large";
  const dim_t plane = pitch_of(g.h) * pitch_of(g.w);
  if (plane > budget || channel_step(p.src, g.c) * channel_step(p.dst, g.c) == 0)
    return "planes are large, or lie in blocks";
  p.channels = even_part(g.c, budget / plane);
  const dim_t size = size_of(g, p.channels);
  scratch_layout layout;
  layout.add(size * 4);
  p.folded = layout.add(size * 4);
  p.index = layout.add(size);
  if (by_rows(g)) {
    p.row = layout.add(size * 4);
    p.row_index = layout.add(size * 4);
  }
  p.scratch = worker_share(size_t(layout.size));
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

class max_padded_forward {
 public:
  max_padded_forward(const run_context &context, const pooling_forward_backend &backend) noexcept
      : b_(backend),
        t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<max_padded_plan, pooling_op>()),
        pitch_(pitch_of(g_.w)),
        plane_(pitch_of(g_.h) * pitch_),
        src_step_(channel_step(p_.src, g_.c)),
        dst_step_(channel_step(p_.dst, g_.c)) {}

  dim_t items() const noexcept { return g_.n * div_up(g_.c, p_.channels); }

  void run(dim_t item, int worker) const noexcept {
    char *const scratch = t_.context.scratchpad + size_t(worker) * p_.scratch;
    const dim_t c = take(item, div_up(g_.c, p_.channels)) * p_.channels;
    const dim_t count = min(p_.channels, g_.c - c);
    float *const padded = reinterpret_cast<float *>(scratch);
    float *const folded = reinterpret_cast<float *>(scratch + p_.folded);
    load(item, c, count, padded, folded);
    fold(padded, count, scratch);
    const dim_t to = p_.dst.at(item, 0, 0, 0, c);
    float *const values = t_.dst_is_f32() ? reinterpret_cast<float *>(t_.dst) + to : padded;
    for (dim_t row = 0; row < g_.h.dst; ++row)
      b_.copy_rows({folded + row * pitch_, plane_, values + row * p_.dst.h, dst_step_, count,
                    g_.w.dst, nullptr, 0});
    t_.finish(values, count * dst_step_, to, {}, 4);
    store_index(scratch + p_.index, count, to);
  }

 private:
  // Vectors may not be read beyond the end of src: the last channels are copied otherwise.
  void load(dim_t n, dim_t c, dim_t count, float *padded, float *converted) const noexcept {
    window_run fill = {};  // a fold of nothing
    fill.first = true;
    fill.n = size_of(g_, count);
    fill.outputs = 1;
    fill.dst = padded;
    fill.initial = t_.initial;
    window_folder(b_.max, fill).finish();
    const dim_t last = 1 + pooling_slack / src_step_;
    const dim_t at = p_.src.at(n, 0, 0, 0, c);
    const bool converts = t_.op.src.data_type != dnnl_f32;
    const dim_t safe = converts ? count : clamp(g_.c - last - c, dim_t(0), count);
    if (converts)
      t_.rows.load(t_.op.src.data_type, t_.src, size_t(at), converted, size_t(count * src_step_));
    const float *const values = converts ? converted : reinterpret_cast<const float *>(t_.src) + at;
    for (dim_t row = 0; row < g_.h.src; ++row) {
      const float *from = values + row * p_.src.h;
      float *to = padded + (g_.h.left + row) * pitch_ + g_.w.left;
      b_.copy_rows({from, src_step_, to, plane_, safe, g_.w.src, nullptr, 0});
      for (dim_t i = safe; i < count; ++i)
        std::memcpy(to + i * plane_, from + i * src_step_, size_t(g_.w.src) * sizeof(float));
    }
  }

  void fold(const float *padded, dim_t count, char *scratch) const noexcept {
    const range rows = {0, g_.h.kernel}, columns = {0, g_.w.kernel}, one = {0, 1};
    window_run run = {};
    run.outputs = 1;
    run.initial = t_.initial;
    run.n = count * plane_;
    run.src = padded;
    run.dst = scratch + p_.folded;
    run.index = scratch + p_.index;
    if (!by_rows(g_)) return fold_points(b_.max_indexed, run, rows, columns);
    window_run first = run;
    first.is_wide = true;
    first.n += (g_.h.reach() - 1) * pitch_;
    run.src = first.dst = scratch + p_.row;
    run.src_index = first.index = scratch + p_.row_index;
    fold_points(b_.max_indexed, first, one, columns);
    fold_points(b_.max_of_columns, run, rows, one);
  }
  void fold_points(const window_fold &fold, window_run &run, const range &rows,
                   const range &columns) const noexcept {
    run.first = true;
    run.n = whole_vectors(run.n, fold.lanes());
    window_folder folder(fold, run);
    for (dim_t h = rows.begin; h < rows.end; ++h)
      for (dim_t w = columns.begin; w < columns.end; ++w)
        folder.add(h * g_.h.dilate * pitch_ + w * g_.w.dilate, h * g_.w.kernel + w);
    folder.finish();
  }

  void store_index(const char *index, dim_t count, dim_t to) const noexcept {
    const dim_t n = g_.w.dst;
    const bool are_dense = p_.dst.h == n && dst_step_ == g_.h.dst * n;
    dim_t rows = are_dense ? count * g_.h.dst : 1;  // with what comes after
    for (dim_t i = 0; i < count; ++i)
      for (dim_t row = 0; row < g_.h.dst; ++row) {
        copy_bytes(index + i * plane_ + row * pitch_, n, rows * n,
                   t_.index + to + i * dst_step_ + row * p_.dst.h);
        if (are_dense) --rows;
      }
  }

  const pooling_forward_backend &b_;
  const forward_tensors t_;
  const geometry g_;
  const max_padded_plan &p_;
  const dim_t pitch_, plane_;
  const dim_t src_step_, dst_step_;  // from a channel to the next
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_max_padded_forward(plan_request &request) {
  return pooling::plan_max_padded(request);
}

void run_pooling_max_padded_forward(const run_context &context) noexcept {
  const pooling::max_padded_forward forward(context, context.parts_as<pooling_forward_backend>());
  parallel_for(context.workers, forward.items(),
               [&](int64_t item, int worker) { forward.run(item, worker); });
}

}  // namespace dnnlet::drivers
