// SPDX-License-Identifier: Apache-2.0
// brgemm of every plugin against sums in f64, and what post-ops make of them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/primitives/kernel_tables.h"
#include "tests/support/plugins.h"
#include "tests/unit/ukernel/problem.h"

namespace dnnlet::test {
namespace {

using type = data_type;

constexpr auto kind = dnnl_gemm;
const all_rows_run rows(kind, dnnl_prop_kind_undef, brgemm_kernels, takes_fast_pairs);

struct types {
  type a, b;
};
std::vector<types> all_types() {
  return {{type::f32, type::f32},  {type::bf16, type::bf16}, {type::f16, type::f16},
          {type::f32, type::bf16}, {type::f32, type::f16},   {type::u8, type::s8},
          {type::s8, type::s8},    {type::u8, type::u8}};
}

std::vector<brgemm_case> cases() {
  struct size {
    int64_t m, n, k, batch;
  };
  std::vector<size> sizes = {{1, 1, 1, 1}, {5, 16, 8, 2}, {7, 33, 5, 3}};
  if (!quick())
    for (const size &s : {size{20, 64, 32, 1}, size{3, 130, 67, 2}, size{33, 15, 2, 4}})
      sizes.push_back(s);
  std::vector<brgemm_case> all;
  for (const types &t : all_types())
    for (const size &s : sizes)
      for (const bool adds : {false, true})
        all.push_back({s.m, s.n, s.k, s.batch, adds ? 3 : 0, t.a, t.b, adds});
  return all;
}

class brgemm : public testing::TestWithParam<std::string> {};

struct scratchpad {
  guarded_buffer memory;
  explicit scratchpad(const dnnl::ukernel::brgemm &b) : memory(b.get_scratchpad_size(), 8) {}
  operator void *() { return memory.data(); }
};

TEST_P(brgemm, adds_up_products) {
  const capped cap(GetParam());
  for (const brgemm_case &c : cases()) {
    SCOPED_TRACE(c.name());
    brgemm_problem p(c, false);
    dnnl::ukernel::brgemm b = p.make();
    ASSERT_TRUE(b.finalize());
    b.generate();
    ASSERT_FALSE(b.is_execute_postops_valid());
    const brgemm_problem before(c, false);
    scratchpad scratch(b);
    const std::string name =
        kernel_of([&] { b.execute(p.a.data(), p.b.data(), p.offsets, p.c.data(), scratch); });
    note_run(kind, dnnl_prop_kind_undef, name);
    // u8 by u8 is for nobody but the reference.
    EXPECT_TRUE(is_of(name, c.b == type::u8 ? "reference" : GetParam())) << name;
    EXPECT_EQ(p.damage() + scratch.memory.damage(), "");
    EXPECT_TRUE(p.a == before.a && p.b == before.b) << "an operand was written";
    for (int64_t row = 0; row < c.m; ++row)
      for (int64_t col = 0; col < c.n; ++col) {
        double magnitude;
        const double sum = before.sum(row, col, &magnitude);
        const double error =
            is_integer(c.c()) ? 0 : magnitude * double(c.k * c.batch + 1) / 8388608;
        ASSERT_NEAR(p.c_at(row, col), sum, error) << "element " << row << ", " << col;
      }
  }
}

// Rows of A that are packed are longer where they would be alike to a cache, as those of 512 bytes
// are: there is room for many of them, and for others behind.
TEST_P(brgemm, packs_many_rows_that_are_alike) {
  const capped cap(GetParam());
  for (const types &t : {types{type::s8, type::s8}, types{type::u8, type::s8}})
    for (const int64_t k : {255, 512}) {
      const brgemm_case c = {140, 21, k, 2, 1, t.a, t.b, false};
      SCOPED_TRACE(c.name());
      brgemm_problem p(c, true);
      dnnl::ukernel::brgemm b = p.make();
      ASSERT_TRUE(b.finalize());
      scratchpad scratch(b);
      b.execute(p.a.data(), p.b.data(), p.offsets, p.c.data(), scratch);
      EXPECT_EQ(p.damage() + scratch.memory.damage(), "");
      for (int64_t i = 0; i < c.m * c.n; ++i)
        ASSERT_EQ(p.c_at(i / c.n, i % c.n), p.sum(i / c.n, i % c.n)) << "element " << i;
    }
}

// One after the other, in D, all exact.
TEST_P(brgemm, applies_scales_and_post_ops) {
  const capped cap(GetParam());
  for (const types &t : all_types())
    for (const type d : {type::f32, type::s32, type::s8, type::u8, type::bf16, type::f16}) {
      const brgemm_case c = {6, 37, 9, 2, 1, t.a, t.b, true};
      SCOPED_TRACE(c.name() + " to " + name_of(d));
      const brgemm_problem p(c, true);
      const int64_t ldd = c.n + 2;
      dnnl::post_ops ops;
      ops.append_binary(dnnl::algorithm::binary_add,
                        {{1, c.n}, type::f32, dnnl::memory::format_tag::ab});
      ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.5f, 0);
      ops.append_binary(dnnl::algorithm::binary_add,
                        {{1, c.n}, type::f32, dnnl::memory::format_tag::ab});
      ops.append_sum(2);
      dnnl::ukernel::brgemm b = p.make();
      b.set_post_ops(ldd, d, ops);
      b.set_A_scales(0);
      b.set_B_scales(2);
      b.set_D_scales(0);
      ASSERT_TRUE(b.finalize());
      ASSERT_TRUE(b.is_execute_postops_valid());
      scratchpad scratch(b);
      guarded_buffer out(size_t((c.m - 1) * ldd + c.n) * size_t(bits_of(d)) / 8);
      for (int64_t i = 0; i < int64_t(out.size()) * 8 / bits_of(d); ++i)
        store(d, out.data(), i, double(i % 5));
      const float a_scale = 0.5f, d_scale = 4;
      std::vector<float> b_scales, operand;
      for (int64_t i = 0; i < c.n; ++i) {
        b_scales.push_back(i % 3 == 0 ? 1.f : 2.f);
        operand.push_back(float(i % 7));
      }
      const void *operands[] = {operand.data(), operand.data()};
      dnnl::ukernel::attr_params params;
      params.set_A_scales(&a_scale);
      params.set_B_scales(b_scales.data());
      params.set_D_scales(&d_scale);
      params.set_post_ops_args(operands);
      b.execute(p.a.data(), p.b.data(), p.offsets, p.c.data(), out.data(), scratch, params);
      EXPECT_EQ(p.damage() + out.damage() + scratch.memory.damage(), "");
      for (int64_t row = 0; row < c.m; ++row)
        for (int64_t col = 0; col < c.n; ++col) {
          const size_t i = size_t(col);
          double value = p.sum(row, col) * a_scale * b_scales[i] + operand[i];
          if (value < 0) value *= 0.5;
          value += operand[i] + 2 * double((row * ldd + col) % 5);
          ASSERT_EQ(load(d, out.data(), row * ldd + col), rounded(d, value / d_scale))
              << "element " << row << ", " << col;
        }
    }
}

// A ReLU is the tiles' own where there is nothing else; it must come after the last of the batch,
// and after what is added by column.
TEST_P(brgemm, applies_a_relu_once) {
  const capped cap(GetParam());
  for (const int64_t k : {8, 5, -8, -5})
    for (const types &t : {types{type::f32, type::f32}, types{type::bf16, type::bf16}}) {
      const bool adds = k < 0;
      const brgemm_case c = {5, 33, adds ? -k : k, 4, 0, t.a, t.b, false};
      SCOPED_TRACE(c.name());
      const brgemm_problem p(c, true);
      std::vector<float> added(size_t(c.n), 0.0f);
      for (size_t i = 0; adds && i < added.size(); ++i) added[i] = float(i % 9) - 4;
      const void *operands[] = {added.data()};
      dnnl::ukernel::attr_params params;
      params.set_post_ops_args(operands);
      dnnl::post_ops ops;
      if (adds)
        ops.append_binary(dnnl::algorithm::binary_add,
                          {{1, c.n}, type::f32, dnnl::memory::format_tag::ab});
      ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
      dnnl::ukernel::brgemm b = p.make();
      b.set_post_ops(c.n, type::f32, ops);
      ASSERT_TRUE(b.finalize());
      scratchpad scratch(b);
      guarded_buffer out(size_t(c.m * c.n) * sizeof(float));
      b.execute(p.a.data(), p.b.data(), p.offsets, p.c.data(), out.data(), scratch, params);
      for (int64_t i = 0; i < c.m * c.n; ++i)
        ASSERT_EQ(out.as<float>()[i],
                  std::max(p.sum(i / c.n, i % c.n) + double(added[size_t(i % c.n)]), 0.0));
    }
}

// f32 and integers: every sum is one chain, in the same order.
TEST(brgemm_bits, are_the_same_in_every_plugin) {
  for (const types &t : {types{type::f32, type::f32}, types{type::s8, type::s8}}) {
    const brgemm_case c = {13, 70, 39, 3, 2, t.a, t.b, true};
    std::vector<guarded_buffer> results;
    for (const std::string &plugin : plugins_with(brgemm_kernels)) {
      if (plugin == "portable" || plugin == "reference") continue;
      const capped cap(plugin);
      brgemm_problem p(c, false);
      dnnl::ukernel::brgemm b = p.make();
      ASSERT_TRUE(b.finalize());
      scratchpad scratch(b);
      b.execute(p.a.data(), p.b.data(), p.offsets, p.c.data(), scratch);
      results.push_back(std::move(p.c));
      EXPECT_TRUE(results.back() == results.front()) << plugin;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, brgemm, testing::ValuesIn(plugins_with(brgemm_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
