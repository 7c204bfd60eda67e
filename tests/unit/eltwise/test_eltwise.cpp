// SPDX-License-Identifier: Apache-2.0
// The eltwise primitive on every plugin: functions, directions, types, sizes, layouts, threads.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/own_implementations.h"
#include "tests/support/settings.h"
#include "tests/unit/eltwise/oracle.h"
#include "tests/unit/eltwise/rows.h"

namespace dnnlet::test {
namespace {

using format = dnnl::memory::format_tag;
using dnnl::memory;

struct problem {
  memory::desc src, dst;  // backward: data, and both gradients
  bool in_place;
  size_t misalignment;
};

problem row_of(int64_t n, data_type type) {
  const memory::desc md({n}, type, format::a);
  return {md, md, false, 0};
}

// Inputs for which the function has values that the types hold.
tensor input_for(const eltwise_function &f, const memory::desc &md, uint64_t seed) {
  using a = dnnl::algorithm;
  const data_type type = md.get_data_type();
  fill range = is_integer(type) ? fill{-12, 12, 24} : fill{-6, 6, 4096};
  if (f.alg == a::eltwise_sqrt || f.alg == a::eltwise_sqrt_use_dst_for_bwd ||
      f.alg == a::eltwise_log || f.alg == a::eltwise_pow)
    range = is_integer(type) ? fill{1, 12, 11} : fill{0.25, 6, 4096};
  return random_tensor(md.get_dims(), type, seed, range);
}

// The kernels compute in f32 and round the result to the type: f32 has 8 or more times as many
// digits, whose error moves a result by at most the last term.
tolerance tolerance_for(const error_bound &bound, data_type type, bool is_exact) {
  const double ulps = bound.ulps + bound.term_ulps + 1;  // 1: without fused multiply-adds
  if (type == data_type::f32) return {ulps, ulps, 0};
  // An integer is off by one where the exact value is that near to the middle of two.
  if (is_integer(type)) return is_exact ? exact : tolerance{0, 0, 1};
  return {0.5 + ulps * (type == data_type::bf16 ? 0x1p-16 : 0x1p-13), 2 * ulps, 0};
}

class eltwise : public testing::TestWithParam<std::string> {
 protected:
  // Answers whether an implementation of this plugin took the problem.
  bool check_forward(const eltwise_function &f, const problem &p) {
    SCOPED_TRACE(f.text() + " forward " + text(p.src.get_dims()) + " " +
                 name_of(p.src.get_data_type()) + " to " + name_of(p.dst.get_data_type()));
    const tensor x = input_for(f, p.src, 3);
    tensor expected(x.shape, p.dst.get_data_type());
    std::vector<double> magnitudes;
    for (size_t i = 0; i < x.values.size(); ++i) {
      const exact_result e = forward(f, x.values[i]);
      expected.values[i] = e.value;
      magnitudes.push_back(std::fmax(e.magnitude, std::fabs(e.value) * (1 + e.exponent)));
    }
    const auto create = [&] {
      return dnnl::eltwise_forward::primitive_desc(engine_, dnnl::prop_kind::forward_inference,
                                                   f.alg, p.src, p.dst, f.alpha, f.beta);
    };
    return for_each_own_implementation(create, GetParam(), [&](const auto &pd) {
             placed src(p.src, engine_, x, p.misalignment), dst(p.dst, engine_, p.misalignment);
             placed &out = p.in_place ? src : dst;
             dnnl::eltwise_forward(pd).execute(stream_, {{DNNL_ARG_SRC, src}, {DNNL_ARG_DST, out}});
             EXPECT_TRUE(matches(out, expected,
                                 tolerance_for(f.forward, expected.type,
                                               f.is_exact_in_integers && is_integer(x.type)),
                                 magnitudes));
             if (p.in_place) return;
             EXPECT_TRUE(same_values(src.read(), x)) << "src changed";
           }) > 0;
  }

