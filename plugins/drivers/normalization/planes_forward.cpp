// SPDX-License-Identifier: Apache-2.0
// batch_norm_planes, group_norm_planes, forward; five facts:
// plugins/kernels/batch_normalization/batch_normalization_forward.cpp.
//
// An item is some channels of all batch items, or a group of channels of one: its statistics are
// found, and then it is normalized, from the cache if it is still there. With given statistics it
// is some channels of one batch item.
#include "plugins/drivers/normalization/forward.h"
#include "plugins/drivers/normalization/planes.h"

namespace dnnlet::drivers {

namespace normalization {

namespace {

// Mean, factor and shift of some channels.
struct plane_numbers {
  float mean[most_channels], factor[most_channels], shift[most_channels];
  float *arrays[3] = {mean, factor, shift};
};

class planes_pass : public forward_pass {
 public:
  using forward_pass::forward_pass;

  // The channels [c, c + count), whose statistics are of all batch items.
  void run_channels(dim_t c, dim_t count) const noexcept {
    float mean[most_channels], variance[most_channels];
    for (dim_t i = 0; i < count; ++i) {
      const moments m = moments_of_rows(backend, functions, src, src.lies.at(0, 0, c + i), s.n,
                                        src.lies.item, s.pixels);
      write_statistics(c + i, m);
      mean[i] = float(m.mean);
      variance[i] = float(m.variance());
    }
    plane_numbers numbers;
    set_numbers(c, count, mean, variance, numbers.arrays);
    for (dim_t item = 0; item < s.n; ++item)
      normalize({item, 0, c, s.pixels, count}, numbers.arrays);
  }

  void run_given(dim_t item, dim_t c, dim_t count) const noexcept {
    plane_numbers numbers;
    set_numbers(c, count, means() + c, variances() + c, numbers.arrays);
    normalize({item, 0, c, s.pixels, count}, numbers.arrays);
  }

  void run_group(dim_t item, dim_t group) const noexcept {
    const dim_t channels = s.c / op.groups, begin = group * channels;
    const moments m = group_moments(item, group, channels);
    plane_numbers numbers;
    for (dim_t i = 0; i < channels; i += most_channels) {
      const dim_t count = min(most_channels, channels - i);
      set_numbers(begin + i, count, float(m.mean), float(m.variance()), numbers.arrays);
      normalize({item, 0, begin + i, s.pixels, count}, numbers.arrays);
    }
  }

 private:
  moments group_moments(dim_t item, dim_t group, dim_t channels) const noexcept {
    const dim_t at = item * op.groups + group;
    if (!finds_statistics()) return {1, double(means()[at]), double(variances()[at])};
    const dim_t first = src.lies.at(item, 0, group * channels), stride = src.lies.run_stride;
    const bool is_one_row = stride == s.pixels;
    const moments m =
        is_one_row ? moments_of_rows(backend, functions, src, first, 1, 0, channels * s.pixels)
                   : moments_of_rows(backend, functions, src, first, channels, stride, s.pixels);
    write_statistics(at, m);
    return m;
  }
};

}  // namespace

}  // namespace normalization

refusal plan_normalization_planes_forward(plan_request &request) {
  normalization::sizes s;
  if (const refusal reason = normalization::check_forward(request, s)) return reason;
  return s.has_planes ? accepted : "pixels do not lie side by side";
}

void run_normalization_planes_forward(const run_context &context) {
  normalization::sizes s;
  normalization::find_sizes(context.problem<normalization_op>().src, s);
  const normalization::planes_pass pass(context, s);
  if (!pass.is_batch())
    return parallel_for(context.workers, s.n * pass.op.groups, [&](int64_t item, int) {
      pass.run_group(item / pass.op.groups, item % pass.op.groups);
    });
  const dim_t block = normalization::channels_of_item(s), blocks = div_up(s.c, block);
  if (pass.finds_statistics())
    return parallel_for(context.workers, blocks, [&](int64_t i, int) {
      pass.run_channels(i * block, min(block, s.c - i * block));
    });
  parallel_for(context.workers, s.n * blocks, [&](int64_t i, int) {
    const dim_t c = i % blocks * block;
    pass.run_given(i / blocks, c, min(block, s.c - c));
  });
}

}  // namespace dnnlet::drivers
