// SPDX-License-Identifier: Apache-2.0
// batch_norm_planes, group_norm_planes, forward; five facts:
// plugins/kernels/batch_normalization/batch_normalization_forward.cpp.
//
// An item is some channels of all batch items, or a group of channels of one: its statistics are
// found, and then it is normalized, from the cache if it is still there.
#include "plugins/drivers/normalization/forward.h"
#include "plugins/drivers/normalization/planes.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace normalization {

namespace {

class planes_pass : public forward_pass {
 public:
  using forward_pass::forward_pass;

  void normalize(const row_normalization &r, dim_t item, dim_t c) const noexcept {
    const dim_t from = src.lies.at(item, 0, c), to = dst.lies.at(item, 0, c);
    if (is_direct()) return backend.normalize(r, src.f32(from), dst.f32(to), size_t(s.pixels));
    float buffer[chunk];
    dim_t n;
    for (dim_t p = 0; p < s.pixels; p += n) {
      n = min(chunk, s.pixels - p);
      if (needs_index()) n = min(n, s.width - p % s.width);
      const float *x = read(src, from + p, buffer, n);
      float *y = place_of(to + p, buffer);
      backend.normalize(r, x, y, size_t(n));
      finish(y, n, item, p, c, op.dst.ndims - 1);
    }
  }

  // The channels [begin, end), whose statistics are of all batch items.
  void run_channels(dim_t begin, dim_t end) const noexcept {
    row_normalization r[most_channels];
    for (dim_t c = begin; c < end; ++c) {
      moments m = given_or_found(c, s.n, src.lies.item, src.lies.at(0, 0, c), s.pixels);
      r[c - begin] = normalization_of(c, m.mean, m.variance());
    }
    for (dim_t item = 0; item < s.n; ++item)
      for (dim_t c = begin; c < end; ++c) normalize(r[c - begin], item, c);
  }

  void run_group(dim_t item, dim_t group) const noexcept {
    const dim_t channels = s.c / op.groups, begin = group * channels;
    const dim_t first = src.lies.at(item, 0, begin);
    const bool is_one_row = src.lies.run_stride == s.pixels;
    const moments m =
        is_one_row ? given_or_found(item * op.groups + group, 1, 0, first, channels * s.pixels)
                   : given_or_found(item * op.groups + group, channels, src.lies.run_stride, first,
                                    s.pixels);
    for (dim_t c = begin; c < begin + channels; ++c)
      normalize(normalization_of(c, m.mean, m.variance()), item, c);
  }

  void run_given(dim_t item, dim_t c) const noexcept {
    const moments m = given_statistics(c);
    normalize(normalization_of(c, m.mean, m.variance()), item, c);
  }

 private:
  moments given_or_found(dim_t at, dim_t rows, dim_t stride, dim_t first, dim_t n) const noexcept {
    if (!finds_statistics()) return given_statistics(at);
    const moments m = moments_of_rows(backend, src, first, rows, stride, n);
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
  if (!pass.finds_statistics())
    return parallel_for(context.workers, s.n * s.c,
                        [&](int64_t item, int) { pass.run_given(item / s.c, item % s.c); });
  const dim_t block = normalization::channels_of_item(s);
  parallel_for(context.workers, div_up(s.c, block), [&](int64_t item, int) {
    pass.run_channels(item * block, min(item * block + block, s.c));
  });
}

}  // namespace dnnlet::drivers
