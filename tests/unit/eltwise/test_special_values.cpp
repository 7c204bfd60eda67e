// SPDX-License-Identifier: Apache-2.0
// NaN, infinities, zeros, subnormal and huge numbers: every plugin says what the reference says, of
// every element-wise function and its gradient, alone and as a post-op, and of every binary
// post-op.
//
// Numbers may differ by what the kernels round (test_accuracy.cpp measures that); here NaN must be
// NaN, infinity infinity of the same sign, and what is finite near. The signs of zeros may differ.
#include <cmath>
#include <limits>

#include "tests/support/execute.h"
#include "tests/support/own_implementations.h"
#include "tests/unit/eltwise/oracle.h"
#include "tests/unit/eltwise/rows.h"

namespace dnnlet::test {
namespace {

using dnnl::memory;
using format = dnnl::memory::format_tag;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

#if defined(__arm__)  // whose NEON flushes subnormal numbers, e^-88.8 among them
constexpr double least = 0x1p-126, far = -87;
#else
constexpr double least = 0x1p-149, far = -88.8;
#endif

// More than two vectors of the longest plugin, so that whole vectors and rests have each of them.
tensor special_numbers() {
  const std::vector<double> numbers = {
      nan,     infinity, -infinity, 0,   -0.0, 0x1p-149, -0x1p-149, 1.1e-38, -1.1e-38, 8e34,
      -8e34,   3.4e38,   -3.4e38,   1,   -1,   88.8,     far,       -104,    1e20,     -1e20,
      0.5,     2,        3,         -3,  1e-3, -1e-3,    0x1p22,    -0x1p23, 12,       -12,
      0x1p-60, -0x1p-60, 1e10,      -50, 50,   0x1p100,  -0x1p100};
  tensor x({int64_t(numbers.size())}, data_type::f32);
  for (size_t i = 0; i < numbers.size(); ++i) {
    x.values[i] = rounded(data_type::f32, numbers[i]);
#if defined(__arm__)  // whose NEON flushes subnormal numbers
    if (std::fabs(x.values[i]) < 0x1p-126) x.values[i] = 0;
#endif
  }
  return x;
}

// Results near what f32 cannot hold may be either that or 0 or infinity; elsewhere 1e-4 of the
// number, or of `magnitude` where it is a sum.
bool are_alike(double got, double expected, double magnitude) {
  constexpr double largest = 3.4028e38, smallest = 1e-37;
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) == std::isnan(expected);
  if (std::fabs(got) > largest && std::fabs(expected) > largest) return (got > 0) == (expected > 0);
  return std::fabs(got - expected) <= smallest + 1e-4 * std::fmax(std::fabs(expected), magnitude);
}

void expect_alike(const tensor &got, const tensor &expected, const tensor &x, double magnitude) {
  for (size_t i = 0; i < got.values.size(); ++i)
    EXPECT_TRUE(are_alike(got.values[i], expected.values[i], magnitude))
        << "of " << x.values[i] << ": " << got.values[i] << ", the reference says "
        << expected.values[i];
}

// The functions of the oracle, and parameters that make products of 0 and infinity.
std::vector<eltwise_function> all_functions() {
  using a = dnnl::algorithm;
  std::vector<eltwise_function> list = eltwise_functions();
  for (const a alg : {a::eltwise_relu, a::eltwise_elu, a::eltwise_linear, a::eltwise_soft_relu,
                      a::eltwise_swish, a::eltwise_hardsigmoid, a::eltwise_hardswish})
    list.push_back({alg, "alpha 0", 0, 0.5f, {0}, {0}});
  for (const float beta : {0.0f, 1.0f, 2.0f, -1.0f, -0.5f, 1.7f})
    list.push_back({a::eltwise_pow, "pow", 0, beta, {0}, {0}});
  // Of instructions, as their gradients are.
  for (const float beta : {0.5f, -0.5f, 1.5f, -1.0f, 2.0f, -2.0f, 3.0f, 4.0f})
    list.push_back({a::eltwise_pow, "pow", 1, beta, {0}, {0}});
  return list;
}

// The least number too: half of it is 0, which makes 0 / 0 of a quotient that is infinite.
std::vector<double> special_gradients() {
  std::vector<double> list = {1, -2, 0, infinity, nan};
#if !defined(__arm__)  // whose NEON flushes subnormal numbers
  list.push_back(0x1p-149);
#endif
  return list;
}

class special_values : public testing::TestWithParam<std::string> {
 protected:
  // Calls check(result of the plugin, result of the reference) for the plugin's implementations.
  template <class Create, class Check>
  void compare(const Create &create, const tensors &inputs, int output, const Check &check) {
    tensors expected;
    for_each_implementation(
        [&] { return create(reference_); },
        "reference:", [&](const auto &pd) { expected = execute(pd, reference_stream_, inputs); });
    ASSERT_EQ(expected.count(output), 1u);
    for_each_own_implementation([&] { return create(engine_); }, GetParam(),
                                [&](const auto &pd) {
                                  check(execute(pd, stream_, inputs).at(output),
                                        expected.at(output));
                                });
  }

