// SPDX-License-Identifier: Apache-2.0
// pool_planes; five facts: plugins/kernels/pooling/pooling_forward.cpp.
//
// An item is a band of rows of one channel of dst, or several channels of few rows, in three steps.
//   1. The rows of each window are folded, column by column, into a row with padding beside it.
//   2. Where the stride is not 1, these rows are split by columns modulo the stride (phases), so
//      that the columns of neighbouring windows are neighbours.
//   3. The columns of the windows are folded, all windows of the band as one run; between its rows
//      lie results of no use. Of means, they are folded where they are divided, row by row.
// Rows of other types than f32 are converted first.
// Maxima of windows two columns apart, with one column of padding beside them at most, need none of
// these steps: a vector of windows is folded from pairs of columns, of bf16 where they are.
#include "plugins/drivers/pooling/planes_forward.h"

#include <cstring>

#include "plugins/drivers/pooling/forward.h"
#include "plugins/drivers/pooling/planes_cut.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

constexpr dim_t known_columns = 256;  // whose counts are found once for all channels

class planes_forward {
 public:
  planes_forward(const run_context &context, const pooling_forward_backend &backend) noexcept
      : b_(backend),
        t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<planes_plan, pooling_op>()),
        whole_(g_.h.whole()),
        arrays_(g_.w.stride > 1 ? 2 : 1),
        staged_pitch_(p_.pitch * g_.w.stride),
        src_step_(has_large_caches ? channel_step(p_.src, g_.c) : 0),
        dst_step_(has_large_caches ? channel_step(p_.dst, g_.c) : 0),
        src_end_(p_.src.at(g_.n - 1, g_.d.src - 1, g_.h.src - 1, g_.w.src - 1, g_.c - 1) + 1),
        converts_src_(t_.op.src.data_type != dnnl_f32),
        is_bf16_(has_large_caches && t_.op.src.data_type == dnnl_bf16 && b_.max_of_bf16_pairs),
        has_pairs_(has_large_caches && b_.max_of_pairs && t_.is_max &&
                   goes_by_pairs(g_, t_.index || is_bf16_, b_.max.lanes())),
        divides_at_once_(!t_.is_max && g_.w.kernel <= max_points) {
    if (!t_.is_max && g_.w.dst <= known_columns) count_columns(0, g_.w.dst, counts_);
  }

  dim_t items() const noexcept {
    return g_.n * div_up(g_.c, channels()) * g_.d.dst * div_up(g_.h.dst, p_.band) *
           div_up(g_.w.dst, p_.block);
  }

  // The last channels are for themselves: what others read beyond their ends is still in src.
  void run(dim_t item, int worker) const noexcept {
    band b = band_of(item, t_.context.scratchpad + size_t(worker) * p_.scratch);
    const dim_t last = 1 + 2 * pooling_slack / max<dim_t>(src_step_, 1);
    if (has_large_caches && b.channels() > last && b.c + b.channels() == g_.c && b.n + 1 == g_.n &&
        (!converts_src_ || (has_pairs_ && is_bf16_))) {
      b.several -= last;
      run_band(b);
      b.c += b.several;
      b.several = last;
    }
    run_band(b);
  }

 private:
  dim_t channels() const noexcept { return has_large_caches ? p_.channels : 1; }
  // From a row of dst to the next.
  dim_t dst_pitch() const noexcept {
    return !has_large_caches || g_.h.dst > 1 ? p_.dst.h : g_.w.dst;
  }

  void run_band(band &b) const noexcept {
    const bool has_pairs = has_large_caches && has_pairs_;
    const bool reads_pairs = has_pairs && (!converts_src_ || is_bf16_) && may_read_pairs(b);
    b.converts = converts_src_ && !reads_pairs;
    if (b.converts) convert(b);
    if (!t_.is_max && g_.w.dst > known_columns) count_columns(b.ow, b.columns, b.own_counts);
    if (reads_pairs || (has_pairs && b.converts && (t_.index || g_.w.left <= 0))) {
      for (dim_t c = 0; c < b.channels(); ++c)  // whole vectors are written over rows' ends
        for_each_alike(b, [&](dim_t row, dim_t count) { fold_pairs(b, c, row, count); });
      return finish(b);
    }
    for_each_alike(b, [&](dim_t row, dim_t count) { fold_rows(b, row, count); });
    pad(b, 0, b.begin);
    pad(b, b.end, p_.width);
    if (g_.w.stride > 1) split(b, b.staged);
    if (g_.w.stride > 1 && t_.index) split(b, reinterpret_cast<float *>(b.index));
    if (!divides_at_once_) fold_columns(b);
    if (t_.index && t_.index_size == 1)
      b_.narrow(folded_index(b), b.lines() * p_.pitch, narrow_index(b));
    finish(b);
  }

  // Calls body(row, count) for rows whose windows have the same points.
  template <class Body>
  void for_each_alike(const band &b, const Body &body) const noexcept {
    const dim_t inner = clamp(whole_.begin - b.oh, dim_t(0), b.rows);
    const dim_t outer = clamp(whole_.end - b.oh, inner, b.rows);
    for (dim_t row = 0, count; row < b.rows; row += count) {
      count = row == inner ? max<dim_t>(outer - inner, 1) : 1;
      body(row, count);
    }
  }

  band band_of(dim_t item, char *scratch) const noexcept {
    band b;
    b.staged = reinterpret_cast<float *>(scratch);
    b.folded = reinterpret_cast<float *>(scratch + p_.folded);
    b.index = reinterpret_cast<int32_t *>(scratch + p_.index);
    b.own_counts = reinterpret_cast<float *>(scratch + p_.counts);
    b.converted = reinterpret_cast<float *>(scratch + p_.converted);
    b.ow = take(item, div_up(g_.w.dst, p_.block)) * p_.block;
    b.oh = take(item, div_up(g_.h.dst, p_.band)) * p_.band;
    b.od = take(item, g_.d.dst);
    b.c = take(item, div_up(g_.c, channels())) * channels();
    b.several = min(channels(), g_.c - b.c);
    b.n = item;
    b.columns = min(p_.block, g_.w.dst - b.ow);
    b.rows = min(p_.band, g_.h.dst - b.oh);
    b.begin = clamp<dim_t>(-g_.w.begin(b.ow), 0, p_.width);
    b.end = clamp(g_.w.src - g_.w.begin(b.ow), b.begin, p_.width);
    b.kd = g_.d.inside(b.od);
    return b;
  }

  // Rows and slices are counted from the first that the band sees; rows lie without gaps.
  void convert(const band &b) const noexcept {
    const dim_t n = b.end - b.begin, ih = g_.h.begin(b.oh);
    const range rows = {max<dim_t>(-ih, 0), min(g_.h.seen(b.rows), g_.h.src - ih)};
    if (n == 0 || rows.begin >= rows.end) return;
    const dim_t line = converted_line(b), all = (rows.count() - 1) * line + n;
    if (b.channels() > 1 && has_no_gaps(line))
      return t_.rows.load(t_.op.src.data_type, t_.src,
                          size_t(p_.src.at(b.n, 0, 0, g_.w.begin(b.ow) + b.begin, b.c)),
                          b.converted + (b.kd.begin * p_.src_rows + rows.begin) * line,
                          size_t((b.channels() - 1) * src_step_ + all));
    for (dim_t c = 0; c < b.channels(); ++c)
      for (dim_t kd = b.kd.begin; kd < b.kd.end; ++kd)
        load_columns(t_.rows, t_.op.src.data_type, t_.src,
                     p_.src.at(b.n, g_.d.begin(b.od) + kd * g_.d.dilate, ih + rows.begin,
                               g_.w.begin(b.ow) + b.begin, b.c + c),
                     p_.src.h, line > n ? 1 : rows.count(), line > n ? all : n,
                     b.converted + ((c * g_.d.kernel + kd) * p_.src_rows + rows.begin) * line);
  }

  // Whether vectors of pairs of the band begin in src, and end there.
  bool may_read_pairs(const band &b) const noexcept {
    const dim_t ih = g_.h.begin(b.oh), iw = g_.w.begin(b.ow), id = g_.d.begin(b.od);
    const dim_t last = min(ih + g_.h.seen(b.rows), g_.h.src) - 1;
    return p_.src.at(b.n, id + b.kd.begin * g_.d.dilate, max<dim_t>(ih, 0), iw, b.c) >= 0 &&
           p_.src.at(b.n, id + (b.kd.end - 1) * g_.d.dilate, last, iw, b.c + b.channels() - 1) +
                   p_.width + 2 * pooling_slack <=
               src_end_;
  }

  // Maxima of the windows of rows row, row + 1, ..., which have the same points. These and those of
  // other folds are not on the stack when rows are finished.
  [[gnu::noinline]] void fold_pairs(const band &b, dim_t c, dim_t row, dim_t count) const noexcept {
    const range kh = g_.h.inside(b.oh + row);
    const dim_t line = b.converts ? converted_line(b) : p_.src.h;
    const dim_t slice = b.converts ? p_.src_rows * line : g_.d.dilate * p_.src.d;
    const dim_t at = b.converts ? row * g_.h.stride * line - b.begin + c * from_channel(line)
                                : p_.src.at(b.n, g_.d.begin(b.od), g_.h.begin(b.oh + row),
                                            g_.w.begin(b.ow), b.c) +
                                      c * src_step_;
    const dim_t to = c * b.rows + row;
    window_point points[max_points];
    window_run run = {};
    run.points = points;
    run.count = list_pairs(g_, b.kd, kh, slice, line, b.begin, points);
    run.is_wide = t_.index_size != 1;
    run.n = b.columns;
    run.outputs = count;
    run.src_step = g_.h.stride * line;
    run.dst_step = run.index_step = p_.pitch;
    run.src = b.converts ? static_cast<const void *>(b.converted + at) : t_.src + at * t_.src_size;
    run.dst = b.folded + to * p_.pitch;
    if (t_.index)
      run.index = run.is_wide ? static_cast<void *>(folded_index(b) + to * p_.pitch)
                              : narrow_index(b) + to * p_.pitch;
    run.initial = t_.initial;
    b.converts || !converts_src_ ? b_.max_of_pairs(run) : b_.max_of_bf16_pairs(run);
  }

  dim_t converted_line(const band &b) const noexcept {
    const dim_t whole = has_large_caches ? whole_line(g_, p_) : 0;
    return whole > 0 ? whole : b.end - b.begin;
  }

  // Whether rows of src and planes follow each other, and are converted as a whole.
  bool has_no_gaps(dim_t line) const noexcept {
    return g_.d.src == 1 && (line == p_.src.h || g_.h.src == 1) && g_.h.src <= p_.src_rows &&
           src_step_ == g_.h.src * line;
  }
  // In src, or in converted rows.
  dim_t from_channel(dim_t line) const noexcept {
    return !converts_src_ || has_no_gaps(line) ? src_step_ : g_.d.kernel * p_.src_rows * line;
  }

  // The windows of rows row, row + 1, ...: they have the same points.
  [[gnu::noinline]] void fold_rows(const band &b, dim_t row, dim_t count) const noexcept {
    const range kh = g_.h.inside(b.oh + row);
    const window_fold &fold = t_.is_max ? t_.index ? b_.max_indexed : b_.max : b_.sum;
    const dim_t line = converts_src_ ? converted_line(b) : p_.src.h;
    const dim_t slice = converts_src_ ? p_.src_rows * line : g_.d.dilate * p_.src.d;
    window_folder folder(fold);
    window_run &run = folder.run();
    run.first = run.is_wide = true;
    run.outputs = count;
    run.src_step = g_.h.stride * line;
    run.dst_step = run.index_step = staged_pitch_;
    run.src = converts_src_ ? reinterpret_cast<const char *>(b.converted) : t_.src;
    run.dst = b.staged + row * staged_pitch_ + b.begin;
    run.index = b.index + row * staged_pitch_ + b.begin;
    run.initial = t_.initial;
    run.n = b.end - b.begin;
    if (run.n == 0) return;
    // From the first point to the last; a whole vector, unless it goes beyond the end of src.
    const dim_t at = converts_src_ ? row * run.src_step
                                   : p_.src.at(b.n, g_.d.begin(b.od), g_.h.begin(b.oh + row),
                                               g_.w.begin(b.ow) + b.begin, b.c);
    const dim_t last = at + (b.channels() - 1) * src_step_ + (g_.d.kernel - 1) * slice +
                       ((kh.end - 1) * g_.h.dilate + (count - 1) * g_.h.stride) * line;
    if (converts_src_ || last + run.n + pooling_slack <= src_end_)
      run.n = whole_vectors(run.n, fold.lanes());
    if (b.channels() > 1)
      join_channels(run, b.channels(), from_channel(line), b.rows * staged_pitch_);
    for (dim_t kd = b.kd.begin; kd < b.kd.end; ++kd)
      for (dim_t k = kh.begin; k < kh.end; ++k)
        folder.add(at + kd * slice + k * g_.h.dilate * line, (kd * g_.h.kernel + k) * g_.w.kernel);
    folder.finish();
  }

  void pad(const band &b, dim_t first, dim_t end) const noexcept {
    for (dim_t column = first; column < end; ++column)
      for (dim_t row = 0; row < b.lines(); ++row) {
        const dim_t at = row * staged_pitch_ + column;
        b.staged[at] = t_.initial;
        if (t_.index) b.index[at] = 0;
      }
  }

  // Phases begin half an array apart where they are two.
  dim_t phase_step(const band &b) const noexcept {
    return g_.w.stride == 2 ? p_.area / 2 : b.lines() * p_.pitch;
  }
  void split(const band &b, const float *from) const noexcept {
    float *to = const_cast<float *>(from) + p_.area;
    const dim_t n = b.lines() * p_.pitch, step = phase_step(b);
    if (g_.w.stride == 2) return b_.split_pairs(from, n, to, to + step);
    for (dim_t phase = 0; phase < g_.w.stride; ++phase)
      for (dim_t i = 0; i < n; ++i) to[phase * step + i] = from[i * g_.w.stride + phase];
  }

  [[gnu::noinline]] void fold_columns(const band &b) const noexcept {
    const window_fold &fold = t_.is_max ? t_.index ? b_.max_of_columns : b_.max : b_.sum;
    window_folder folder(fold);
    window_run &run = folder.run();
    run.first = run.is_wide = true;
    run.n = whole_vectors((b.lines() - 1) * p_.pitch + b.columns, fold.lanes());
    run.outputs = 1;
    run.src = b.staged + (arrays_ - 1) * p_.area;
    run.src_index = b.index + (arrays_ - 1) * p_.area;
    run.dst = b.folded;
    run.index = folded_index(b);
    run.initial = t_.initial;
    for (dim_t k = 0; k < g_.w.kernel; ++k) folder.add(place_of_column(b, k), k);
    folder.finish();
  }

  int32_t *folded_index(const band &b) const noexcept { return b.index + arrays_ * p_.area; }
  // Where the staged ones were.
  uint8_t *narrow_index(const band &b) const noexcept {
    return reinterpret_cast<uint8_t *>(b.index);
  }
  // By what means are divided, but for the rows of the window.
  void count_columns(dim_t first, dim_t count, float *counts) const noexcept {
    for (dim_t i = 0; i < count; ++i)
      counts[i] = float(t_.counts_padding ? g_.w.kernel : g_.w.inside(first + i).count());
  }
  const float *counts_of(const band &b) const noexcept {
    return g_.w.dst > known_columns ? b.own_counts : counts_ + b.ow;
  }
  float count_rows(const band &b, dim_t row) const noexcept {
    return float(t_.counts_padding ? g_.d.kernel * g_.h.kernel
                                   : b.kd.count() * g_.h.inside(b.oh + row).count());
  }

  [[gnu::noinline]] void finish(const band &b) const noexcept {
    const dim_t to = p_.dst.at(b.n, b.od, b.oh, b.ow, b.c);
    const bool in_place = t_.dst_is_f32();
    float *const aside = divides_at_once_ ? b.folded : b.staged;
    float *values = in_place ? reinterpret_cast<float *>(t_.dst) + to : aside;
    const dim_t pitch = in_place ? dst_pitch() : b.columns;
    const dim_t step = in_place ? dst_step_ : b.rows * pitch;
    const float *from = divides_at_once_ ? b.staged + (arrays_ - 1) * p_.area : b.folded;
    const rows_to_copy all = {from, p_.pitch, values, pitch, 0, b.columns, nullptr, 0};
    if (has_large_caches && (t_.is_max || t_.counts_padding))
      copy(b, 0, b.rows, all, step);
    else
      for_each_alike(b, [&](dim_t row, dim_t count) { copy(b, row, count, all, step); });
    const bool has_gaps = b.columns != dst_pitch();
    const bool is_dense = !has_gaps && (b.channels() == 1 || dst_step_ == b.rows * dst_pitch());
    if (!t_.has_post_ops && !in_place && is_dense)
      t_.finish(values, b.lines() * b.columns, to, {}, 4);
    else if (t_.has_post_ops || !in_place)
      for (dim_t c = 0; c < b.channels(); ++c)
        for (dim_t i = 0; i < b.rows; ++i)
          t_.finish(values + c * step + i * pitch, b.columns, to + c * dst_step_ + i * dst_pitch(),
                    {b.n, b.c + c, b.od, b.oh + i, b.ow}, 4);
    for (dim_t c = 0; c < b.channels() && t_.index; ++c)
      store_index(b, c, to + c * dst_step_,
                  has_gaps ? 0 : (is_dense ? b.channels() : c + 1) * b.rows);
  }

  // Rows of all channels, which begin `step` apart, by channels or by rows.
  void copy(const band &b, dim_t row, dim_t count, rows_to_copy rows, dim_t step) const noexcept {
    rows.from += row * p_.pitch;
    rows.to += row * rows.to_pitch;
    rows.rows = count;
    if (!t_.is_max) rows.counts = counts_of(b);
    rows.factor = count_rows(b, row);
    dim_t repeats = b.channels(), from_next = b.rows * p_.pitch, to_next = step;
    if (count == b.rows && to_next == count * rows.to_pitch) {
      rows.rows *= repeats;
      repeats = 1;
    } else if (has_large_caches && count < repeats) {
      std::swap(rows.rows, repeats);
      std::swap(rows.from_pitch, from_next);
      std::swap(rows.to_pitch, to_next);
    }
    for (dim_t i = 0; i < repeats; ++i) {
      copy_rows(b, rows);
      rows.from += from_next;
      rows.to += to_next;
    }
  }
  void copy_rows(const band &b, const rows_to_copy &rows) const noexcept {
    if (t_.is_max) return b_.copy_rows(rows);
    window_point points[max_points];
    b_.mean_rows(rows, points, list_columns(b, points));
  }
  // Where the columns of a window lie; of folded ones, that is one.
  int list_columns(const band &b, window_point *points) const noexcept {
    points->at = 0;
    if (!divides_at_once_) return 1;
    for (dim_t k = 0; k < g_.w.kernel; ++k) points[k].at = place_of_column(b, k);
    return int(g_.w.kernel);
  }
  // From a window's first place in phases.
  dim_t place_of_column(const band &b, dim_t k) const noexcept {
    const dim_t x = k * g_.w.dilate;
    return x % g_.w.stride * phase_step(b) + x / g_.w.stride;
  }

  // Of a channel. There is room up to line `end` of the band, or for a row alone.
  void store_index(const band &b, dim_t c, dim_t to, dim_t end) const noexcept {
    const char *index = t_.index_size == 1 ? reinterpret_cast<const char *>(narrow_index(b))
                                           : reinterpret_cast<const char *>(folded_index(b));
    const dim_t size = b.columns * t_.index_size;
    for (dim_t i = 0, line = c * b.rows; i < b.rows; ++i, ++line)
      copy_bytes(index + line * p_.pitch * t_.index_size, size, max(end - line, dim_t(1)) * size,
                 t_.index + (to + i * dst_pitch()) * t_.index_size);
  }

  const pooling_forward_backend &b_;
  const forward_tensors t_;
  const geometry g_;
  const planes_plan &p_;
  const range whole_;  // rows of dst whose windows are inside src
  const dim_t arrays_, staged_pitch_;
  const dim_t src_step_, dst_step_;  // from a channel to the next
  const dim_t src_end_;
  const bool converts_src_, is_bf16_, has_pairs_, divides_at_once_;
  float counts_[known_columns];  // of all columns, where these are few
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_planes_forward(plan_request &request) {
  return pooling::plan_planes(request);
}

void run_pooling_planes_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<pooling_forward_backend>();
  const pooling::planes_forward forward(context, backend);
  parallel_for(context.workers, forward.items(),
               [&](int64_t item, int worker) { forward.run(item, worker); });
}

}  // namespace dnnlet::drivers
