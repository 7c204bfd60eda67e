// SPDX-License-Identifier: Apache-2.0
// pool_mean_planes; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// An item is a channel of diff_src, or several small ones, in two steps.
//   1. Each row of diff_dst, over the points of its windows, is spread over the columns of
//      diff_src: as many phases, columns modulo the stride, as the stride are made from
//      neighbouring windows, and then merged.
//   2. The rows of diff_src are sums of these rows.
// A single window that has all of src is spread without further ado, for many channels at a time.
#include <cstring>

#include "plugins/drivers/pooling/backward.h"
#include "plugins/drivers/pooling/planes_backward.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

struct mean_planes_plan {
  activation src, dst;
  dim_t margin;                  // columns of zeros before a row of windows
  dim_t pitch;                   // of such a row, and of a phase
  dim_t group;                   // rows that are spread at a time
  dim_t channels, summed_pitch;  // of an item; of their sums, if it has several
  // In a worker's scratch memory: divided rows, phases, spread rows, sums of several channels,
  // counts, and channels of diff_src and diff_dst as f32, where they are of other types.
  size_t phases, spread, summed, counts, sums, diff, scratch;
};

constexpr dim_t filled_channels = 64;  // of an item, where there is one window
constexpr dim_t short_row = 16;
constexpr dim_t known_columns = 256;  // whose counts are found once for all channels

