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

constexpr dim_t channels_of_item = 256;  // whose numbers are found together

class channels_gradient : public backward_pass {
 public:
  channels_gradient(const run_context &run, const channels_plan &plan) noexcept
      : backward_pass(run, plan.s),
        plan_(plan),
        cut_(src.lies.run, is_direct() ? summed_channels : converted_channels),
        numbers_(reinterpret_cast<float *>(run.scratchpad + plan.numbers)) {}

  void run() const noexcept {
    clear_padding(0);
    for (dim_t item = 1; !is_batch() && item < s.n; ++item) clear_padding(item);
    const bool are_summed = is_batch() && needs_sums();
    for_each_runs(context.workers, plan_, src.lies.run, are_summed, [&](const some_runs &runs) {
      if (needs_sums()) find_sums(runs);
      if (is_batch())
        find_channels(runs);
      else
        find_groups();
      for_each_region(context.workers, s, runs, exceed_caches, can_join(), [&](const region &g) {
        const channel_numbers numbers = numbers_of(g.item, g.c);
        apply(g, numbers.arrays);
      });
    });
  }

 private:
  void find_sums(const some_runs &runs) const noexcept {
    for_each_piece(context.workers, plan_, cut_, runs,
                   [&](dim_t piece, const lanes &c) { find_sums(piece, c); });
  }
  void find_channels(const some_runs &runs) const noexcept {
    const dim_t begin = runs.channel(), end = runs.end(s.c);
    parallel_for(context.workers, div_up(end - begin, channels_of_item), [&](int64_t item, int) {
      const dim_t c = begin + item * channels_of_item;
      find_channels(c, min(channels_of_item, end - c));
    });
  }

  // Mean, factor, slope and offset of channels of a batch item.
  struct channel_numbers {
    float *arrays[4];
  };
  channel_numbers numbers_of(dim_t item, dim_t c) const noexcept {
    float *first = numbers_ + (is_batch() ? 0 : item) * 4 * s.padded_c + c;
    return {{first, first + s.padded_c, first + 2 * s.padded_c, first + 3 * s.padded_c}};
  }
  void clear_padding(dim_t item) const noexcept {
    for (float *numbers : numbers_of(item, 0).arrays)
      for (dim_t c = s.c; c < s.padded_c; ++c) numbers[c] = 0;
  }

  void find_sums(dim_t piece, const lanes &c) const noexcept;
  // Adds rows of pixels to the sums.
  void add_pixels(const region &g, const float *center, const wide_sums &sums) const noexcept;
  void add_values(const region &g, const float *center, const wide_sums &sums) const noexcept;
  void find_channels(dim_t c, dim_t count) const noexcept;
  void find_groups() const noexcept;
  void find_group(dim_t item, dim_t group) const noexcept;
  sum_pair channel_sums(dim_t item, dim_t c) const noexcept {
    sum_pair t = {0, 0};
    for (dim_t piece = 0; piece < plan_.pieces_of_item; ++piece) {
      const wide_sums sums = sums_of(context, plan_, item * plan_.pieces_of_item + piece);
      t.first += sums.first[c];
      t.second += sums.second[c];
    }
    return t;
  }

  const channels_plan &plan_;
  const lane_cut cut_;
  float *const numbers_;
};

void channels_gradient::add_pixels(const region &g, const float *center,
                                   const wide_sums &sums) const noexcept {
  if (!is_direct()) return add_values(g, center, sums);
  functions.lane_products(g.read(src, s), g.read(diff_dst, s), mask_of(g), g.rows(s), g.elements(s),
                          center, sums.first, sums.second);
}

