// SPDX-License-Identifier: Apache-2.0
// batch_norm_channels, group_norm_channels, forward; five facts:
// plugins/kernels/batch_normalization/batch_normalization_forward.cpp.
//
// First an item finds the moments of some channels of a piece of pixels; then these become a mean,
// a factor and a shift for each channel; then an item normalizes some pixels.
#include "plugins/drivers/normalization/channels.h"
#include "plugins/drivers/normalization/forward.h"

namespace dnnlet::drivers {

namespace normalization {

namespace {

constexpr dim_t channels_of_item = 256;  // whose numbers are found together

class channels_pass : public forward_pass {
 public:
  channels_pass(const run_context &run, const channels_plan &plan) noexcept
      : forward_pass(run, plan.s),
        plan_(plan),
        cut_(src.lies.run, functions.lane_spread ? summed_channels : converted_channels),
        numbers_(reinterpret_cast<float *>(run.scratchpad + plan.numbers)) {}

  void run() const noexcept {
    clear_padding(0);
    for (dim_t item = 1; !is_batch() && item < s.n; ++item) clear_padding(item);
    const bool are_summed = is_batch() && finds_statistics();
    for_each_runs(context.workers, plan_, src.lies.run, are_summed, [&](const some_runs &runs) {
      if (finds_statistics()) find_moments(runs);
      if (is_batch())
        find_channels(runs);
      else
        parallel_for(context.workers, s.n * op.groups,
                     [&](int64_t item, int) { find_group(item / op.groups, item % op.groups); });
      for_each_region(context.workers, s, runs, exceed_caches, can_join(), [&](const region &g) {
        const channel_numbers numbers = numbers_of(g.item, g.c);
        normalize(g, numbers.arrays);
      });
    });
  }

 private:
  void find_moments(const some_runs &runs) const noexcept {
    for_each_piece(context.workers, plan_, cut_, runs,
                   [&](dim_t piece, const lanes &c) { find_moments(piece, c); });
  }
  void find_channels(const some_runs &runs) const noexcept {
    const dim_t begin = runs.channel(), end = runs.end(s.c);
    parallel_for(context.workers, div_up(end - begin, channels_of_item), [&](int64_t item, int) {
      const dim_t c = begin + item * channels_of_item;
      find_channels(c, min(channels_of_item, end - c));
    });
  }

  // Mean, factor and shift of channels of a batch item.
  struct channel_numbers {
    float *arrays[3];
  };
  channel_numbers numbers_of(dim_t item, dim_t c) const noexcept {
    float *first = numbers_ + (is_batch() ? 0 : item) * 3 * s.padded_c + c;
    return {{first, first + s.padded_c, first + 2 * s.padded_c}};
  }
  // Padding becomes 0, whatever it is.
  void clear_padding(dim_t item) const noexcept {
    for (float *numbers : numbers_of(item, 0).arrays)
      for (dim_t c = s.c; c < s.padded_c; ++c) numbers[c] = 0;
  }
  channel_moments moments_of(dim_t piece, dim_t c) const noexcept {
    const normalization::piece p = plan_.at(piece);
    const wide_sums sums = sums_of(context, plan_, piece);
    return {double(p.items * p.pixels), sums.first + c, sums.second + c};
  }

  void find_moments(dim_t piece, const lanes &c) const noexcept;
  // Adds rows of pixels to the sums, of which the first ones give the center.
  void add_pixels(dim_t item, dim_t pixel, dim_t pixels, const lanes &c, float *center,
                  bool is_first, const wide_sums &sums) const noexcept;
  void find_channels(dim_t c, dim_t count) const noexcept;
  void find_group(dim_t item, dim_t group) const noexcept;
  moments group_moments(dim_t item, dim_t group) const noexcept;

