// SPDX-License-Identifier: Apache-2.0
// batch_norm_channels, group_norm_channels, forward; five facts:
// plugins/kernels/batch_normalization/batch_normalization_forward.cpp.
//
// First an item sums some channels of a piece of pixels; then the sums become a mean, a factor and
// a shift for each channel; then an item normalizes some pixels.
#include "plugins/drivers/normalization/channels.h"
#include "plugins/drivers/normalization/forward.h"

namespace dnnlet::drivers {

namespace normalization {

namespace {

constexpr dim_t item_elements = 16384;  // that are normalized together

class channels_pass : public forward_pass {
 public:
  channels_pass(const run_context &run, const channels_plan &plan) noexcept
      : forward_pass(run, plan.s),
        plan_(plan),
        cut_(src.lies.run, s.padded_c, src.is_f32() ? lanes_of_f32 : lanes_of_others),
        numbers_(reinterpret_cast<float *>(run.scratchpad + plan.numbers)),
        sums_(reinterpret_cast<wide_sums *>(run.scratchpad + plan.sums)) {}

  void run() const noexcept {
    if (finds_statistics())
      parallel_for(context.workers, s.n * plan_.pieces * cut_.parts,
                   [&](int64_t item, int) { find_sums(item); });
    if (is_batch())
      parallel_for(context.workers, div_up<dim_t>(s.padded_c, 64), [&](int64_t item, int) {
        for (dim_t c = item * 64; c < min<dim_t>(item * 64 + 64, s.padded_c); ++c) find_channel(c);
      });
    else
      parallel_for(context.workers, s.n * op.groups,
                   [&](int64_t item, int) { find_group(item / op.groups, item % op.groups); });
    const dim_t runs = s.padded_c / src.lies.run;
    const dim_t part = even_part(s.pixels, max<dim_t>(item_elements / src.lies.run, 1));
    const dim_t parts = div_up(s.pixels, part);
    parallel_for(context.workers, s.n * runs * parts, [&](int64_t item, int) {
      dim_t rest = item;
      const dim_t pixel = take(rest, parts) * part, run = take(rest, runs);
      normalize(rest, pixel, min(part, s.pixels - pixel), run * src.lies.run);
    });
  }

 private:
  dim_t pixels_of(dim_t piece) const noexcept {
    return min(plan_.piece, s.pixels - piece * plan_.piece);
  }
  wide_sums *sums_of(dim_t item, dim_t piece) const noexcept {
    return sums_ + (item * plan_.pieces + piece) * s.padded_c;
  }
  // Mean, factor and shift of all channels of a batch item.
  float *numbers_of(dim_t item) const noexcept {
    return numbers_ + (is_batch() ? 0 : item) * 3 * s.padded_c;
  }

  // The sums of a piece as moments.
  void find_sums(dim_t number) const noexcept;
  // `pixels` of them as rows of f32, in their place or in the buffer.
  rows_of_f32 rows_at(dim_t item, dim_t pixel, dim_t pixels, const lanes &c,
                      float *buffer) const noexcept;

  void find_channel(dim_t c) const noexcept {
    moments m = no_elements;
    if (finds_statistics()) {
      for (dim_t item = 0; item < s.n; ++item)
        for (dim_t piece = 0; piece < plan_.pieces; ++piece) m.add(moments_at(item, piece, c));
      if (c < s.c) write_statistics(c, m);
    } else if (c < s.c) {
      m = given_statistics(c);
    }
    set_numbers(0, c, m);
  }
  void find_group(dim_t item, dim_t group) const noexcept {
    const dim_t channels = s.c / op.groups, begin = group * channels;
    const dim_t at = item * op.groups + group;
    moments m = no_elements;
    if (finds_statistics()) {
      for (dim_t piece = 0; piece < plan_.pieces; ++piece)
        for (dim_t c = begin; c < begin + channels; ++c) m.add(moments_at(item, piece, c));
      write_statistics(at, m);
    } else {
      m = given_statistics(at);
    }
    for (dim_t c = begin; c < begin + channels; ++c) set_numbers(item, c, m);
    if (group == op.groups - 1)
      for (dim_t c = s.c; c < s.padded_c; ++c) set_numbers(item, c, m);
  }
  moments moments_at(dim_t item, dim_t piece, dim_t c) const noexcept {
    const wide_sums &sums = sums_of(item, piece)[c];
    return {double(pixels_of(piece)), sums.first, sums.second};
  }
  // Padding becomes 0, whatever it is.
  void set_numbers(dim_t item, dim_t c, const moments &m) const noexcept {
    float *numbers = numbers_of(item) + c;
    const row_normalization r =
        c < s.c ? normalization_of(c, m.mean, m.variance()) : row_normalization{0, 0, 0};
    numbers[0] = r.mean;
    numbers[s.padded_c] = r.factor;
    numbers[2 * s.padded_c] = r.shift;
  }

  void normalize(dim_t item, dim_t pixel, dim_t pixels, dim_t c) const noexcept;