[[gnu::noinline]] void channels_gradient::add_values(const region &g, const float *center,
                                                     const wide_sums &sums) const noexcept {
  float x[buffered], dy[buffered];
  const dim_t n = g.channels, step = max<dim_t>(buffered / n, 1);
  for (dim_t p = 0; p < g.pixels; p += step) {
    const dim_t count = min(step, g.pixels - p);
    for (dim_t i = 0; i < count; ++i) {
      const dim_t pixel = g.pixel + p + i;
      backend.rows.load(src.type, src.data, size_t(src.lies.at(g.item, pixel, g.c)), x + i * n,
                        size_t(n));
      backend.rows.load(diff_dst.type, diff_dst.data, size_t(diff_dst.lies.at(g.item, pixel, g.c)),
                        dy + i * n, size_t(n));
    }
    const region some = {g.item, g.pixel + p, g.c, count, n};
    functions.lane_products({x, ptrdiff_t(n)}, {dy, ptrdiff_t(n)}, mask_of(some), size_t(count),
                            size_t(n), center, sums.first, sums.second);
  }
}

void channels_gradient::find_sums(dim_t number, const lanes &c) const noexcept {
  const piece p = plan_.at(number);
  wide_sums sums = sums_of(context, plan_, number);
  sums = {sums.first + c.begin, sums.second + c.begin};
  float center[summed_channels];
  for (dim_t i = 0; i < c.count; ++i) {
    const dim_t channel = c.begin + i;
    const dim_t at = is_batch() ? channel : p.item * op.groups + channel / (s.c / op.groups);
    center[i] = channel < s.c ? means()[at] : 0;
    sums.first[i] = sums.second[i] = 0;
  }
  const dim_t n = has_large_caches ? min(c.count, src.lies.run) : c.count;
  for (dim_t item = p.item; item < p.item + p.items; ++item)
    for (dim_t i = 0; i < c.count; i += n)
      add_pixels({item, p.pixel, c.begin + i, p.pixels, n}, center + i,
                 {sums.first + i, sums.second + i});
}

void channels_gradient::find_channels(dim_t c, dim_t count) const noexcept {
  wide_sums all = sums_of(context, plan_, 0);
  all = {all.first + c, all.second + c};
  for (dim_t piece = 1; needs_sums() && piece < plan_.pieces; ++piece) {
    const wide_sums more = sums_of(context, plan_, piece);
    for (dim_t i = 0; i < count; ++i) all.first[i] += more.first[c + i];
    for (dim_t i = 0; i < count; ++i) all.second[i] += more.second[c + i];
  }
  const channel_numbers numbers = numbers_of(0, c);
  set_numbers(c, count, all.first, all.second, numbers.arrays);
}

void channels_gradient::find_group(dim_t item, dim_t group) const noexcept {
  const dim_t channels = s.c / op.groups, begin = group * channels;
  sum_pair t = {0, 0};
  for (dim_t c = begin; needs_sums() && c < begin + channels; ++c) {
    const sum_pair of_channel = channel_sums(item, c);
    t.first += of_channel.first * scale(c);
    t.second += of_channel.second * scale(c);
  }
  const channel_numbers numbers = numbers_of(item, begin);
  set_numbers(begin, channels, item * op.groups + group, double(channels) * double(s.pixels), t,
              numbers.arrays);
}

void channels_gradient::find_groups() const noexcept {
  parallel_for(context.workers, s.n * op.groups,
               [&](int64_t item, int) { find_group(item / op.groups, item % op.groups); });
  if (!op.diff_scale && !op.diff_shift) return;
  parallel_for(context.workers, s.c, [&](int64_t c, int) {
    const dim_t group = c / (s.c / op.groups);
    double scale = 0, shift = 0;
    for (dim_t item = 0; item < s.n; ++item) {
      const sum_pair t = channel_sums(item, c);
      scale += t.second * inverse_deviation(item * op.groups + group);
      shift += t.first;
    }
    write_weights(c, scale, shift);
  });
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
  normalization::plan_channels(request, s, x.run, 4,
                               bytes_of({&op.src, &op.diff_dst, &op.diff_src}), plan);
  return accepted;
}

void run_normalization_channels_backward(const run_context &context) {
  const auto &plan = context.plan_as<normalization::channels_plan, normalization_op>();
  normalization::channels_gradient(context, plan).run();
}

}  // namespace dnnlet::drivers