refusal plan_mean_planes(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<mean_planes_plan, pooling_op>();
  if (op.head.alg == dnnl_pooling_max) return "it is the maximum";
  if (const refusal reason = check_backward(request, p.src, p.dst)) return reason;
  const geometry g(op);
  if (const refusal reason = check_columns(g.w, p.src, p.dst)) return reason;
  const dim_t columns = g.w.src + g.w.left;
  if (columns + g.w.reach() + g.w.stride > (1 << 20)) return "rows are too long";
  p.margin = (g.w.reach() - 1) / g.w.stride;
  p.pitch = p.margin + div_up(columns, g.w.stride);
  const dim_t rows = g.d.dst * g.h.dst;
  if (rows > (1 << 20) / (p.pitch * g.w.stride)) return "planes are too large";
  dim_t channels = 1;
  // Sums of one row each are written where they belong, if that is f32, and not worth it unless
  // rows are short.
  const bool is_small = g.h.reach() > g.h.stride || g.w.src <= short_row ||
                        (op.src.data_type != dnnl_f32 && g.h.src == 1);
  if (has_large_caches && is_small && g.d.src == 1 && g.d.dst == 1 && g.d.kernel == 1 &&
      channel_step(p.src, g.c) * channel_step(p.dst, g.c) != 0 && !g.is_global())
    channels = even_part(g.c, 2048 / (p.pitch * g.w.stride * max(rows, g.h.src)));
  p.channels = channels;
  p.group = channels > 1 ? rows * channels : clamp<dim_t>(2048 / p.pitch, 1, rows);
  const dim_t row = p.pitch * p.group + 2 * pooling_slack;
  scratch_layout layout;
  layout.add(row * 4);
  p.phases = layout.add(g.w.stride > 1 ? row * g.w.stride * 4 : 0);
  p.spread = layout.add((channels * rows * p.pitch * g.w.stride + 2 * pooling_slack) * 4);
  if (channels > 1) {
    const size_t lanes = request.parts_as<pooling_backward_backend>().sum.lanes();
    p.summed_pitch = whole_vectors(g.w.src, lanes);
    p.summed = layout.add((channels * g.h.src * p.summed_pitch + pooling_slack) * 4);
  }
  p.counts = layout.add(g.w.dst * 4);
  if (op.src.data_type != dnnl_f32) {
    if (g.d.src * g.h.src > (1 << 20) / g.w.src) return "planes are too large";
    p.sums = layout.add(channels * g.d.src * g.h.src * g.w.src * 4);
  }
  if (op.dst.data_type != dnnl_f32) p.diff = layout.add(channels * rows * g.w.dst * 4);
  p.scratch = worker_share(size_t(layout.size));
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

class mean_planes_backward {
 public:
  mean_planes_backward(const run_context &context, const pooling_backward_backend &backend) noexcept
      : b_(backend),
        t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<mean_planes_plan, pooling_op>()),
        src_runs_(p_.src, g_.d.src, g_.h.src, g_.w.src),
        dst_runs_(p_.dst, g_.d.dst, g_.h.dst, g_.w.dst),
        whole_d_(g_.d.whole()),
        whole_h_(g_.h.whole()),
        dst_rows_(g_.d.dst * g_.h.dst),
        spread_pitch_(p_.pitch * g_.w.stride),
        is_global_(g_.is_global()),
        src_step_(!has_large_caches ? 0
                  : t_.src_is_f32() ? channel_step(p_.src, g_.c)
                                    : g_.d.src * g_.h.src * g_.w.src),
        dst_step_(!has_large_caches ? 0
                  : t_.dst_is_f32() ? channel_step(p_.dst, g_.c)
                                    : dst_rows_ * g_.w.dst) {
    if (g_.w.dst <= known_columns) count_columns(counts_);
  }

  dim_t items() const noexcept {
    return g_.n * (is_global_ ? div_up(g_.c, filled_channels) : div_up(g_.c, channels()));
  }

  void run(dim_t item, int worker) const noexcept {
    if (is_global_) return fill_channels(item);
    char *scratch = t_.context.scratchpad + size_t(worker) * p_.scratch;
    plane to;
    to.divided = reinterpret_cast<float *>(scratch);
    to.phases = reinterpret_cast<float *>(scratch + p_.phases);
    to.spread = reinterpret_cast<float *>(scratch + p_.spread);
    to.sums = reinterpret_cast<float *>(scratch + p_.sums);
    to.diff = reinterpret_cast<float *>(scratch + p_.diff);
    to.counts = g_.w.dst <= known_columns ? counts_ : count_in(scratch + p_.counts);
    to.summed = reinterpret_cast<float *>(scratch + p_.summed);
    to.c = take(item, div_up(g_.c, channels())) * channels();
    to.n = item;
    to.channels = has_large_caches ? min(channels(), g_.c - to.c) : 1;
    if (!t_.dst_is_f32()) t_.load_channels(p_.dst, dst_runs_, to.n, to.c, to.channels, to.diff);
    if (channels() > 1)
      sum_channels(to);
    else
      sum_channel(to);
    if (!t_.src_is_f32()) t_.store_channels(p_.src, src_runs_, to.n, to.c, to.channels, to.sums);
  }

 private:
  struct plane {
    dim_t n, c, channels;
    float *divided, *phases, *spread, *summed, *sums, *diff;
    const float *counts;
  };

  dim_t channels() const noexcept { return has_large_caches ? p_.channels : 1; }

  void sum_channel(const plane &to) const noexcept {
    for (dim_t row = 0; row < dst_rows_; row += p_.group)
      spread_rows(to, row, min(p_.group, dst_rows_ - row));
    // A row of windows has its rows of diff_src for itself.
    if (has_large_caches && g_.d.src * g_.d.kernel * g_.d.dst == 1 && g_.h.is_tiled()) {
      for (dim_t kh = 0; kh < g_.h.kernel; ++kh)
        b_.copy_rows({to.spread + g_.w.left, spread_pitch_, sums_row(to, 0, kh),
                      g_.h.kernel * sums_pitch(), g_.h.dst, g_.w.src, nullptr, 0});
      return;
    }
    for (dim_t id = 0; id < g_.d.src; ++id)
      for_each_group(g_.h, {0, g_.h.dst}, true, [&](const group &g) { sum_rows(to, id, g); });
  }

  // Each row of all of them is divided at a time.
  void sum_channels(const plane &to) const noexcept {
    const dim_t pitch = dst_rows_ * p_.pitch, columns = min(g_.w.dst, p_.pitch - p_.margin);
    std::memset(to.divided, 0, size_t(to.channels * pitch) * sizeof(float));
    for (dim_t oh = 0, count; oh < g_.h.dst; oh += count) {
      // As many rows as are alike, of one channel after the other, or one row of all channels.
      count = min(alike_rows(0, oh), g_.h.dst - oh);
      const bool by_channel = count >= to.channels;
      if (!by_channel) count = 1;
      for (dim_t c = 0; c < (by_channel ? to.channels : 1); ++c)
        b_.weigh_rows({diff_row(to, 0, oh) + c * dst_step_, by_channel ? diff_pitch() : dst_step_,
                       to.divided + c * pitch + oh * p_.pitch + p_.margin,
                       by_channel ? p_.pitch : pitch, by_channel ? count : to.channels, columns,
                       to.counts, float(points_of_row(0, oh))});
    }
    spread_divided(to, to.spread, to.channels * dst_rows_);
    for_each_group(g_.h, {0, g_.h.dst}, true, [&](const group &g) { sum_rows(to, 0, g); });
    rows_to_copy sums = {
        to.summed, p_.summed_pitch, sums_row(to, 0, 0), sums_pitch(), g_.h.src, g_.w.src, nullptr,
        0};
    const bool is_dense = src_step_ == g_.h.src * sums.to_pitch;
    if (is_dense) sums.rows *= to.channels;
    for (dim_t c = 0; c < (is_dense ? 1 : to.channels); ++c) {
      b_.copy_rows(sums);
      sums.from += g_.h.src * p_.summed_pitch;
      sums.to += src_step_;
    }
  }

  // The points that are counted in each column of windows.
  void count_columns(float *counts) const noexcept {
    for (dim_t ow = 0; ow < g_.w.dst; ++ow)
      counts[ow] = float(t_.counts_padding ? g_.w.kernel : g_.w.inside(ow).count());
  }
  const float *count_in(char *scratch) const noexcept {
    float *counts = reinterpret_cast<float *>(scratch);
    count_columns(counts);
    return counts;
  }
  // And in each row.
  dim_t points_of_row(dim_t od, dim_t oh) const noexcept {
    if (t_.counts_padding) return g_.d.kernel * g_.h.kernel;
    return g_.d.inside(od).count() * g_.h.inside(oh).count();
  }

  // Where the row of diff_dst lies.
  const float *diff_row(const plane &to, dim_t od, dim_t oh) const noexcept {
    return t_.dst_is_f32()
               ? reinterpret_cast<const float *>(t_.dst) + p_.dst.at(to.n, od, oh, 0, to.c)
               : to.diff + (od * g_.h.dst + oh) * g_.w.dst;
  }
  dim_t diff_pitch() const noexcept { return t_.dst_is_f32() ? p_.dst.h : g_.w.dst; }
  // Where the row of diff_src lies before it is converted.
  float *sums_row(const plane &to, dim_t id, dim_t ih) const noexcept {
    return t_.src_is_f32() ? reinterpret_cast<float *>(t_.src) + p_.src.at(to.n, id, ih, 0, to.c)
                           : to.sums + (id * g_.h.src + ih) * g_.w.src;
  }

  dim_t sums_pitch() const noexcept { return t_.src_is_f32() ? p_.src.h : g_.w.src; }

  // One value for each channel.
  void fill_channels(dim_t item) const noexcept {
    const dim_t first = take(item, div_up(g_.c, filled_channels)) * filled_channels;
    const dim_t count = min(filled_channels, g_.c - first);
    const dim_t points = t_.counts_padding ? g_.points() : g_.d.src * g_.h.src * g_.w.src;
    float values[filled_channels];
    if (p_.dst.run_stride == 1 || p_.dst.together(first, count))
      load(p_.dst.at(item, 0, 0, 0, first), count, values);
    else
      for (dim_t i = 0; i < count; ++i) load(p_.dst.at(item, 0, 0, 0, first + i), 1, values + i);
    for (dim_t i = 0; i < count; ++i) values[i] /= float(points);
    char elements[filled_channels * 4];
    t_.rows.store(t_.op.src.data_type, elements, 0, values, size_t(count));
    for (dim_t i = 0; i < count; ++i) {
      const dim_t c = first + i;
      const dim_t channel = p_.src.run == 1 ? c * p_.src.run_stride : p_.src.channel(c);
      src_runs_.for_each([&](dim_t, dim_t d, dim_t h) {
        char *to = t_.src + (p_.src.pixel(item, d, h, 0) + channel) * t_.src_size;
        if (t_.src_size == 4)
          fill<uint32_t>(elements + i * 4, to);
        else
          fill<uint16_t>(elements + i * 2, to);
      });
    }
  }
  void load(dim_t at, dim_t count, float *values) const noexcept {
    t_.rows.load(t_.op.dst.data_type, t_.dst, size_t(at), values, size_t(count));
  }
  template <class Bits>
  void fill(const char *element, char *to) const noexcept {
    Bits bits;
    std::memcpy(&bits, element, sizeof(bits));
    const size_t words = bits * (~size_t(0) / Bits(~Bits(0)));  // as often as it fits
    const dim_t size = src_runs_.length * dim_t(sizeof(bits)), word = sizeof(words);
    for (dim_t i = 0; i + word <= size; i += word) std::memcpy(to + i, &words, word);
    if (size >= word) return void(std::memcpy(to + size - word, &words, word));
    for (dim_t i = 0; i < size; i += dim_t(sizeof(bits))) std::memcpy(to + i, &bits, sizeof(bits));
  }

  // Rows [first, first + count) of diff_dst, over all slices.
  void spread_rows(const plane &to, dim_t first, dim_t count) const noexcept {
    for (dim_t i = 0; i < count;) i += divide_rows(to, first + i, count - i, i);
    spread_divided(to, to.spread + first * spread_pitch_, count);
  }
  void spread_divided(const plane &to, float *spread, dim_t count) const noexcept {
    const bool are_pairs = g_.w.stride == 2 && g_.w.kernel == 2 && g_.w.dilate == 1;
    if (are_pairs) return b_.merge_pairs(to.divided, to.divided, count * p_.pitch, spread);
    float *phases = g_.w.stride > 1 ? to.phases : spread;
    const dim_t n = count * p_.pitch, step = p_.pitch * p_.group + 2 * pooling_slack;
    for (dim_t phase = 0; phase < g_.w.stride; ++phase)
      fold_phase(to.divided, phase, n - p_.margin, phases + phase * step);
    if (g_.w.stride == 2) return b_.merge_pairs(phases, phases + step, n, spread);
    for (dim_t phase = 0; phase < g_.w.stride && g_.w.stride > 1; ++phase)
      for (dim_t i = 0; i < n; ++i) spread[i * g_.w.stride + phase] = phases[phase * step + i];
  }

  // How many rows of windows, from this one on, have the same points as far as is seen at once.
  dim_t alike_rows(dim_t od, dim_t oh) const noexcept {
    if (t_.counts_padding) return g_.h.dst - oh;
    return whole_d_.has(od) && whole_h_.has(oh) ? whole_h_.end - oh : 1;
  }

  // Divides rows from `row` on to place `i`, those that have the same points, and answers how many.
  dim_t divide_rows(const plane &to, dim_t row, dim_t most, dim_t i) const noexcept {
    const dim_t od = row / g_.h.dst, oh = row % g_.h.dst;
    const dim_t points = points_of_row(od, oh);
    const dim_t columns = min(g_.w.dst, p_.pitch - p_.margin);
    const dim_t count = min(most, alike_rows(od, oh));
    float *divided = to.divided + i * p_.pitch;
    for (dim_t r = 0; r < count; ++r) {
      for (dim_t j = 0; j < p_.margin; ++j) divided[r * p_.pitch + j] = 0;
      for (dim_t j = p_.margin + columns; j < p_.pitch; ++j) divided[r * p_.pitch + j] = 0;
    }
    b_.weigh_rows({diff_row(to, od, oh), diff_pitch(), divided + p_.margin, p_.pitch, count,
                   columns, to.counts, float(points)});
    return count;
  }

  // Column j of the phase lies in the windows j - k * dilate / stride.
  void fold_phase(const float *divided, dim_t phase, dim_t n, float *to) const noexcept {
    window_folder folder(b_.sum);
    window_run &run = folder.run();
    run.first = true;
    run.n = n;
    run.outputs = 1;
    run.src = divided + p_.margin;
    run.dst = to;
    for (dim_t k = g_.w.kernel - 1; k >= 0; --k) {
      const dim_t x = k * g_.w.dilate;
      if (x % g_.w.stride == phase) folder.add(-(x / g_.w.stride), k);
    }
    folder.finish();
  }

  void sum_rows(const plane &to, dim_t id, const group &g) const noexcept {
    window_folder folder(b_.sum);
    window_run &run = folder.run();
    run.first = true;
    run.n = g_.w.src;
    run.outputs = g.count;
    run.src_step = g.windows * spread_pitch_;
    run.dst_step = g.step * sums_pitch();
    run.src = to.spread;
    run.dst = sums_row(to, id, g.first);
    if (channels() > 1) {
      run.n = p_.summed_pitch;
      run.dst_step = g.step * p_.summed_pitch;
      run.dst = to.summed + g.first * p_.summed_pitch;
      join_channels(run, to.channels, dst_rows_ * spread_pitch_, g_.h.src * p_.summed_pitch);
    }
    for_each_window_with(g_.d, id, [&](dim_t, dim_t od) {
      for_each_window_with(g_.h, g.first, [&](dim_t kh, dim_t oh) {
        folder.add((od * g_.h.dst + oh) * spread_pitch_ + g_.w.left, kh);
      });
    });
    folder.finish();
  }

  const pooling_backward_backend &b_;
  const backward_tensors t_;
  const geometry g_;
  const mean_planes_plan &p_;
  const channel_runs src_runs_, dst_runs_;
  const range whole_d_, whole_h_;
  const dim_t dst_rows_, spread_pitch_;
  const bool is_global_;
  const dim_t src_step_, dst_step_;  // from a channel to the next, of f32
  float counts_[known_columns];
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_mean_planes_backward(plan_request &request) {
  return pooling::plan_mean_planes(request);
}

void run_pooling_mean_planes_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<pooling_backward_backend>();
  const pooling::mean_planes_backward backward(context, backend);
  parallel_for(context.workers, backward.items(),
               [&](int64_t item, int worker) { backward.run(item, worker); });
}

}  // namespace dnnlet::drivers
