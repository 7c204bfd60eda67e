// SPDX-License-Identifier: Apache-2.0
#include "tests/support/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace dnnlet::test {

namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

dims index_of(size_t position, const dims &shape) {
  dims index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    index[d] = int64_t(position % size_t(shape[d]));
    position /= size_t(shape[d]);
  }
  return index;
}

bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

// The difference as a fraction of what is allowed; above 1 it is too large.
double excess(data_type type, double got, double expected, const tolerance &allowed,
              double magnitude) {
  constexpr double much = std::numeric_limits<double>::infinity();
  if (is_integer(type)) {
    const double difference = std::fabs(got - rounded(type, expected));
    return difference == 0 ? 0 : allowed.slack > 0 ? difference / allowed.slack : much;
  }
  if (std::isnan(expected) || std::isnan(got))
    return std::isnan(expected) == std::isnan(got) ? 0 : much;
  const double nearest = rounded(type, expected);
  if (got == nearest) return 0;
  if (!std::isfinite(expected) || !std::isfinite(got)) return much;
  const double bound =
      allowed.ulps * ulp(type, expected) + allowed.steps * 0x1p-24 * std::fabs(magnitude);
  return bound > 0 ? std::fabs(got - expected) / bound : much;
}

AssertionResult same_shape(const tensor &got, const tensor &expected) {
  if (got.shape == expected.shape) return AssertionSuccess();
  return AssertionFailure() << "the shape is " << text(got.shape) << ", expected "
                            << text(expected.shape);
}

}  // namespace

AssertionResult matches(const tensor &got, const tensor &expected, const tolerance &allowed,
                        const std::vector<double> &magnitudes) {
  const AssertionResult shapes = same_shape(got, expected);
  if (!shapes) return shapes;
  if (allowed.steps > 0 && magnitudes.size() != got.values.size())
    return AssertionFailure() << "a tolerance with steps, but no magnitudes of the elements";
  size_t worst = 0, wrong = 0;
  double most = 1;
  for (size_t i = 0; i < got.values.size(); ++i) {
    const double magnitude = magnitudes.empty() ? 0 : magnitudes[i];
    const double found = excess(got.type, got.values[i], expected.values[i], allowed, magnitude);
    if (found <= 1) continue;
    if (++wrong == 1 || found > most) worst = i, most = found;
  }
  if (wrong == 0) return AssertionSuccess();
  return AssertionFailure() << "at " << text(index_of(worst, got.shape)) << " of "
                            << text(got.shape) << " " << name_of(got.type) << ": got "
                            << number(got.values[worst]) << ", expected "
                            << number(expected.values[worst]) << ", " << number(most)
                            << " times the tolerance; " << wrong << " of " << got.values.size()
                            << " elements are wrong";
}

AssertionResult same_values(const tensor &got, const tensor &expected) {
  const AssertionResult shapes = same_shape(got, expected);
  if (!shapes) return shapes;
  for (size_t i = 0; i < got.values.size(); ++i)
    if (!same(got.values[i], expected.values[i]))
      return AssertionFailure() << "at " << text(index_of(i, got.shape)) << " of "
                                << text(got.shape) << " " << name_of(got.type) << ": got "
                                << number(got.values[i]) << ", expected the same as "
                                << number(expected.values[i]);
  return AssertionSuccess();
}

AssertionResult matches(const placed &got, const tensor &expected, const tolerance &allowed,
                        const std::vector<double> &magnitudes) {
  const std::string damage = got.damage();
  if (!damage.empty()) return AssertionFailure() << damage;
  return matches(got.read(), expected, allowed, magnitudes);
}

sums::sums(dims shape, data_type type)
    : values(std::move(shape), type),
      magnitudes(values.values.size(), 0),
      lengths(values.values.size(), 0) {}

AssertionResult matches(const tensor &got, const sums &expected) {
  std::vector<double> errors = expected.magnitudes;
  for (size_t i = 0; i < errors.size(); ++i) errors[i] *= double(expected.lengths[i]);
  return matches(got, expected.values, {1, 1, 0}, errors);
}

AssertionResult matches(const placed &got, const sums &expected) {
  const std::string damage = got.damage();
  if (!damage.empty()) return AssertionFailure() << damage;
  return matches(got.read(), expected);
}

}  // namespace dnnlet::test