  bool check_backward(const eltwise_function &f, const problem &p) {
    SCOPED_TRACE(f.text() + " backward " + text(p.src.get_dims()) + " " +
                 name_of(p.src.get_data_type()));
    const tensor data = input_for(f, p.src, 4),
                 diff = random_tensor(p.dst.get_dims(), p.dst.get_data_type(), 5);
    tensor expected = diff;
    std::vector<double> magnitudes;
    for (size_t i = 0; i < data.values.size(); ++i) {
      const exact_result e = backward(f, data.values[i], diff.values[i]);
      expected.values[i] = e.value;
      magnitudes.push_back(std::fmax(e.magnitude, std::fabs(e.value)) * (1 + e.exponent));
    }
    const dnnl::eltwise_forward::primitive_desc hint(engine_, dnnl::prop_kind::forward_training,
                                                     f.alg, p.src, p.src, f.alpha, f.beta);
    const auto create = [&] {
      return dnnl::eltwise_backward::primitive_desc(engine_, f.alg, p.dst, p.dst, p.src, f.alpha,
                                                    f.beta, hint);
    };
    return for_each_own_implementation(create, GetParam(), [&](const auto &pd) {
             placed src(p.src, engine_, data, p.misalignment);
             placed diff_dst(p.dst, engine_, diff, p.misalignment), diff_src(p.dst, engine_);
             placed &out = p.in_place ? diff_dst : diff_src;
             dnnl::eltwise_backward(pd).execute(stream_,
                                                {{f.uses_dst() ? DNNL_ARG_DST : DNNL_ARG_SRC, src},
                                                 {DNNL_ARG_DIFF_DST, diff_dst},
                                                 {DNNL_ARG_DIFF_SRC, out}});
             EXPECT_TRUE(
                 matches(out, expected, tolerance_for(f.backward, diff.type, false), magnitudes));
             EXPECT_TRUE(same_values(src.read(), data)) << "data changed";
           }) > 0;
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

const eltwise_function &function(const char *name) {
  for (const eltwise_function &f : eltwise_functions())
    if (f.name == std::string(name)) return f;
  throw std::invalid_argument(name);
}

// By the integers next to the ends, which may lie outside of the type.
TEST_P(eltwise, clips_of_bytes) {
  constexpr float ends[][2] = {
      {-2.5f, 3.5f}, {2.4f, 300}, {-1000, 2.6f}, {2.6f, 3.4f}, {-0.5f, 127}};
  for (const char *name : {"clip", "clip_v2"})
    for (const auto &pair : ends)
      for (const data_type type : {data_type::s8, data_type::u8}) {
        eltwise_function f = function(name);
        f.alpha = pair[0];
        f.beta = pair[1];
        for (const int64_t n : {1, 37, 1100})
          EXPECT_TRUE(check_forward(f, row_of(n, type))) << f.text() << " is not taken";
        const memory::desc md = row_of(5, type).src;
        const dnnl::eltwise_forward::primitive_desc pd(engine_, dnnl::prop_kind::forward_inference,
                                                       f.alg, md, md, f.alpha, f.beta);
        const std::string row = pd.impl_info_str();  // of the plugin beside, where there is one
        EXPECT_EQ(row.find(":relu_narrow") != row.npos, GetParam() != "reference") << row;
      }
}

TEST_P(eltwise, all_functions_and_types) {
  constexpr data_type floats[] = {data_type::f32, data_type::bf16, data_type::f16};
  constexpr data_type integers[] = {data_type::s8, data_type::u8, data_type::s32};
  for (const eltwise_function &f : eltwise_functions())
    for (const int64_t n : {1, 37, 1100}) {
      const bool rounds = !f.has_gradient();  // the function round takes f32 only
      for (const data_type type : floats) {
        if (rounds && type != data_type::f32) continue;
        EXPECT_TRUE(check_forward(f, row_of(n, type))) << f.text() << " is not taken";
        if (rounds) continue;
        EXPECT_TRUE(check_backward(f, row_of(n, type))) << f.text() << " backward is not taken";
      }
      if (rounds || f.uses_dst()) continue;
      for (const data_type type : integers)
        EXPECT_TRUE(check_forward(f, row_of(n, type))) << f.text() << " is not taken";
    }
}

// Around the length of every vector, of what is converted at once, and of what a worker takes.
TEST_P(eltwise, sizes) {
  std::vector<int64_t> sizes = {2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 129};
  if (!quick()) sizes.insert(sizes.end(), {511, 512, 513, 1025, 8191, 8192, 8193, 20000});
  for (const char *name : {"relu", "exp"})
    for (const int64_t n : sizes)
      for (const data_type type : {data_type::f32, data_type::bf16, data_type::s8})
        for (const bool in_place : {false, true}) {
          problem p = row_of(n, type);
          p.in_place = in_place;
          p.misalignment = size_t(bits_of(type) / 8);
          check_forward(function(name), p);
          if (type != data_type::s8) check_backward(function(name), p);
        }
}

// More than caches hold: results are written past them. Once, with the best plugin: it takes a
// second.
TEST_P(eltwise, larger_than_caches) {
  static bool is_done = false;
  if (quick() || is_done) return;
  is_done = true;
  for (const bool in_place : {false, true}) {
    problem p = row_of(2200003, data_type::f32);
    p.in_place = in_place;
    EXPECT_TRUE(check_forward(function("relu"), p));
    EXPECT_TRUE(check_backward(function("relu"), p));
  }
}

TEST_P(eltwise, layouts) {
  const dims shape = {2, 19, 5, 3};
  std::vector<memory::desc> dense, strided;
  for (const data_type type : {data_type::f32, data_type::bf16}) {
    for (const format tag : {format::nchw, format::nhwc, format::nChw8c, format::nChw16c})
      dense.emplace_back(shape, type, tag);
    // Rows of 3 with gaps between them, at an offset; channels, as part of a larger tensor.
    dense.push_back(
        memory::desc({4, 25, 7, 3}, type, format::nchw).submemory_desc(shape, {1, 2, 2, 0}));
    dense.push_back(
        memory::desc({2, 40, 5, 3}, type, format::nhwc).submemory_desc(shape, {0, 8, 0, 0}));
    dense.push_back(memory::desc({3, 48, 5, 3}, type, format::nChw16c)
                        .submemory_desc({2, 32, 5, 3}, {1, 16, 0, 0}));
    strided.emplace_back(shape, type, memory::dims{900, 45, 9, 2});
  }
  for (const char *name : {"relu", "logistic", "linear"}) {
    const eltwise_function &f = function(name);
    for (const memory::desc &md : dense) {
      EXPECT_TRUE(check_forward(f, {md, md, false, 4}));
      EXPECT_TRUE(check_forward(f, {md, md, true, 0}));
      EXPECT_TRUE(check_backward(f, {md, md, false, 0}));
      EXPECT_TRUE(check_backward(f, {md, md, true, 0}));
    }
    const bool takes_all = GetParam() == "reference";
    for (const memory::desc &md : strided) {
      EXPECT_EQ(check_forward(f, {md, md, false, 0}), takes_all);
      EXPECT_EQ(check_backward(f, {md, md, false, 0}), takes_all);
    }
  }
}

// Of small whole numbers everything is exact.
TEST_P(eltwise, attributes) {
  const dims shape = {2, 19, 5, 4};
  uint64_t seed = 50;
  for (const setting &s : taken_of(post_op_settings(), takes::binary | takes::dropout))
    for (const data_type type : {data_type::f32, data_type::bf16, data_type::s8, data_type::u8})
      for (const format tag : {format::nchw, format::nhwc, format::nChw16c}) {
        SCOPED_TRACE(std::string(s.name) + " " + name_of(type) + " layout " +
                     std::to_string(int(tag)));
        const memory::desc md(shape, type, tag);
        const tensor x = random_tensor(shape, type, ++seed, fill_of(data_type::u8));
        const applied_setting a(engine_, s, tensor(shape, type), {}, seed);
        tensor doubled = x;
        for (double &v : doubled.values) v = 2 * v - 8;
        const tensor expected = a.finished(doubled, md);
        for_each_own_implementation(
            [&] {
              return dnnl::eltwise_forward::primitive_desc(
                  engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_linear, md,
                  md, 2.f, -8.f, a.attr());
            },
            GetParam(),
            [&](const auto &pd) {
              const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4, {{}, a.memories()});
              EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
            });
      }
}

// Binary post-ops of every broadcast, on rows along the innermost dimension.
TEST_P(eltwise, binary_post_ops) {
  const dims shape = {2, 19, 5, 4};
  for (const format tag : {format::nchw, format::nhwc, format::nChw16c})
    for (unsigned mask = 0; mask < 16; ++mask) {
      SCOPED_TRACE("layout " + std::to_string(int(tag)) + " mask " + std::to_string(mask));
      dims operand = shape;
      for (size_t d = 0; d < 4; ++d)
        if (!(mask >> d & 1)) operand[d] = 1;
      const memory::desc md(shape, data_type::f32, tag),
          other(operand, data_type::s8, format::nchw);
      dnnl::post_ops ops;
      ops.append_binary(dnnl::algorithm::binary_mul, other);
      dnnl::primitive_attr attr;
      attr.set_post_ops(ops);
      const tensor x = random_tensor(shape, data_type::f32, mask, small_integers);
      const tensor factor = random_tensor(operand, data_type::s8, 77 + mask);
      tensor expected = x;
      dims index(4, 0);
      do {
        dims at = index;
        for (size_t d = 0; d < 4; ++d) at[d] %= operand[d];
        expected.at(index) = std::fmax(x.at(index), 0.0) * factor.at(at);
      } while (next_index(index, shape));
      const int found = for_each_own_implementation(
          [&] {
            return dnnl::eltwise_forward::primitive_desc(
                engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_relu, md, md,
                0.f, 0.f, attr);
          },
          GetParam(),
          [&](const auto &pd) {
            placed src(md, engine_, x), dst(md, engine_), src1(other, engine_, factor);
            dnnl::eltwise_forward(pd).execute(
                stream_, {{DNNL_ARG_SRC, src},
                          {DNNL_ARG_DST, dst},
                          {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, src1}});
            EXPECT_TRUE(matches(dst, expected));
          });
      EXPECT_EQ(found, 1);
    }
}

bool is_nan(uint16_t bits, data_type type) {
  return (bits & 0x7FFF) > (type == data_type::bf16 ? 0x7F80 : 0x7C00);
}

// ReLU of all 16-bit numbers, and its gradient with other ones: the kernel that works on bits gives
// those of the one that computes in f32. A NaN may be another NaN.
TEST_P(eltwise, relu_of_all_16_bit_numbers) {
  if (GetParam() == "reference") GTEST_SKIP() << "has one implementation";
  constexpr int64_t count = 1 << 16;
  for (const data_type type : {data_type::bf16, data_type::f16})
    for (const bool is_backward : {false, true}) {
      const memory::desc md({count + 3}, type, format::a);
      const auto forward = [&] {
        return dnnl::eltwise_forward::primitive_desc(engine_, dnnl::prop_kind::forward_training,
                                                     dnnl::algorithm::eltwise_relu, md, md, 0.f);
      };
      std::vector<uint16_t> x(count + 3), b(count + 3);
      for (size_t i = 0; i < x.size(); ++i) {
        x[i] = uint16_t(i);
        b[i] = uint16_t(i * 40503);
      }
      memory src(md, engine_, x.data()), diff_dst(md, engine_, b.data());
      std::vector<std::vector<uint16_t>> results;
      const auto run = [&](const auto &pd) {
        results.emplace_back(x.size(), uint16_t(0xABCD));
        memory out(md, engine_, results.back().data());
        dnnl::primitive(pd.get()).execute(stream_, {{DNNL_ARG_SRC, src},
                                                    {DNNL_ARG_DIFF_DST, diff_dst},
                                                    {DNNL_ARG_DST, out},
                                                    {DNNL_ARG_DIFF_SRC, out}});
      };
      const int found = is_backward ? for_each_own_implementation(
                                          [&] {
                                            return dnnl::eltwise_backward::primitive_desc(
                                                engine_, dnnl::algorithm::eltwise_relu, md, md, md,
                                                0.f, forward());
                                          },
                                          GetParam(), run)
                                    : for_each_own_implementation(forward, GetParam(), run);
      ASSERT_EQ(found, 2);
      // The instruction that rounds to bf16 makes zeros of what is subnormal.
      const bool flushes = type == data_type::bf16 &&
                           (GetParam() == "avx512_bf16" || beside(GetParam()) == "avx512_bf16");
      const auto bits = [&](uint16_t y) { return flushes && (y & 0x7F80) == 0 ? y & 0x8000 : y; };
      for (size_t i = 0; i < x.size(); ++i)
        if (!is_nan(results[0][i], type) || !is_nan(results[1][i], type)) {
          ASSERT_EQ(bits(results[0][i]), bits(results[1][i])) << "of " << x[i] << " and " << b[i];
        }
    }
}

TEST_P(eltwise, threads_do_not_matter) {
  const memory::desc md({3, 70, 17, 19}, data_type::f32, format::nChw16c);
  const eltwise_function &f = function("tanh");
  const tensor x = input_for(f, md, 6);
  expect_same_bits_with_threads(
      [&](thread_pool *pool) -> std::vector<tensor> {
        const dnnl::eltwise_forward::primitive_desc pd(engine_, dnnl::prop_kind::forward_inference,
                                                       f.alg, md, md);
        return {execute(pd, stream_on(engine_, pool), {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST)};
      },
      {2, 3, 7});
}

INSTANTIATE_TEST_SUITE_P(plugins, eltwise, testing::ValuesIn(plugins_with_kernels()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