  const channels_plan &plan_;
  const lane_cut cut_;
  float *const numbers_;
};

void channels_pass::add_pixels(dim_t item, dim_t pixel, dim_t pixels, const lanes &c, float *center,
                               bool is_first, const wide_sums &sums) const noexcept {
  const region g = {item, pixel, c.begin, pixels, c.count};
  const size_t n = size_t(c.count);
  if (functions.lane_spread) {
    const read_rows x = g.read(src, s);
    if (is_first) functions.lane_center(x, size_t(min(pixels, center_pixels)), n, center);
    return functions.lane_spread(x, size_t(pixels), n, center, sums.first, sums.second);
  }
  const typed_normalization f = backend.functions_of(dnnl_f32);
  float values[buffered];
  const dim_t step = clamp<dim_t>(buffered / c.count, 1, center_pixels);
  for (dim_t p = 0; p < pixels; p += step) {
    const size_t count = size_t(min(step, pixels - p));
    for (size_t i = 0; i < count; ++i)
      backend.rows.load(src.type, src.data,
                        size_t(src.lies.at(item, pixel + p + dim_t(i), c.begin)), values + i * n,
                        n);
    const read_rows x = {values, ptrdiff_t(n)};
    if (is_first && p == 0) f.lane_center(x, count, n, center);
    f.lane_spread(x, count, n, center, sums.first, sums.second);
  }
}

void channels_pass::find_moments(dim_t number, const lanes &c) const noexcept {
  const piece p = plan_.at(number);
  const channel_moments m = moments_of(number, c.begin);
  double first[summed_channels], second[summed_channels];
  float center[summed_channels];
  for (dim_t i = 0; i < c.count; ++i) first[i] = second[i] = 0;
  const dim_t n = has_large_caches ? min(c.count, src.lies.run) : c.count;
  for (dim_t item = p.item; item < p.item + p.items; ++item)
    for (dim_t i = 0; i < c.count; i += n)
      add_pixels(item, p.pixel, p.pixels, {c.begin + i, n}, center + i, item == p.item,
                 {first + i, second + i});
  backend.channels.find_moments(center, first, second, m, size_t(c.count));
}

void channels_pass::find_channels(dim_t c, dim_t count) const noexcept {
  const channel_numbers to = numbers_of(0, c);
  if (!finds_statistics()) return set_numbers(c, count, means() + c, variances() + c, to.arrays);
  channel_moments all = moments_of(0, c);
  for (dim_t piece = 1; piece < plan_.pieces; ++piece) {
    const channel_moments more = moments_of(piece, c);
    backend.channels.add_moments(all, more, size_t(count));
    all.n += more.n;
  }
  float mean[channels_of_item], variance[channels_of_item];
  for (dim_t i = 0; i < count; ++i) {
    const moments m = {all.n, all.mean[i], all.squares[i]};
    write_statistics(c + i, m);
    mean[i] = float(m.mean);
    variance[i] = float(m.variance());
  }
  set_numbers(c, count, mean, variance, to.arrays);
}

// Channels of a piece have equally many elements, so that their mean is the mean of theirs.
moments channels_pass::group_moments(dim_t item, dim_t group) const noexcept {
  const dim_t channels = s.c / op.groups, begin = group * channels;
  moments all = no_elements;
  for (dim_t piece = 0; piece < plan_.pieces_of_item; ++piece) {
    const channel_moments m = moments_of(item * plan_.pieces_of_item + piece, begin);
    double mean = 0, squares = 0;
    for (dim_t i = 0; i < channels; ++i) mean += m.mean[i];
    mean /= double(channels);
    for (dim_t i = 0; i < channels; ++i) {
      const double distance = m.mean[i] - mean;
      squares += m.squares[i] + m.n * (distance * distance);
    }
    all.add({m.n * double(channels), mean, squares});
  }
  return all;
}

void channels_pass::find_group(dim_t item, dim_t group) const noexcept {
  const dim_t channels = s.c / op.groups, begin = group * channels, at = item * op.groups + group;
  moments m = no_elements;
  if (finds_statistics()) {
    m = group_moments(item, group);
    write_statistics(at, m);
  } else {
    m = {1, double(means()[at]), double(variances()[at])};
  }
  set_numbers(begin, channels, float(m.mean), float(m.variance()), numbers_of(item, begin).arrays);
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
  normalization::plan_channels(request, s, l.run, 3, bytes_of({&op.src, &op.dst}), plan);
  return accepted;
}

void run_normalization_channels_forward(const run_context &context) {
  const auto &plan = context.plan_as<normalization::channels_plan, normalization_op>();
  normalization::channels_pass(context, plan).run();
}

}  // namespace dnnlet::drivers