  const channels_plan &plan_;
  const lane_cut cut_;
  float *const numbers_;
  wide_sums *const sums_;
};

rows_of_f32 channels_pass::rows_at(dim_t item, dim_t pixel, dim_t pixels, const lanes &c,
                                   float *buffer) const noexcept {
  const dim_t at = src.lies.at(item, pixel, c.begin), stride = src.lies.pixel;
  if (src.is_f32()) return {src.f32(at), ptrdiff_t(stride)};
  const dim_t together = stride == c.count ? pixels : 1;  // that follow each other
  for (dim_t p = 0; p < pixels; p += together)
    backend.rows.load(src.type, src.data, size_t(at + p * stride), buffer + p * c.count,
                      size_t(together * c.count));
  return {buffer, ptrdiff_t(c.count)};
}

void channels_pass::find_sums(dim_t number) const noexcept {
  dim_t item = number;
  const lanes c = cut_.at(take(item, cut_.parts), src.lies.run);
  const dim_t piece = take(item, plan_.pieces), begin = piece * plan_.piece;
  const dim_t pixels = pixels_of(piece);
  float center[lanes_of_f32], first[lanes_of_f32], second[lanes_of_f32], buffer[buffered];
  const dim_t step = src.is_f32() ? summed_pixels : clamp<dim_t>(buffered / c.count, 1, 64);
  wide_sums *sums = sums_of(item, piece) + c.begin;
  for (dim_t p = 0; p < pixels; p += step) {
    const dim_t count = min(step, pixels - p);
    const rows_of_f32 x = rows_at(item, begin + p, count, c, buffer);
    if (p == 0) {
      backend.lane_sum(x, size_t(count), size_t(c.count), center);
      for (dim_t i = 0; i < c.count; ++i) center[i] /= float(count);
      for (dim_t i = 0; i < c.count; ++i) sums[i] = {0, 0};
    }
    backend.lane_spread(x, size_t(count), size_t(c.count), center, first, second);
    for (dim_t i = 0; i < c.count; ++i) {
      sums[i].first += double(first[i]);
      sums[i].second += double(second[i]);
    }
  }
  for (dim_t i = 0; i < c.count; ++i) {
    const moments m = moments_about(pixels, center[i], sums[i].first, sums[i].second);
    sums[i] = {m.mean, m.squares};
  }
}

void channels_pass::normalize(dim_t item, dim_t pixel, dim_t pixels, dim_t c) const noexcept {
  const float *numbers = numbers_of(item) + c;
  const dim_t run = src.lies.run;
  const auto lanes_at = [&](dim_t i) -> lane_normalization {
    return {numbers + i, numbers + s.padded_c + i, numbers + 2 * s.padded_c + i};
  };
  if (is_direct())
    return backend.normalize_lanes(
        lanes_at(0), {src.f32(src.lies.at(item, pixel, c)), ptrdiff_t(src.lies.pixel)},
        {dst.f32(dst.lies.at(item, pixel, c)), ptrdiff_t(dst.lies.pixel)}, size_t(pixels),
        size_t(run));
  // As many pixels together as lie side by side and find room; of many channels, some at a time.
  const bool follow = src.lies.pixel == run && dst.lies.pixel == run && !needs_index();
  const dim_t together = follow && run <= chunk ? chunk / run : 1;
  const dim_t part = min(run, chunk);
  float buffer[chunk];
  for (dim_t p = 0; p < pixels; p += together)
    for (dim_t i = 0; i < run; i += part) {
      const dim_t count = min(together, pixels - p), n = min(part, run - i);
      const dim_t at = pixel + p;
      const float *x = read(src, src.lies.at(item, at, c + i), buffer, count * n);
      float *y = place_of(dst.lies.at(item, at, c + i), buffer);
      backend.normalize_lanes(lanes_at(i), {x, ptrdiff_t(n)}, {y, ptrdiff_t(n)}, size_t(count),
                              size_t(n));
      const dim_t real = needs_index() ? min(n, s.c - c - i) : count * n;
      finish(y, real, item, at, c + i, 1);
    }
}

}  // namespace

}  // namespace normalization

refusal plan_normalization_channels_forward(plan_request &request) {
  const auto &op = request.problem<normalization_op>();
  normalization::sizes s;
  if (const refusal reason = normalization::check_forward(request, s)) return reason;
  if (s.has_planes) return "channels do not lie side by side";
  normalization::layout l, d;
  normalization::find_layout(op.src, s, l);
  normalization::find_layout(op.dst, s, d);
  if (l.run != d.run) return "the blocks of src and dst differ";
  if (op.head.kind == dnnl_batch_normalization && l.run == s.padded_c &&
      normalization::items_follow(op.src, s) && normalization::items_follow(op.dst, s))
    normalization::join_items(s);
  auto &plan = request.make_plan<normalization::channels_plan, normalization_op>();
  normalization::plan_channels(request, s, 3, plan);
  return accepted;
}

void run_normalization_channels_forward(const run_context &context) {
  const auto &plan = context.plan_as<normalization::channels_plan, normalization_op>();
  normalization::channels_pass(context, plan).run();
}

}  // namespace dnnlet::drivers
