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
/// where the magnitude is that of the terms which were added: given per element, or else the
/// largest |e| of the tensor. Integers may differ by `slack` from the rounded and saturated e.
struct tolerance {
  double ulps = 0;
  double steps = 0;
  double slack = 0;
};

/// The same number; e is rounded to the type first.
constexpr tolerance exact = {};
/// One rounding to the type: half a unit in the last place.
constexpr tolerance correctly_rounded = {0.5, 0, 0};
/// A sum of `length` products accumulated in f32 in any order, then rounded: each of the `length`
/// roundings is at most half of 2^-23 of the sum of the magnitudes.
constexpr tolerance of_sum(int64_t length) {
  return {1, double(length), 0};
}

/// With EXPECT_TRUE: says which element differs most in units of its tolerance, what it is, what
/// was expected, and how many differ. `magnitudes`, if not empty, belongs to the elements.
::testing::AssertionResult matches(const tensor &got, const tensor &expected,
                                   const tolerance &allowed = exact,
                                   const std::vector<double> &magnitudes = {});

/// The same bits; NaN equals NaN, and 0 differs from -0.
::testing::AssertionResult same_values(const tensor &got, const tensor &expected);

/// The output is whole: guards, padding, and its values.
::testing::AssertionResult matches(const placed &got, const tensor &expected,
                                   const tolerance &allowed = exact,
                                   const std::vector<double> &magnitudes = {});

}  // namespace dnnlet::test

#endif
