// SPDX-License-Identifier: Apache-2.0
// Comparison of results with references in double.
#ifndef DNNLET_TESTS_SUPPORT_COMPARE_H
#define DNNLET_TESTS_SUPPORT_COMPARE_H

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/support/tensor.h"

namespace dnnlet::test {

/// A result r of the output's type may differ from the reference e, which is not rounded, by
///     ulps * ulp(e) + steps * 2^-24 * magnitude
/// where the magnitude is that of the terms which were added for this element. Integers may differ
/// by `slack` from the rounded and saturated e.
struct tolerance {
  double ulps = 0;
  double steps = 0;
  double slack = 0;
};

/// The same number; e is rounded to the type first.
constexpr tolerance exact = {};
/// One rounding to the type: half a unit in the last place.
constexpr tolerance correctly_rounded = {0.5, 0, 0};

/// Sums of products, element by element, with what the error of each one depends on.
struct sums {
  tensor values;                   // not rounded
  std::vector<double> magnitudes;  // of all its terms together
  std::vector<int64_t> lengths;    // how many they are

  sums() = default;
  sums(dims shape, data_type type);
  void add(size_t element, double term) {
    values.values[element] += term;
    magnitudes[element] += term < 0 ? -term : term;
    ++lengths[element];
  }
};

/// With EXPECT_TRUE: says which element differs most in units of its tolerance, what it is, what
/// was expected, and how many differ. A tolerance with steps needs the magnitudes of all elements.
::testing::AssertionResult matches(const tensor &got, const tensor &expected,
                                   const tolerance &allowed = exact,
                                   const std::vector<double> &magnitudes = {});

/// The same bits; NaN equals NaN, and 0 differs from -0.
::testing::AssertionResult same_values(const tensor &got, const tensor &expected);

/// The output is whole: guards, padding, and its values.
::testing::AssertionResult matches(const placed &got, const tensor &expected,
                                   const tolerance &allowed = exact,
                                   const std::vector<double> &magnitudes = {});

/// Sums that were accumulated in f32 in any order, then rounded: each of the roundings, of which
/// there are as many as terms, is at most half of 2^-23 of the magnitude.
::testing::AssertionResult matches(const tensor &got, const sums &expected);
::testing::AssertionResult matches(const placed &got, const sums &expected);

}  // namespace dnnlet::test

#endif
