// SPDX-License-Identifier: Apache-2.0
// batch_norm_channels, group_norm_channels, backward; five facts:
// plugins/kernels/batch_normalization/batch_normalization_backward.cpp.
//
// First an item sums some channels of a piece of pixels; then the sums become gradients of scale
// and shift, and four numbers for each channel; then an item finds diff_src of some pixels.
#include "plugins/drivers/normalization/backward.h"

namespace dnnlet::drivers {

namespace normalization {

namespace {

constexpr dim_t item_elements = 16384;  // whose gradients are found together

class channels_gradient : public backward_pass {
 public:
  channels_gradient(const run_context &run, const channels_plan &plan) noexcept
      : backward_pass(run, plan.s),
        plan_(plan),
        is_f32_(src.is_f32() && diff_dst.is_f32() && !mask),
        cut_(src.lies.run, s.padded_c, is_f32_ ? lanes_of_f32 : lanes_of_others),
        numbers_(reinterpret_cast<float *>(run.scratchpad + plan.numbers)),
        sums_(reinterpret_cast<wide_sums *>(run.scratchpad + plan.sums)) {}

  void run() const noexcept {
    if (needs_sums())
      parallel_for(context.workers, s.n * plan_.pieces * cut_.parts,
                   [&](int64_t item, int) { find_sums(item); });
    if (is_batch())
      parallel_for(context.workers, div_up<dim_t>(s.padded_c, 64), [&](int64_t item, int) {
        for (dim_t c = item * 64; c < min<dim_t>(item * 64 + 64, s.padded_c); ++c) find_channel(c);
      });
    else
      find_groups();
    const dim_t run = src.lies.run, runs = s.padded_c / run;
    const dim_t part = even_part(s.pixels, max<dim_t>(item_elements / run, 1));
    const dim_t parts = div_up(s.pixels, part);
    parallel_for(context.workers, s.n * runs * parts, [&](int64_t item, int) {
      dim_t rest = item;
      const dim_t pixel = take(rest, parts) * part, c = take(rest, runs) * run;
      apply(rest, pixel, min(part, s.pixels - pixel), c);
    });
  }

 private:
  dim_t pixels_of(dim_t piece) const noexcept {
    return min(plan_.piece, s.pixels - piece * plan_.piece);
  }
  wide_sums *sums_of(dim_t item, dim_t piece) const noexcept {
    return sums_ + (item * plan_.pieces + piece) * s.padded_c;
  }
  // Mean, factor, slope and offset of all channels of a batch item.
  float *numbers_of(dim_t item) const noexcept {
    return numbers_ + (is_batch() ? 0 : item) * 4 * s.padded_c;
  }
  dim_t statistics_of(dim_t item, dim_t c) const noexcept {
    if (c >= s.c) return 0;  // padding
    return is_batch() ? c : item * op.groups + c / (s.c / op.groups);
  }

  void find_sums(dim_t number) const noexcept;
  void find_channel(dim_t c) const noexcept;
  void find_groups() const noexcept;
  void find_group(dim_t item, dim_t group) const noexcept;
  wide_sums channel_sums(dim_t item, dim_t c) const noexcept {
    wide_sums t = {0, 0};
    for (dim_t piece = 0; piece < plan_.pieces; ++piece) {
      t.first += sums_of(item, piece)[c].first;
      t.second += sums_of(item, piece)[c].second;
    }
    return t;
  }
  void set_numbers(dim_t item, dim_t c, const row_gradient &g) const noexcept {
    float *numbers = numbers_of(item) + c;
    numbers[0] = g.mean;
    numbers[s.padded_c] = g.factor;
    numbers[2 * s.padded_c] = g.slope;
    numbers[3 * s.padded_c] = g.offset;
  }
  void apply(dim_t item, dim_t pixel, dim_t pixels, dim_t c) const noexcept;

