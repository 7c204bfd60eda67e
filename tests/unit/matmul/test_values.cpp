// SPDX-License-Identifier: Apache-2.0
// Scales, zero points, precomputed reductions and post-ops of matmul; weights that are converted.
#include <cmath>

#include "tests/unit/matmul/cases.h"

namespace dnnlet::test {
namespace {

using dt = data_type;
constexpr int src = DNNL_ARG_SRC, weights = DNNL_ARG_WEIGHTS, dst = DNNL_ARG_DST;
constexpr auto scale = tensor_values::scale, zero_point = tensor_values::zero_point,
               reduction = tensor_values::reduction;

class matmul_values : public matmul_test {};

matmul_descs integers(dt to, dt of_src = dt::u8, dt of_weights = dt::s8) {
  return {plain({6, 64}, of_src), plain({64, 10}, of_weights), plain({6, 10}, to),
          plain({1, 10}, dt::f32)};
}

TEST_P(matmul_values, of_integers) {
  const std::vector<tensor_values> all[] = {
      {{scale, src, 0, {}}, {scale, weights, 2, {}}, {scale, dst, 0, {}}},
      {{scale, src, 2, {1, 16}}, {scale, weights, 3, {32, 1}}},
      {{scale, src, 3, {1, 32}}, {scale, weights, 2, {}, dt::bf16}},
      {{scale, weights, 3, {64, 1}, dt::f16}, {scale, dst, 2, {}}},
      {{scale, dst, 3, {}, dt::f8_e4m3}},
      {{zero_point, src, 0, {}, dt::s32}, {zero_point, weights, 0, {}, dt::s32}},
      {{zero_point, src, 2, {}, dt::u8}, {zero_point, weights, 2, {}, dt::s8}},
      {{zero_point, src, 3, {1, 32}, dt::s32}, {zero_point, weights, 3, {32, 1}, dt::s32}},
      {{zero_point, weights, 3, {16, 1}, dt::s4}, {zero_point, dst, 2, {}, dt::s32}},
      {{zero_point, weights, 2, {}, dt::s32}, {reduction, src, 3, {1, 64}, dt::s32}},
      {{zero_point, weights, 3, {32, 1}, dt::u8}, {reduction, src, 3, {1, 16}, dt::s32}},
      {{zero_point, src, 0, {}, dt::s32},
       {zero_point, weights, 0, {}, dt::s32},
       {reduction, src, 3, {1, 32}, dt::s32},
       {scale, weights, 2, {}}},
      {{zero_point, weights, 0, {}, dt::s32},
       {reduction, src, 3, {1, 64}, dt::s32},
       {scale, src, 3, {1, 16}}}};
  for (size_t i = 0; i < std::size(all); ++i) {
    SCOPED_TRACE(i);
    check(integers(dt::f32), all[i]);
    check(integers(dt::f32, dt::s8, dt::u4), all[i]);
  }
}

TEST_P(matmul_values, of_floats) {
  const matmul_descs d = {plain({2, 6, 12}, dt::f32), plain({2, 12, 10}, dt::f32),
                          plain({2, 6, 10}, dt::f32)};
  check(d, {{scale, src, 0, {}}, {scale, weights, 4, {}}, {scale, dst, 0, {}}});
  check(d, {{scale, weights, 6, {}}, {scale, dst, 7, {}}});
  check(d, {{scale, weights, 1, {}}, {scale, dst, 4, {}, dt::f8_e4m3}});
}

// Weights of integers are made floats: by groups along K or N, of any type.
TEST_P(matmul_values, converted) {
  const std::vector<tensor_values> all[] = {
      {},
      {{scale, weights, 2, {}}},
      {{scale, weights, 3, {16, 1}}},
      {{scale, weights, 3, {32, 1}, dt::bf16}, {zero_point, weights, 3, {32, 1}, dt::s8}},
      {{scale, weights, 3, {1, 8}}, {zero_point, weights, 0, {}, dt::s32}},
      {{scale, weights, 3, {}}, {zero_point, weights, 2, {}, dt::u4}},
      {{scale, src, 0, {}}, {zero_point, weights, 3, {64, 1}, dt::s4}, {scale, dst, 0, {}}}};
  const struct {
    dt type;
    dnnl::fpmath_mode mode;
  } of_src[] = {{dt::f32, dnnl::fpmath_mode::strict},
                {dt::bf16, dnnl::fpmath_mode::bf16},
                {dt::f16, dnnl::fpmath_mode::any}};
  for (const auto &s : of_src)
    for (const dt type : {dt::s8, dt::u8, dt::s4, dt::u4})
      for (size_t i = 0; i < std::size(all); ++i)
        for (const auto &of_weights : {plain, transposed, any}) {
          SCOPED_TRACE(std::string(name_of(s.type)) + " by " + name_of(type) + " setting " +
                       std::to_string(i));
          dnnl::primitive_attr attr;
          attr.set_fpmath_mode(s.mode, true);
          check({plain({5, 64}, s.type), of_weights({64, 24}, type), plain({5, 24}, dt::f32)},
                all[i], attr);
        }
}

// Batches have an odd number of zero points, two of which share a byte.
TEST_P(matmul_values, halves_by_batches) {
  dnnl::primitive_attr attr;
  attr.set_fpmath_mode(dnnl::fpmath_mode::bf16, true);
  for (const dt type : {dt::s8, dt::u4})
    for (const int64_t rows : {2, 19})
      check(
          {plain({3, rows, 12}, dt::f32), plain({3, 12, 10}, type), plain({3, rows, 10}, dt::f32)},
          {{scale, weights, 7, {4, 1}}, {zero_point, weights, 7, {4, 2}, dt::s4}}, attr);
}

// Too many rows to be multiplied one by one: weights are widened on their way to tiles, where they
// lie so that four of a column share their values, and begin with whole bytes.
TEST_P(matmul_values, widened) {
  const std::vector<tensor_values> all[] = {
      {},
      {{scale, weights, 3, {36, 1}}, {zero_point, weights, 3, {12, 1}, dt::s8}},
      {{scale, weights, 3, {24, 1}}, {zero_point, weights, 3, {24, 1}, dt::u4}},
      {{scale, weights, 3, {6, 1}}}};
  for (const dt src_type : {dt::f32, dt::bf16})
    for (const dt type : {dt::s8, dt::u8, dt::s4, dt::u4})
      for (const int64_t columns : {26, 27})
        for (size_t i = 0; i < std::size(all); ++i)
          for (const auto &of_weights : {plain, transposed}) {
            SCOPED_TRACE(std::string(name_of(src_type)) + " by " + name_of(type) + ", " +
                         std::to_string(columns) + " columns, setting " + std::to_string(i));
            dnnl::primitive_attr attr;
            attr.set_fpmath_mode(dnnl::fpmath_mode::bf16, true);
            check({plain({19, 72}, src_type), of_weights({72, columns}, type),
                   plain({19, columns}, dt::f32)},
                  all[i], attr);
          }
}

// One scale for 32 numbers of a row: what a power of two makes of the largest of them.
TEST_P(matmul_values, dynamic) {
  for (const dt type : {dt::f8_e5m2, dt::f8_e4m3, dt::f4_e2m1}) {
    SCOPED_TRACE(name_of(type));
    dnnl::primitive_attr attr;
    attr.set_scales(dst, 3, {1, 32}, dt::e8m0, false, dnnl::quantization_mode::dynamic_mx);
    const matmul_descs d = {plain({3, 8}, dt::f32), plain({8, 64}, dt::f32), plain({3, 64}, type)};
    product p = draw_product(d, true, 5);
    for (double &x : p.src.values) x *= 16;
    const tensor sum = results_of(p, dt::f32);
    const double largest = type == dt::f8_e5m2 ? 32768 : type == dt::f8_e4m3 ? 256 : 4;
    dnnl::memory scales(desc({6}, dt::e8m0, format::a), engine_);
    for_each_implementation(
        [&] { return matmul_desc(engine_, d, attr); }, GetParam() + ":",
        [&](const auto &pd) {
          const tensor got = run(pd, stream_, p, {{}, {{DNNL_ARG_ATTR_SCALES | dst, scales}}});
          tensor expected(got.shape, type);
          for (size_t group = 0; group < 6; ++group) {
            double most = 0;
            for (size_t i = 0; i < 32; ++i)
              most = std::fmax(most, std::fabs(sum.values[32 * group + i]));
            const int byte = static_cast<const uint8_t *>(scales.get_data_handle())[group];
            const double s = std::ldexp(1.0, byte - 127);
            EXPECT_EQ(s, std::exp2(std::floor(std::log2(most))) / largest);
            for (size_t i = 0; i < 32; ++i)
              expected.values[32 * group + i] = rounded(type, sum.values[32 * group + i] / s);
          }
          EXPECT_TRUE(matches(got, expected));
        });
  }
}

// Of each kind, with every broadcast of two dimensions.
TEST_P(matmul_values, post_ops) {
  const matmul_descs d = {plain({6, 20}, dt::f32), any({20, 18}, dt::f32), plain({6, 18}, dt::f32),
                          plain({1, 18}, dt::f32)};
  const product p = draw_product(d, true, 9);
  for (const dims &shape : {dims{6, 18}, dims{1, 18}, dims{6, 1}, dims{1, 1}}) {
    const desc md = plain(shape, dt::f32), condition = plain({6, 18}, dt::s8);
    dnnl::post_ops ops;
    ops.append_sum(0.5f);
    ops.append_binary(dnnl::algorithm::binary_mul, md);
    ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.5f, 0);
    ops.append_prelu(2);
    ops.append_binary(dnnl::algorithm::binary_select, md, condition);
    dnnl::primitive_attr attr;
    attr.set_post_ops(ops);
    const tensor operand = random_tensor(shape, dt::f32, 1, small_integers),
                 slopes = random_tensor({1, 18}, dt::f32, 2, small_integers),
                 chosen = random_tensor({6, 18}, dt::s8, 3, {0, 1, 1}),
                 old = random_tensor({6, 18}, dt::f32, 4, small_integers);
    placed a(md, engine_, operand), b(plain({1, 18}, dt::f32), engine_, slopes),
        c(condition, engine_, chosen);
    const std::unordered_map<int, dnnl::memory> memories = {
        {DNNL_ARG_ATTR_MULTIPLE_POST_OP(1) | DNNL_ARG_SRC_1, a},
        {DNNL_ARG_ATTR_MULTIPLE_POST_OP(3) | DNNL_ARG_WEIGHTS, b},
        {DNNL_ARG_ATTR_MULTIPLE_POST_OP(4) | DNNL_ARG_SRC_1, a},
        {DNNL_ARG_ATTR_MULTIPLE_POST_OP(4) | DNNL_ARG_SRC_2, c}};
    tensor expected = results_of(p, dt::f32);
    dims at(2, 0);
    do {
      const double y = operand.at({shape[0] == 1 ? 0 : at[0], shape[1] == 1 ? 0 : at[1]});
      double &x = expected.at(at);
      x = (x + 0.5 * old.at(at)) * y;
      if (x < 0) x *= 0.5;
      if (x < 0) x *= slopes.at({0, at[1]});
      if (chosen.at(at) == 0) x = y;
    } while (next_index(at, expected.shape));
    for_each_implementation(
        [&] { return matmul_desc(engine_, d, attr); }, GetParam() + ":",
        [&](const auto &pd) {
          EXPECT_TRUE(matches(run(pd, stream_, p, {{{dst, old}}, memories}), expected));
        });
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, matmul_values, testing::ValuesIn(matmul_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
