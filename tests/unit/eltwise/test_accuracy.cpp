// SPDX-License-Identifier: Apache-2.0
// Every function and gradient, over all magnitudes and at the ends, within the errors that they
// claim.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/support/plugins.h"
#include "tests/unit/eltwise/oracle.h"
#include "tests/unit/eltwise/rows.h"

namespace dnnlet::test {
namespace {

float from_bits(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

// All f32 numbers, `step` bit patterns apart.
std::vector<float> sweep(uint32_t step) {
  std::vector<float> list;
  for (uint64_t bits = 0; bits <= 0xFFFFFFFFu; bits += step)
    list.push_back(from_bits(uint32_t(bits)));
  return list;
}

// Ends and edges: zeros, subnormal numbers, infinities, NaN, where e^x leaves the range, halves.
std::vector<float> edges() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> list = {0,
                             0x1p-149f,
                             0x1.fffffcp-127f,
                             0x1p-126f,
                             0x1p-24f,
                             0.5f,
                             1,
                             1.5f,
                             2.5f,
                             3,
                             8.66f,
                             9,
                             9.02f,
                             17.3f,
                             87.33f,
                             88.72f,
                             88.7228f,
                             88.73f,
                             89,
                             103.9f,
                             103.98f,
                             104,
                             115,
                             160,
                             0x1p23f - 0.5f,
                             0x1p23f,
                             0x1p24f,
                             1e10f,
                             1e20f,
                             0x1.fffffep127f};
  for (size_t i = list.size(); i-- > 0;) {
    list.push_back(std::nextafter(list[i], infinity));
    list.push_back(std::nextafter(list[i], 0.0f));
  }
  list.push_back(infinity);
  for (size_t i = list.size(); i-- > 0;) list.push_back(-list[i]);
  list.push_back(std::numeric_limits<float>::quiet_NaN());
  return list;
}

// At infinity, some formulas have infinity times zero, where the limit is a number. Either will do.
bool has_no_value(const eltwise_function &f, float x) {
  using a = dnnl::algorithm;
  const bool product = f.alg == a::eltwise_gelu_tanh || f.alg == a::eltwise_gelu_erf ||
                       f.alg == a::eltwise_swish || f.alg == a::eltwise_mish ||
                       f.alg == a::eltwise_hardswish;
  return std::isinf(x) && product;
}

// Where the gate of the hard functions opens or closes, a gradient may be that of either side.
bool is_at_gate(const eltwise_function &f, float x) {
  using a = dnnl::algorithm;
  if (f.alg != a::eltwise_hardsigmoid && f.alg != a::eltwise_hardswish) return false;
  const double gate = double(f.alpha) * double(x) + double(f.beta);
  return std::fabs(gate) < 0x1p-22 || std::fabs(gate - 1) < 0x1p-22;
}

// NEON of 32-bit Arm takes subnormal numbers for zeros: its argument, its result, and what lies on
// the way to it, which may have a factor of 1024 to go.
bool is_flushed(float x, float y, double expected) {
#if defined(__arm__)
  return std::fabs(x) < 0x1p-126f || std::fabs(double(y) - expected) < 0x1p-116;
#else
  (void)x, (void)y, (void)expected;
  return false;
#endif
}

std::string number(double x) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.9g (%a)", x, x);
  return text;
}

void check(const row_plugin &plugin, const eltwise_function &f, bool is_gradient,
           const std::vector<float> &x) {
  SCOPED_TRACE(plugin.name + " " + f.text() + (is_gradient ? " backward" : " forward"));
  const auto kind = dnnl::convert_to_c(f.alg);
  const drivers::row_function row =
      is_gradient ? plugin.gradient(kind, f.beta) : plugin.rows->eltwise(kind, f.alpha, f.beta);
  ASSERT_NE(row, nullptr);
  const std::vector<float> diff(x.size(), 1.0f);
  std::vector<float> y(x.size());
  plugin.rows->apply(row, x.data(), diff.data(), y.data(), x.size(), f.alpha, f.beta);
  error_bound bound = is_gradient ? f.backward : f.forward;
  if (!plugin.fused && bound.ulps + bound.term_ulps > 0) {
    bound.ulps += 1;
    bound.exponent_ulps *= 1.5;
  }
  double most = 1;
  size_t worst = 0, wrong = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    if (has_no_value(f, x[i]) || (is_gradient && is_at_gate(f, x[i]))) continue;
    const exact_result exact =
        is_gradient ? backward(f, double(x[i]), 1) : forward(f, double(x[i]));
    const double found = excess(y[i], exact, bound);
    if (found <= 1 || is_flushed(x[i], y[i], exact.value)) continue;
    if (++wrong == 1 || found > most) worst = i, most = found;
  }
  if (wrong == 0) return;
  const exact_result exact =
      is_gradient ? backward(f, double(x[worst]), 1) : forward(f, double(x[worst]));
  ADD_FAILURE() << "at " << number(double(x[worst])) << ": got " << number(double(y[worst]))
                << ", expected " << number(exact.value) << ", " << most
                << " times the stated error; " << wrong << " of " << x.size() << " are wrong";
}

void check_all(const std::vector<float> &x) {
  ASSERT_FALSE(row_plugins().empty());
  for (const row_plugin &plugin : row_plugins())
    for (const eltwise_function &f : eltwise_functions()) {
      check(plugin, f, false, x);
      if (f.has_gradient()) check(plugin, f, true, x);
    }
}

TEST(accuracy, over_all_magnitudes) {
  check_all(sweep(quick() ? 1000003 : 40009));
}
TEST(accuracy, at_the_ends) {
  check_all(edges());
}

// Of what is rounded to 16 bits or fewer afterwards: 2^-16 of the result, and 2^-90.
// False where there is no such function.
bool check_rounded(const row_plugin &plugin, const eltwise_function &f,
                   const std::vector<float> &x) {
  const drivers::row_function row = plugin.rounded(dnnl::convert_to_c(f.alg), f.alpha);
  if (!row) return false;
  std::vector<float> y(x.size());
  plugin.rows->apply(row, x.data(), nullptr, y.data(), x.size(), f.alpha, f.beta);
  for (size_t i = 0; i < x.size(); ++i) {
    const double exact = forward(f, double(x[i])).value;
    if (has_no_value(f, x[i])) continue;
    const bool is_near = std::fabs(double(y[i]) - exact) <= std::fabs(exact) * 0x1p-16 + 0x1p-90;
    EXPECT_TRUE(std::isnan(exact) ? std::isnan(y[i]) : is_near)
        << plugin.name << " " << f.text() << " of " << number(double(x[i])) << ": "
        << number(double(y[i])) << ", not " << number(exact);
  }
  return true;
}

// Between -20 and 20, where the functions bend.
TEST(accuracy, where_it_matters) {
  std::vector<float> x;
  const int count = quick() ? 4001 : 100003;
  for (int i = 0; i < count; ++i) x.push_back(-20 + 40 * float(i) / float(count));
  check_all(x);
}

TEST(accuracy, of_what_is_rounded) {
  std::vector<float> x = edges();
  for (const float more : sweep(quick() ? 1000003 : 40009)) x.push_back(more);
  for (int i = -20000; i <= 20000; ++i) x.push_back(float(i) * 0.00103f);
  for (const row_plugin &plugin : row_plugins()) {
    int count = 0;
    for (const eltwise_function &f : eltwise_functions()) count += check_rounded(plugin, f, x);
    EXPECT_EQ(count, 5) << plugin.name;  // two of swish
  }
}

}  // namespace
}  // namespace dnnlet::test