  const channels_plan &plan_;
  const bool is_f32_;
  const lane_cut cut_;
  float *const numbers_;
  wide_sums *const sums_;
};

void channels_gradient::find_sums(dim_t number) const noexcept {
  dim_t item = number;
  const lanes c = cut_.at(take(item, cut_.parts), src.lies.run);
  const dim_t piece = take(item, plan_.pieces), begin = piece * plan_.piece;
  const dim_t pixels = pixels_of(piece);
  float center[lanes_of_f32], first[lanes_of_f32], second[lanes_of_f32];
  float x_buffer[gradient_chunk], dy_buffer[gradient_chunk];
  wide_sums *sums = sums_of(item, piece) + c.begin;
  for (dim_t i = 0; i < c.count; ++i) {
    center[i] = mean(statistics_of(item, c.begin + i));
    sums[i] = {0, 0};
  }
  const bool follow = src.lies.pixel == c.count && diff_dst.lies.pixel == c.count;
  const dim_t step = is_f32_ ? summed_pixels : max<dim_t>(gradient_chunk / c.count, 1);
  for (dim_t p = 0; p < pixels; p += step) {
    const dim_t count = min(step, pixels - p);
    rows_of_f32 x = {x_buffer, ptrdiff_t(c.count)}, dy = {dy_buffer, ptrdiff_t(c.count)};
    if (is_f32_) {
      x = {src.f32(src.lies.at(item, begin + p, c.begin)), ptrdiff_t(src.lies.pixel)};
      dy = {diff_dst.f32(diff_dst.lies.at(item, begin + p, c.begin)),
            ptrdiff_t(diff_dst.lies.pixel)};
    }
    const dim_t together = follow ? count : 1, n = together * c.count;
    for (dim_t i = 0; !is_f32_ && i < count; i += together) {
      float *x_row = x_buffer + i * c.count, *dy_row = dy_buffer + i * c.count;
      const dim_t at = begin + p + i;
      const float *from = read(src, src.lies.at(item, at, c.begin), x_row, n);
      if (from != x_row) __builtin_memcpy(x_row, from, size_t(n) * sizeof(float));
      from = read_gradients(item, at, c.begin, dy_row, n);
      if (from != dy_row) __builtin_memcpy(dy_row, from, size_t(n) * sizeof(float));
    }
    backend.lane_products(x, dy, size_t(count), size_t(c.count), center, first, second);
    for (dim_t i = 0; i < c.count; ++i) {
      sums[i].first += double(first[i]);
      sums[i].second += double(second[i]);
    }
  }
}

void channels_gradient::find_channel(dim_t c) const noexcept {
  if (c >= s.c) return set_numbers(0, c, {0, 0, 0, 0});
  wide_sums t = {0, 0};
  for (dim_t item = 0; needs_sums() && item < s.n; ++item) {
    const wide_sums of_item = channel_sums(item, c);
    t.first += of_item.first;
    t.second += of_item.second;
  }
  write_weights(c, t.second * inverse_deviation(c), t.first);
  const double n = double(s.n) * double(s.pixels);
  set_numbers(0, c, gradient_of(c, c, n, {t.first * scale(c), t.second * scale(c)}));
}

void channels_gradient::find_group(dim_t item, dim_t group) const noexcept {
  const dim_t channels = s.c / op.groups, begin = group * channels;
  wide_sums t = {0, 0};
  for (dim_t c = begin; needs_sums() && c < begin + channels; ++c) {
    const wide_sums of_channel = channel_sums(item, c);
    t.first += of_channel.first * scale(c);
    t.second += of_channel.second * scale(c);
  }
  const double n = double(channels) * double(s.pixels);
  for (dim_t c = begin; c < begin + channels; ++c)
    set_numbers(item, c, gradient_of(c, item * op.groups + group, n, t));
  for (dim_t c = s.c; group == 0 && c < s.padded_c; ++c) set_numbers(item, c, {0, 0, 0, 0});
}

void channels_gradient::find_groups() const noexcept {
  parallel_for(context.workers, s.n * op.groups,
               [&](int64_t item, int) { find_group(item / op.groups, item % op.groups); });
  if (!op.diff_scale && !op.diff_shift) return;
  parallel_for(context.workers, s.c, [&](int64_t c, int) {
    double scale = 0, shift = 0;
    for (dim_t item = 0; item < s.n; ++item) {
      const wide_sums t = channel_sums(item, c);
      scale += t.second * inverse_deviation(statistics_of(item, c));
      shift += t.first;
    }
    write_weights(c, scale, shift);
  });
}

void channels_gradient::apply(dim_t item, dim_t pixel, dim_t pixels, dim_t c) const noexcept {
  const float *numbers = numbers_of(item) + c;
  const dim_t run = src.lies.run;
  const auto lanes_at = [&](dim_t i) -> lane_gradient {
    return {numbers + i, numbers + s.padded_c + i, numbers + 2 * s.padded_c + i,
            numbers + 3 * s.padded_c + i};
  };
  if (is_direct())
    return backend.gradient_lanes(
        lanes_at(0), {src.f32(src.lies.at(item, pixel, c)), ptrdiff_t(src.lies.pixel)},
        {diff_dst.f32(diff_dst.lies.at(item, pixel, c)), ptrdiff_t(diff_dst.lies.pixel)},
        {diff_src.f32(diff_src.lies.at(item, pixel, c)), ptrdiff_t(diff_src.lies.pixel)},
        size_t(pixels), size_t(run));
  const bool follow =
      src.lies.pixel == run && diff_dst.lies.pixel == run && diff_src.lies.pixel == run;
  const dim_t together = follow && run <= gradient_chunk ? gradient_chunk / run : 1;
  const dim_t part = min(run, gradient_chunk);
  float x_buffer[gradient_chunk], dy_buffer[gradient_chunk];
  for (dim_t p = 0; p < pixels; p += together)
    for (dim_t i = 0; i < run; i += part) {
      const dim_t count = min(together, pixels - p), n = min(part, run - i), at = pixel + p;
      const float *x = read(src, src.lies.at(item, at, c + i), x_buffer, count * n);
      const float *dy = read_gradients(item, at, c + i, dy_buffer, count * n);
      keep_gradients(dy, item, at, c + i, count * n);
      const dim_t to = diff_src.lies.at(item, at, c + i);
      float *dx = diff_src.is_f32() ? diff_src.f32(to) : dy_buffer;
      backend.gradient_lanes(lanes_at(i), {x, ptrdiff_t(n)}, {dy, ptrdiff_t(n)}, {dx, ptrdiff_t(n)},
                             size_t(count), size_t(n));
      if (!diff_src.is_f32())
        backend.rows.store(diff_src.type, diff_src.data, size_t(to), dx, size_t(count * n));
    }
}

}  // namespace

}  // namespace normalization

refusal plan_normalization_channels_backward(plan_request &request) {
  const auto &op = request.problem<normalization_op>();
  normalization::sizes s;
  if (const refusal reason = normalization::check_backward(request, s)) return reason;
  if (s.has_planes) return "channels do not lie side by side";
  normalization::layout x, dy, dx;
  normalization::find_layout(op.src, s, x);
  normalization::find_layout(op.diff_dst, s, dy);
  normalization::find_layout(op.diff_src, s, dx);
  if (x.run != dy.run || x.run != dx.run) return "the blocks of tensors differ";
  if (op.head.kind == dnnl_batch_normalization && x.run == s.padded_c &&
      normalization::items_follow(op.src, s) && normalization::items_follow(op.diff_dst, s) &&
      normalization::items_follow(op.diff_src, s))
    normalization::join_items(s);
  auto &plan = request.make_plan<normalization::channels_plan, normalization_op>();
  normalization::plan_channels(request, s, 4, plan);
  return accepted;
}

void run_normalization_channels_backward(const run_context &context) {
  const auto &plan = context.plan_as<normalization::channels_plan, normalization_op>();
  normalization::channels_gradient(context, plan).run();
}

}  // namespace dnnlet::drivers
