// SPDX-License-Identifier: Apache-2.0
// Every implementation of matmul on every plugin: shapes, layouts, batches, types, bias.
#include "tests/support/bits.h"
#include "tests/unit/matmul/cases.h"

namespace dnnlet::test {
namespace {

class matmul : public matmul_test {};

struct sizes {
  int64_t m, n, k;
};
// Around the lengths of vectors and the sizes of tiles; one row, one column.
const sizes all_sizes[] = {{1, 1, 1},    {1, 64, 64},  {5, 1, 20},  {3, 33, 100},
                           {17, 20, 33}, {48, 50, 31}, {1, 7, 300}, {40, 17, 2}};

TEST_P(matmul, f32) {
  for (const sizes &s :
       drawn_from(std::vector<sizes>(std::begin(all_sizes), std::end(all_sizes)), 2))
    for (const auto &of_src : {plain, transposed})
      for (const auto &of_weights : {plain, transposed, any})
        for (const auto &of_dst : {plain, transposed}) {
          const data_type f32 = data_type::f32;
          SCOPED_TRACE(std::to_string(s.m) + "x" + std::to_string(s.n) + "x" + std::to_string(s.k));
          EXPECT_TRUE(check({of_src({s.m, s.k}, f32), of_weights({s.k, s.n}, f32),
                             of_dst({s.m, s.n}, f32), plain({1, s.n}, f32)},
                            {}, {}, false) ||
                      is_partial());
        }
}

TEST_P(matmul, everything_open) {
  const data_type f32 = data_type::f32;
  EXPECT_TRUE(
      check({any({17, 33}, f32), any({33, 20}, f32), any({17, 20}, f32), any({1, 1}, f32)}) ||
      is_partial());
}

struct types {
  data_type src, weights, dst, bias;
};
TEST_P(matmul, types_of_floats) {
  using dt = data_type;
  const types all[] = {
      {dt::bf16, dt::bf16, dt::bf16, dt::bf16},      {dt::bf16, dt::bf16, dt::f32, dt::f32},
      {dt::f16, dt::f16, dt::f16, dt::f32},          {dt::f16, dt::f16, dt::f32, dt::f16},
      {dt::f32, dt::bf16, dt::f32, dt::f32},         {dt::f32, dt::f16, dt::s8, dt::f16},
      {dt::f8_e5m2, dt::f8_e5m2, dt::f32, dt::f32},  {dt::f8_e4m3, dt::f8_e4m3, dt::bf16, dt::f32},
      {dt::f4_e2m1, dt::f4_e2m1, dt::f32, dt::bf16}, {dt::f32, dt::f32, dt::u8, dt::f32},
      {dt::bf16, dt::bf16, dt::f8_e5m2, dt::f32}};
  for (const types &t : all)
    for (const auto &of_weights : {plain, transposed, any}) {
      SCOPED_TRACE(std::string(name_of(t.src)) + " " + name_of(t.weights) + " " + name_of(t.dst));
      check({plain({6, 24}, t.src), of_weights({24, 18}, t.weights), plain({6, 18}, t.dst),
             plain({1, 18}, t.bias)});
    }
}

// Of whole numbers: sums that some plugins keep in f16 for some steps are exact.
TEST_P(matmul, sums_of_any_type) {
  using dt = data_type;
  dnnl::primitive_attr attr;
  attr.set_accumulation_mode(dnnl::accumulation_mode::any);
  for (const sizes &s : all_sizes)
    for (const dt dst : {dt::f16, dt::f32})
      for (const auto &of_src : {plain, transposed})
        for (const auto &of_weights : {plain, transposed, any}) {
          SCOPED_TRACE(std::to_string(s.m) + "x" + std::to_string(s.n) + "x" + std::to_string(s.k));
          check({of_src({s.m, s.k}, dt::f16), of_weights({s.k, s.n}, dt::f16),
                 plain({s.m, s.n}, dst), plain({1, s.n}, dt::f32)},
                {}, attr);
        }
}

// What a plugin with sums in f16 states (plugins/neon_fp16): 16.5 units of f16 of the terms'
// magnitudes, and none at all beyond f32's where the accumulation mode is strict.
TEST_P(matmul, error_of_any_type) {
  using dt = data_type;
  const matmul_descs d = {plain({20, 300}, dt::f16), plain({300, 40}, dt::f16),
                          plain({20, 40}, dt::f32)};
  const product p = draw_product(d, false, 5);
  const sums expected = sums_of(p);
  for (const auto mode : {dnnl::accumulation_mode::any, dnnl::accumulation_mode::strict}) {
    dnnl::primitive_attr attr;
    attr.set_accumulation_mode(mode);
    const bool may_be_f16 = mode == dnnl::accumulation_mode::any;
    const double units = may_be_f16 ? 16.5 / 2048 : 300 * 0x1p-24;
    for_each_implementation(
        [&] { return matmul_desc(engine_, d, attr); }, GetParam() + ":",
        [&](const auto &pd) {
          EXPECT_TRUE(may_be_f16 ||
                      std::string(pd.impl_info_str()).find("f16_sums") == std::string::npos);
          const tensor got = run(pd, stream_, p);
          for (size_t i = 0; i < got.values.size(); ++i)
            ASSERT_LE(std::abs(got.values[i] - expected.values.values[i]),
                      units * expected.magnitudes[i]);
        });
  }
}

TEST_P(matmul, types_of_integers) {
  using dt = data_type;
  for (const dt src : {dt::s8, dt::u8})
    for (const dt weights : {dt::s8, dt::u8, dt::s4, dt::u4})
      for (const dt dst : {dt::f32, dt::s32, dt::s8, dt::u8, dt::bf16, dt::f16}) {
        SCOPED_TRACE(std::string(name_of(src)) + " " + name_of(weights) + " " + name_of(dst));
        check({plain({6, 24}, src), plain({24, 18}, weights), plain({6, 18}, dst),
               plain({6, 1}, dt::s32)});
      }
}

struct batch {
  dims src, weights, dst, bias;
};
TEST_P(matmul, batches) {
  const batch all[] = {{{3, 7, 17}, {3, 17, 9}, {3, 7, 9}, {1, 1, 9}},
                       {{3, 7, 17}, {1, 17, 9}, {3, 7, 9}, {3, 7, 9}},
                       {{1, 7, 17}, {3, 17, 9}, {3, 7, 9}, {3, 1, 1}},
                       {{2, 1, 5, 8}, {1, 3, 8, 7}, {2, 3, 5, 7}, {1, 3, 1, 7}},
                       {{2, 1, 2, 1, 1, 3, 4}, {1, 2, 2, 1, 1, 4, 5}, {2, 2, 2, 1, 1, 3, 5}, {}},
                       {{1, 1, 1, 2, 1, 1, 1, 1, 1, 2, 3, 4},
                        {1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 4, 5},
                        {1, 1, 1, 2, 1, 1, 1, 1, 1, 2, 3, 5},
                        {}}};
  for (const batch &b : all)
    for (const auto &of_weights : {plain, transposed}) {
      const data_type f32 = data_type::f32;
      SCOPED_TRACE(text(b.src) + " " + text(b.weights));
      matmul_descs d = {plain(b.src, f32), of_weights(b.weights, f32), plain(b.dst, f32)};
      if (!b.bias.empty()) d.bias = plain(b.bias, f32);
      EXPECT_TRUE(check(d) || is_partial());
    }
}

// Gaps between rows and between batches, parts of larger tensors.
TEST_P(matmul, strides) {
  const data_type f32 = data_type::f32;
  const desc part = desc({4, 20, 30}, f32, format::abc).submemory_desc({2, 7, 17}, {1, 3, 5});
  EXPECT_TRUE(check({part, plain({2, 17, 9}, f32), desc({2, 7, 9}, f32, {200, 20, 1})}) ||
              is_partial());
  EXPECT_TRUE(check({desc({2, 7, 17}, f32, {1, 2, 14}), desc({2, 17, 9}, f32, {9, 18, 1}),
                     desc({2, 7, 9}, f32, {9, 18, 1})}) ||
              is_partial());
}

TEST_P(matmul, blocks) {
  const data_type f32 = data_type::f32;
  check({desc({9, 33}, f32, format::AB16b16a), desc({33, 20}, f32, format::BA16a16b),
         desc({9, 20}, f32, format::AB8b8a)});
}

// No sums: bias and attributes of 0. No results: nothing is written.
TEST_P(matmul, empty) {
  const data_type f32 = data_type::f32;
  check({plain({4, 0}, f32), plain({0, 5}, f32), plain({4, 5}, f32), plain({1, 5}, f32)});
  check({plain({4, 0}, f32), plain({0, 5}, f32), plain({4, 5}, f32)});
  check({plain({0, 4}, f32), plain({4, 5}, f32), plain({0, 5}, f32)});
  check({plain({4, 4}, f32), any({4, 0}, f32), plain({4, 0}, f32)});
  check({plain({0, 3, 4}, f32), plain({0, 4, 5}, f32), plain({0, 3, 5}, f32)});
}

TEST_P(matmul, threads) {
  const data_type f32 = data_type::f32, s8 = data_type::s8;
  const int64_t m = GetParam() == "reference" ? 30 : 250;
  for (const matmul_descs &d :
       {matmul_descs{plain({m, 190}, f32), plain({190, 240}, f32), plain({m, 240}, f32)},
        matmul_descs{plain({3, m, 190}, s8), plain({3, 190, 150}, s8), plain({3, m, 150}, s8)}}) {
    const product p = draw_product(d, false, 3);
    expect_same_bits_with_threads([&](thread_pool *pool) -> std::vector<tensor> {
      return {run(matmul_desc(engine_, d), stream_on(engine_, pool), p)};
    });
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, matmul, testing::ValuesIn(matmul_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
