// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/normalization/checks.h"

#include <cmath>

#include "tests/support/sample.h"

namespace dnnlet::test {

namespace {

// Of a weighted sum of dst, whose weights are diff_dst.
double loss(const norm_case &c, const norm_inputs &in) {
  const norm_forward r = forward(c, in, data_type::f64);
  double sum = 0;
  for (size_t i = 0; i < in.diff_dst.values.size(); ++i)
    sum += r.dst.values.values[i] * in.diff_dst.values[i];
  return sum;
}

void expect_derivative(const norm_case &c, const norm_inputs &in, tensor norm_inputs::*member,
                       const tensor &expected) {
  const double step = 1e-5;
  for (size_t i = 0; i < expected.values.size(); ++i) {
    norm_inputs up = in, down = in;
    (up.*member).values[i] += step;
    (down.*member).values[i] -= step;
    const double slope = (loss(c, up) - loss(c, down)) / (2 * step);
    ASSERT_NEAR(expected.values[i], slope, 1e-6 * (1 + std::fabs(slope))) << "element " << i;
  }
}

}  // namespace

std::vector<norm_layout> some_layouts() {
  std::vector<norm_layout> list = {planes, channels_last};
  const norm_layout blocks[] = {blocks_of_8, blocks_of_16};
  for (const norm_layout &l : blocks)
    if (is_drawn(uint64_t(l.tags[2]), 3)) list.push_back(l);
  return list;
}

void expect_gradients(const norm_case &c) {
  SCOPED_TRACE(c.name());
  const dnnl::memory::desc md(c.shape, data_type::f32, dnnl::memory::format_tag::abcd);
  norm_inputs in = draw(c, {md, md}, 7);
  if (!c.has(dnnl_use_global_stats)) {  // not rounded: constants would not do
    const norm_forward r = forward(c, in, data_type::f64);
    in.mean = r.mean.values;
    in.variance = r.variance.values;
  }
  in.mask = {};
  norm_inputs for_backward = in;
  if (c.has(dnnl_fuse_norm_relu)) for_backward.mask = forward(c, in, data_type::f64).mask;
  const norm_backward r = backward(c, for_backward, data_type::f64, data_type::f64);
  expect_derivative(c, in, &norm_inputs::src, r.diff_src.values);
  if (c.has(dnnl_use_scale)) expect_derivative(c, in, &norm_inputs::scale, r.diff_scale.values);
  if (c.has(dnnl_use_shift)) expect_derivative(c, in, &norm_inputs::shift, r.diff_shift.values);
}

void expect_accurate_moments(const dnnl::engine &engine, const norm_case &c, const norm_descs &d) {
  for (const double mean : {1e4, -3e5})
    for (const bool has_jump : {false, true}) {
      SCOPED_TRACE(c.name() + " mean " + std::to_string(mean) + (has_jump ? " jump" : ""));
      norm_inputs in = draw(c, d, 9);
      const size_t some = in.src.values.size() / 8;
      for (size_t i = 0; i < in.src.values.size(); ++i)
        in.src.values[i] =
            double(float(in.src.values[i] + mean + (has_jump && i < some ? 100 : 0)));
      const norm_forward expected = forward(c, in, data_type::f32);
      dnnl::stream stream(engine);
      const tensors got =
          execute(forward_desc(engine, c, d, true), stream, forward_arguments(c, in));
      // 4096 elements about the mean of 64 of them, each of at most 70 additions.
      const double steps = 64 * 72;
      for (size_t s = 0; s < expected.mean.magnitudes.size(); ++s) {
        const double variance = expected.variance.values.values[s];
        EXPECT_NEAR(got.at(DNNL_ARG_VARIANCE).values[s], variance, steps * 0x1p-24 * variance);
        EXPECT_NEAR(got.at(DNNL_ARG_MEAN).values[s], expected.mean.values.values[s],
                    0x1p-23 * std::fabs(mean) + 72 * 0x1p-24 * (std::sqrt(variance) + 100));
      }
    }
}

}  // namespace dnnlet::test
