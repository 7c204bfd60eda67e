// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/normalization/oracle.h"

#include <cmath>

namespace dnnlet::test {

dims norm_case::statistics() const {
  if (kind == dnnl::primitive::kind::batch_normalization) return {shape[1]};
  if (kind == dnnl::primitive::kind::layer_normalization)
    return dims(shape.begin(), shape.end() - 1);
  return {shape[0], groups};
}

int64_t norm_case::channels() const {
  return kind == dnnl::primitive::kind::layer_normalization ? shape.back() : shape[1];
}

size_t norm_case::statistic_of(const dims &at) const {
  if (kind == dnnl::primitive::kind::batch_normalization) return size_t(at[1]);
  if (kind == dnnl::primitive::kind::group_normalization)
    return size_t(at[0] * groups + at[1] / (shape[1] / groups));
  size_t number = 0;
  for (size_t d = 0; d + 1 < shape.size(); ++d) number = number * size_t(shape[d]) + size_t(at[d]);
  return number;
}

size_t norm_case::channel_of(const dims &at) const {
  return size_t(kind == dnnl::primitive::kind::layer_normalization ? at.back() : at[1]);
}

std::string norm_case::name() const {
  return text(shape) + " groups " + std::to_string(groups) + " flags " + std::to_string(flags) +
         " epsilon " + std::to_string(epsilon);
}

namespace {

template <class Body>
void for_each(const norm_case &c, const Body &body) {
  if (count(c.shape) == 0) return;
  dims at(c.shape.size(), 0);
  size_t i = 0;
  do body(i++, c.statistic_of(at), c.channel_of(at));
  while (next_index(at, c.shape));
}

double value(const tensor &t, size_t i, double otherwise) {
  return t.values.empty() ? otherwise : t.values[i];
}

struct all_moments {
  std::vector<double> mean, variance, deviation;  // deviation: the mean of |x|
};
all_moments moments_of(const norm_case &c, const norm_inputs &in) {
  const size_t n = size_t(count(c.statistics()));
  all_moments m = {std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  const double elements = double(count(c.shape)) / double(n);
  const bool centered = !c.has(dnnl_rms_norm);
  for_each(c, [&](size_t i, size_t s, size_t) {
    if (centered) m.mean[s] += in.src.values[i] / elements;
  });
  for_each(c, [&](size_t i, size_t s, size_t) {
    const double x = in.src.values[i] - m.mean[s];
    m.variance[s] += x * x / elements;
    m.deviation[s] += std::fabs(x) / elements;
  });
  return m;
}

with_magnitudes empty_of(const dims &shape, data_type type) {
  return {tensor(shape, type), std::vector<double>(size_t(count(shape)))};
}

}  // namespace

norm_forward forward(const norm_case &c, const norm_inputs &in, data_type type) {
  norm_forward r = {empty_of(c.shape, type), empty_of(c.statistics(), data_type::f32),
                    empty_of(c.statistics(), data_type::f32), tensor(c.shape, data_type::u8)};
  all_moments m = moments_of(c, in);
  for (size_t s = 0; s < m.mean.size(); ++s) {
    if (c.has(dnnl_use_global_stats)) {
      m.mean[s] = value(in.mean, s, 0);
      m.variance[s] = in.variance.values[s];
      m.deviation[s] = 0;
    }
    r.mean.values.values[s] = m.mean[s];
    r.mean.magnitudes[s] = m.deviation[s] + std::fabs(m.mean[s]);
    r.variance.values.values[s] = r.variance.magnitudes[s] = m.variance[s];
  }
  for_each(c, [&](size_t i, size_t s, size_t ch) {
    const double k = value(in.scale, ch, 1) / std::sqrt(m.variance[s] + double(c.epsilon));
    const double x = in.src.values[i] - m.mean[s], shift = value(in.shift, ch, 0);
    double y = x * k + shift + value(in.src_1, i, 0);
    r.mask.values[i] = y > 0;
    if (c.has(dnnl_fuse_norm_relu) || c.has(dnnl_fuse_norm_add_relu)) y = y > 0 ? y : 0;
    r.dst.values.values[i] = y;
    r.dst.magnitudes[i] = std::fabs(k) * (std::fabs(x) + m.deviation[s]) + std::fabs(shift) +
                          std::fabs(value(in.src_1, i, 0));
  });
  return r;
}

norm_backward backward(const norm_case &c, const norm_inputs &in, data_type type,
                       data_type weights) {
  const dims channels = {c.channels()};
  norm_backward r = {empty_of(c.shape, type), empty_of(channels, weights),
                     empty_of(channels, weights)};
  const size_t n = size_t(count(c.statistics()));
  const double elements = n == 0 ? 0 : double(count(c.shape)) / double(n);
  std::vector<double> sum(n), products(n), sum_magnitude(n), product_magnitude(n);
  const auto gradient = [&](size_t i) { return in.diff_dst.values[i] * value(in.mask, i, 1); };
  const auto inverse = [&](size_t s) {
    return 1 / std::sqrt(in.variance.values[s] + double(c.epsilon));
  };
  for_each(c, [&](size_t i, size_t s, size_t ch) {
    const double x = in.src.values[i] - value(in.mean, s, 0);
    const double g = gradient(i) * value(in.scale, ch, 1);
    if (!c.has(dnnl_use_global_stats)) {
      sum[s] += g;
      products[s] += g * x;
      sum_magnitude[s] += std::fabs(g);
      product_magnitude[s] += std::fabs(g * x);
    }
    const double of_scale = gradient(i) * x * inverse(s);
    r.diff_scale.values.values[ch] += of_scale;
    r.diff_scale.magnitudes[ch] += std::fabs(of_scale);
    r.diff_shift.values.values[ch] += gradient(i);
    r.diff_shift.magnitudes[ch] += std::fabs(gradient(i));
  });
  for_each(c, [&](size_t i, size_t s, size_t ch) {
    const double x = in.src.values[i] - value(in.mean, s, 0), k = inverse(s);
    const double g = gradient(i) * value(in.scale, ch, 1);
    r.diff_src.values.values[i] = k * (g - sum[s] / elements - x * k * k * products[s] / elements);
    r.diff_src.magnitudes[i] = k * (std::fabs(g) + sum_magnitude[s] / elements +
                                    std::fabs(x) * k * k * product_magnitude[s] / elements);
  });
  return r;
}

}  // namespace dnnlet::test