  const dnnl::engine engine_ = engine_for(GetParam()), reference_ = engine_for("reference");
  dnnl::stream stream_{engine_}, reference_stream_{reference_};
};

TEST_P(special_values, forward) {
  const tensor x = special_numbers();
  const memory::desc md(x.shape, data_type::f32, format::a);
  for (const eltwise_function &f : all_functions()) {
    SCOPED_TRACE(f.text());
    compare(
        [&](const dnnl::engine &engine) {
          return dnnl::eltwise_forward::primitive_desc(engine, dnnl::prop_kind::forward_training,
                                                       f.alg, md, md, f.alpha, f.beta);
        },
        {{DNNL_ARG_SRC, x}}, DNNL_ARG_DST,
        [&](const tensor &got, const tensor &expected) { expect_alike(got, expected, x, 0); });
  }
}

TEST_P(special_values, backward) {
  const tensor x = special_numbers();
  const memory::desc md(x.shape, data_type::f32, format::a);
  for (const eltwise_function &f : all_functions()) {
    if (!f.has_gradient()) continue;
    for (const double diff_value : special_gradients()) {
      SCOPED_TRACE(f.text() + " gradient " + std::to_string(diff_value));
      const tensor diff(x.shape, data_type::f32, diff_value);
      compare(
          [&](const dnnl::engine &engine) {
            const dnnl::eltwise_forward::primitive_desc hint(
                engine, dnnl::prop_kind::forward_training, f.alg, md, md, f.alpha, f.beta);
            return dnnl::eltwise_backward::primitive_desc(engine, f.alg, md, md, md, f.alpha,
                                                          f.beta, hint);
          },
          {{f.uses_dst() ? DNNL_ARG_DST : DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, diff}},
          DNNL_ARG_DIFF_SRC,
          [&](const tensor &got, tensor expected) {
            // Infinity times a slope that is all but 0.
            if (std::isinf(diff_value))
              for (size_t i = 0; i < x.values.size(); ++i)
                if (std::fabs(backward(f, x.values[i], 1).value) < 1e-37)
                  expected.values[i] = got.values[i];
            expect_alike(got, expected, x, std::isinf(diff_value) ? 0 : std::fabs(diff_value));
          });
    }
  }
}

// A mean of one number is that number: then come the post-ops.
class identity {
 public:
  explicit identity(const dnnl::post_ops &ops) { attr_.set_post_ops(ops); }
  memory::desc of(const tensor &x) const {
    return {{1, x.shape[0], 1, 1}, data_type::f32, format::nhwc};
  }
  dnnl::pooling_forward::primitive_desc desc(const dnnl::engine &engine, const tensor &x) const {
    return {engine,
            dnnl::prop_kind::forward_inference,
            dnnl::algorithm::pooling_avg_include_padding,
            of(x),
            of(x),
            {1, 1},
            {1, 1},
            {0, 0},
            {0, 0},
            {0, 0},
            attr_};
  }

