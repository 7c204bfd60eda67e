// SPDX-License-Identifier: Apache-2.0
// batch_norm_planes, group_norm_planes, backward; five facts:
// plugins/kernels/batch_normalization/batch_normalization_backward.cpp.
//
// An item is some channels of all batch items, or a group of channels of one: first the sums, then
// the gradients, from the cache if they are still there.
#include "plugins/drivers/normalization/backward.h"
#include "plugins/drivers/normalization/planes.h"

namespace dnnlet::drivers {

namespace normalization {

namespace {

struct planes_plan {
  size_t sums;  // group normalization: of each channel of each batch item
};

// Mean, factor, slope and offset of some channels.
struct plane_numbers {
  float mean[most_channels], factor[most_channels], slope[most_channels], offset[most_channels];
  float *arrays[4] = {mean, factor, slope, offset};
};

class planes_gradient : public backward_pass {
 public:
  planes_gradient(const run_context &run, const sizes &shape, const planes_plan &plan) noexcept
      : backward_pass(run, shape),
        sums_(reinterpret_cast<sum_pair *>(run.scratchpad + plan.sums)) {}

  // The channels [c, c + count), each of which has a mean of its own.
  void run_channels(dim_t c, dim_t count) const noexcept {
    double first[most_channels], second[most_channels];
    for (dim_t i = 0; needs_sums() && i < count; ++i) {
      const sum_pair sums = sums_of(0, s.n, c + i, means()[c + i]);
      first[i] = sums.first;
      second[i] = sums.second;
    }
    plane_numbers numbers;
    set_numbers(c, count, first, second, numbers.arrays);
    for (dim_t item = 0; item < s.n; ++item) apply({item, 0, c, s.pixels, count}, numbers.arrays);
  }

  void run_group(dim_t item, dim_t group) const noexcept {
    const dim_t channels = s.c / op.groups, begin = group * channels;
    const dim_t at = item * op.groups + group;
    sum_pair t = {0, 0};
    for (dim_t c = begin; needs_sums() && c < begin + channels; ++c) {
      const sum_pair sums = sums_of(item, 1, c, means()[at]);
      sums_[item * s.c + c] = sums;
      t.first += sums.first * scale(c);
      t.second += sums.second * scale(c);
    }
    plane_numbers numbers;
    for (dim_t i = 0; i < channels; i += most_channels) {
      const dim_t count = min(most_channels, channels - i);
      set_numbers(begin + i, count, at, double(channels) * double(s.pixels), t, numbers.arrays);
      apply({item, 0, begin + i, s.pixels, count}, numbers.arrays);
    }
  }
  void find_weights(dim_t c) const noexcept {
    const dim_t group = c / (s.c / op.groups);
    double scale = 0, shift = 0;
    for (dim_t item = 0; item < s.n; ++item) {
      const sum_pair &sums = sums_[item * s.c + c];
      scale += sums.second * inverse_deviation(item * op.groups + group);
      shift += sums.first;
    }
    write_weights(c, scale, shift);
  }

 private:
  // Of dy and of dy * (x - center) over a channel of some batch items.
  sum_pair sums_of(dim_t item, dim_t items, dim_t c, float center) const noexcept;
  two_sums sums_of_values(const region &g, dim_t items, float center) const noexcept;

  sum_pair *const sums_;
};

sum_pair planes_gradient::sums_of(dim_t item, dim_t items, dim_t c, float center) const noexcept {
  const piece_size piece =
      piece_of_rows(is_direct() ? piece_elements : converted_elements, s.pixels);
  sum_pair sums = {0, 0};
  for (dim_t i = 0; i < items; i += piece.rows)
    for (dim_t p = 0; p < s.pixels; p += piece.elements) {
      const dim_t rows = min(piece.rows, items - i), n = min(piece.elements, s.pixels - p);
      const region g = {item + i, p, c, n, 1};
      two_sums some;
      if (is_direct())
        some = functions.products({g.read(src, s).data, ptrdiff_t(src.lies.item)},
                                  {g.read(diff_dst, s).data, ptrdiff_t(diff_dst.lies.item)},
                                  {mask_of(g).data, ptrdiff_t(mask.lies.item)}, size_t(rows),
                                  size_t(n), center);
      else
        some = sums_of_values(g, rows, center);
      sums.first += double(some.first);
      sums.second += double(some.second);
    }
  return sums;
}

[[gnu::noinline]] two_sums planes_gradient::sums_of_values(const region &g, dim_t items,
                                                           float center) const noexcept {
  float x[converted_elements], dy[converted_elements];
  const size_t n = size_t(g.pixels);
  for (dim_t i = 0; i < items; ++i) {
    backend.rows.load(src.type, src.data, size_t(src.lies.at(g.item + i, g.pixel, g.c)),
                      x + i * g.pixels, n);
    backend.rows.load(diff_dst.type, diff_dst.data,
                      size_t(diff_dst.lies.at(g.item + i, g.pixel, g.c)), dy + i * g.pixels, n);
  }
  return functions.products({x, ptrdiff_t(n)}, {dy, ptrdiff_t(n)},
                            {mask_of(g).data, ptrdiff_t(mask.lies.item)}, size_t(items), n, center);
}

}  // namespace

}  // namespace normalization

refusal plan_normalization_planes_backward(plan_request &request) {
  normalization::sizes s;
  if (const refusal reason = normalization::check_backward(request, s)) return reason;
  if (!s.has_planes) return "pixels do not lie side by side";
  auto &plan = request.make_plan<normalization::planes_plan, normalization_op>();
  if (request.problem<normalization_op>().head.kind == dnnl_group_normalization)
    plan.sums =
        request.add_scratch(scratch_bytes({s.n, s.c, dim_t(sizeof(normalization::sum_pair))}));
  return accepted;
}

void run_normalization_planes_backward(const run_context &context) {
  normalization::sizes s;
  const auto &op = context.problem<normalization_op>();
  normalization::find_sizes(op.src, s);
  const auto &plan = context.plan_as<normalization::planes_plan, normalization_op>();
  const normalization::planes_gradient pass(context, s, plan);
  if (pass.is_batch()) {
    const dim_t block = normalization::channels_of_item(s);
    return parallel_for(context.workers, div_up(s.c, block), [&](int64_t item, int) {
      pass.run_channels(item * block, min(block, s.c - item * block));
    });
  }
  parallel_for(context.workers, s.n * op.groups,
               [&](int64_t item, int) { pass.run_group(item / op.groups, item % op.groups); });
  if (op.diff_scale || op.diff_shift)
    parallel_for(context.workers, s.c, [&](int64_t c, int) { pass.find_weights(c); });
}

}  // namespace dnnlet::drivers
