// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/lrn/oracle.h"

#include <algorithm>
#include <cmath>

namespace dnnlet::test {

namespace {

// Calls body(index) for the points around `at` that lie inside the tensor.
template <class Body>
void for_each_near(const lrn_case &c, const dims &at, const Body &body) {
  const int64_t half = (c.local_size - 1) / 2;
  dims low = at, extent(at.size(), 1);
  for (size_t d = 0; d < at.size(); ++d) {
    if (d == 0 || c.is_across() != (d == 1)) continue;
    low[d] = std::max<int64_t>(at[d] - half, 0);
    extent[d] = std::min(at[d] + half, c.shape[d] - 1) - low[d] + 1;
  }
  dims step(at.size(), 0);
  do {
    dims near = low;
    for (size_t d = 0; d < at.size(); ++d) near[d] += step[d];
    body(near);
  } while (next_index(step, extent));
}

double weight(const lrn_case &c) {
  return double(c.alpha) / double(c.points());
}

std::vector<double> bases(const lrn_case &c, const tensor &src) {
  std::vector<double> result;
  dims at(c.shape.size(), 0);
  do {
    double sum = 0;
    for_each_near(c, at, [&](const dims &near) { sum += src.at(near) * src.at(near); });
    result.push_back(double(c.k) + weight(c) * sum);
  } while (next_index(at, c.shape));
  return result;
}

}  // namespace

int64_t lrn_case::points() const {
  if (is_across()) return local_size;
  int64_t result = 1;
  for (size_t d = 2; d < shape.size(); ++d) result *= local_size;
  return result;
}

std::string lrn_case::name() const {
  return text(shape) + (is_across() ? " across" : " within") + " size " +
         std::to_string(local_size) + " alpha " + std::to_string(alpha) + " beta " +
         std::to_string(beta) + " k " + std::to_string(k);
}

lrn_result forward(const lrn_case &c, const tensor &src, data_type type) {
  lrn_result r = {tensor(c.shape, type), {}};
  if (src.values.empty()) return r;
  const std::vector<double> base = bases(c, src);
  for (size_t i = 0; i < base.size(); ++i) {
    r.values.values[i] = src.values[i] * std::pow(base[i], -double(c.beta));
    r.magnitudes.push_back(std::fabs(r.values.values[i]));
  }
  return r;
}

lrn_result backward(const lrn_case &c, const tensor &src, const tensor &diff_dst, data_type type) {
  lrn_result r = {tensor(c.shape, type), {}};
  if (src.values.empty()) return r;
  const std::vector<double> base = bases(c, src);
  const double beta = double(c.beta);
  dims at(c.shape.size(), 0);
  size_t i = 0;
  do {
    double sum = 0, magnitude = 0;
    for_each_near(c, at, [&](const dims &near) {
      const size_t j = src.position(near);
      const double term = diff_dst.values[j] * src.values[j] * std::pow(base[j], -beta - 1);
      sum += term;
      magnitude += std::fabs(term);
    });
    const double first = diff_dst.values[i] * std::pow(base[i], -beta);
    const double factor = 2 * weight(c) * beta * src.values[i];
    r.values.values[i] = first - factor * sum;
    r.magnitudes.push_back(std::fabs(first) + std::fabs(factor) * magnitude);
    ++i;
  } while (next_index(at, c.shape));
  return r;
}

// A relative error of the base comes out beta times as large.
tolerance forward_tolerance(const lrn_case &c, data_type type) {
  const double base = double(c.points()) + 3;
  return {type == data_type::f32 ? 1 : 0.5, std::fabs(double(c.beta)) * base + 10, 0};
}
tolerance backward_tolerance(const lrn_case &c, data_type type) {
  const double base = double(c.points()) + 3;
  return {type == data_type::f32 ? 1 : 0.5,
          (std::fabs(double(c.beta)) + 1) * base + double(c.points()) + 16, 0};
}

}  // namespace dnnlet::test