 private:
  dnnl::primitive_attr attr_;
};

tensor as_pixel(tensor x) {
  x.shape = {1, x.shape[0], 1, 1};
  return x;
}

TEST_P(special_values, eltwise_post_ops) {
  const tensor x = special_numbers();
  for (const eltwise_function &f : all_functions()) {
    SCOPED_TRACE(f.text());
    dnnl::post_ops ops;
    ops.append_eltwise(f.alg, f.alpha, f.beta);
    const identity with(ops);
    compare([&](const dnnl::engine &engine) { return with.desc(engine, x); },
            {{DNNL_ARG_SRC, as_pixel(x)}}, DNNL_ARG_DST,
            [&](const tensor &got, const tensor &expected) { expect_alike(got, expected, x, 0); });
  }
}

TEST_P(special_values, binary_post_ops) {
  const tensor x = special_numbers();
  for (int alg = dnnl_binary_add; alg <= dnnl_binary_ne; ++alg)
    for (const double b : {nan, infinity, -infinity, 0.0, -0.0, 1.0, -2.0, 3.4e38, least}) {
      SCOPED_TRACE("binary " + std::to_string(alg) + " with " + std::to_string(b));
      dnnl::post_ops ops;
      ops.append_binary(dnnl::algorithm(alg), identity(ops).of(x));
      const identity with(ops);
      const tensor operand(as_pixel(x).shape, data_type::f32, rounded(data_type::f32, b));
      compare(
          [&](const dnnl::engine &engine) { return with.desc(engine, x); },
          {{DNNL_ARG_SRC, as_pixel(x)},
           {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, operand}},
          DNNL_ARG_DST,
          [&](const tensor &got, const tensor &expected) { expect_alike(got, expected, x, 0); });
    }
}

// What C says of NaN, infinities and zeros of both signs.
TEST_P(special_values, comparisons) {
  const double a[] = {nan, nan, 1, infinity, 0.0, -0.0, -infinity, 2, 1, nan, nan, nan},
               b[] = {nan, 1, nan, infinity, -0.0, 0.0, infinity, 1, 2, infinity, 0, -1};
  constexpr int64_t n = 12;
  tensor x({1, n, 1, 1}, data_type::f32), y = x;
  for (size_t i = 0; i < size_t(n); ++i) x.values[i] = a[i], y.values[i] = b[i];
  for (int alg = dnnl_binary_ge; alg <= dnnl_binary_ne; ++alg) {
    dnnl::post_ops ops;
    ops.append_binary(dnnl::algorithm(alg), {x.shape, data_type::f32, format::nhwc});
    const identity with(ops);
    tensor flat = x;
    flat.shape = {n};
    tensor expected = x;
    for (size_t i = 0; i < size_t(n); ++i)
      expected.values[i] = alg == dnnl_binary_ge   ? a[i] >= b[i]
                           : alg == dnnl_binary_gt ? a[i] > b[i]
                           : alg == dnnl_binary_le ? a[i] <= b[i]
                           : alg == dnnl_binary_lt ? a[i] < b[i]
                           : alg == dnnl_binary_eq ? a[i] == b[i]
                                                   : a[i] != b[i];
    for_each_own_implementation(
        [&] { return with.desc(engine_, flat); }, GetParam(),
        [&](const auto &pd) {
          const tensors got =
              execute(pd, stream_,
                      {{DNNL_ARG_SRC, x}, {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, y}});
          EXPECT_TRUE(same_values(got.at(DNNL_ARG_DST), expected)) << alg;
        });
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, special_values, testing::ValuesIn(plugins_with_kernels()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
