// SPDX-License-Identifier: Apache-2.0
// Weighted sums on every plugin against f64: numbers of sources, layouts, types, threads, in place,
// wrong arguments.
#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/own_implementations.h"

namespace dnnlet::test {
namespace {

using dnnl::memory;
using format = memory::format_tag;
using descs = std::vector<memory::desc>;

const all_rows_run sum_rows(dnnl_sum, dnnl_prop_kind_undef, sum_kernels);

const std::vector<float> many_scales = {1, 0.5f, -2, 0.25f, 3, 1, -1, 0, 2, 0.5f, 1, 1};

// Small whole numbers and scales of few digits: every sum is exact.
tensor source(const memory::desc &md, uint64_t seed) {
  const bool is_unsigned = md.get_data_type() == data_type::u8;
  return random_tensor(md.get_dims(), md.get_data_type(), seed,
                       is_unsigned ? fill{0, 6, 6} : fill{-3, 3, 6});
}

tensors inputs_of(const descs &srcs) {
  tensors inputs;
  for (size_t i = 0; i < srcs.size(); ++i)
    inputs.emplace(DNNL_ARG_MULTIPLE_SRC + int(i), source(srcs[i], i + 1));
  return inputs;
}

tensor expected_of(const descs &srcs, const std::vector<float> &scales, data_type type) {
  tensor sum(srcs[0].get_dims(), type);
  const tensors inputs = inputs_of(srcs);
  for (size_t i = 0; i < srcs.size(); ++i) {
    const tensor &x = inputs.at(DNNL_ARG_MULTIPLE_SRC + int(i));
    for (size_t k = 0; k < x.values.size(); ++k) sum.values[k] += double(scales[i]) * x.values[k];
  }
  return sum;
}

class sum : public testing::TestWithParam<std::string> {
 protected:
  void check(const descs &srcs, const memory::desc &dst) {
    const std::vector<float> scales(many_scales.begin(),
                                    many_scales.begin() + ptrdiff_t(srcs.size()));
    const tensor expected = expected_of(srcs, scales, dst.get_data_type());
    SCOPED_TRACE(std::to_string(srcs.size()) + " of " + text(expected.shape) + " " +
                 name_of(srcs[0].get_data_type()) + " to " + name_of(expected.type));
    EXPECT_GE(for_each_own_implementation(
                  [&] { return dnnl::sum::primitive_desc(engine_, dst, scales, srcs); }, GetParam(),
                  [&](const auto &pd) {
                    const tensors got = execute(pd, stream_, inputs_of(srcs), 4);
                    EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
                  }),
              1);
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(sum, numbers_of_sources) {
  for (const size_t n : {1, 2, 3, 4, 7, 12})
    for (const int64_t length : {1, 15, 16, 33, 700}) {
      const memory::desc md({length}, data_type::f32, format::a);
      check(descs(n, md), md);
    }
}

TEST_P(sum, layouts) {
  const dims shape = {2, 19, 3, 5};
  const format tags[] = {format::abcd, format::acdb, format::aBcd8b, format::aBcd16b};
  for (const format a : tags)
    for (const format b : tags)
      for (const format y : tags)
        check({{shape, data_type::f32, a}, {shape, data_type::f32, b}, {shape, data_type::f32, a}},
              {shape, data_type::f32, y});
  const memory::desc gaps({3, 4, 5}, data_type::f32, {100, 20, 1});
  check({gaps, {{3, 4, 5}, data_type::f32, format::abc}}, gaps);
}

TEST_P(sum, types) {
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::f16,    data_type::s32,
                             data_type::s8,  data_type::u8,   data_type::f8_e4m3};
  for (const data_type a : types)
    for (const data_type b : types)
      for (const data_type y : types)
        if (is_drawn(uint64_t(a) * 400 + uint64_t(b) * 20 + uint64_t(y), 8))
          check({{{3, 41}, a, format::ab}, {{3, 41}, b, format::ab}}, {{3, 41}, y, format::ab});
}

TEST_P(sum, of_bf16_to_f32) {
  for (const size_t n : {2, 3, 5})
    for (const int64_t length : {15, 64, 701})
      check(descs(n, {{length}, data_type::bf16, format::a}),
            {{length}, data_type::f32, format::a});
}

// More than caches hold: the result is written past them. Once, with the best plugin: it takes a
// second.
TEST_P(sum, larger_than_caches) {
  static bool is_done = false;
  if (quick() || is_done) return;
  is_done = true;
  const memory::desc md({1500003}, data_type::f32, format::a);
  check(descs(2, md), md);
}

TEST_P(sum, in_place) {
  for (const size_t n : {2, 4}) {
    const memory::desc md({600}, data_type::f32, format::a);
    const descs srcs(n, md);
    const std::vector<float> scales(many_scales.begin(), many_scales.begin() + ptrdiff_t(n));
    const tensors inputs = inputs_of(srcs);
    const dnnl::sum::primitive_desc pd(engine_, md, scales, srcs);
    std::vector<std::unique_ptr<placed>> held;
    std::unordered_map<int, memory> args;
    for (const auto &[arg, x] : inputs) {
      held.push_back(std::make_unique<placed>(md, engine_, x));
      args.emplace(arg, held.back()->memory());
    }
    args.emplace(DNNL_ARG_DST, held[0]->memory());
    dnnl::sum(pd).execute(stream_, args);
    EXPECT_TRUE(matches(*held[0], expected_of(srcs, scales, data_type::f32)));
  }
}

TEST_P(sum, same_bits_with_threads) {
  const memory::desc md({70000}, data_type::f32, format::a);
  const std::vector<float> scales = {0.1f, 0.7f, 1.3f};
  expect_same_bits_with_threads([&](thread_pool *pool) {
    const dnnl::sum::primitive_desc pd(engine_, md, scales, descs(3, md));
    tensors inputs;
    for (int i = 0; i < 3; ++i)
      inputs.emplace(DNNL_ARG_MULTIPLE_SRC + i,
                     random_tensor({70000}, data_type::f32, uint64_t(i)));
    return std::vector<tensor>{execute(pd, stream_on(engine_, pool), inputs).at(DNNL_ARG_DST)};
  });
}

TEST(sum_arguments, are_checked) {
  const dnnl::engine engine = engine_for();
  const memory::desc a({2, 3}, data_type::f32, format::ab), b({2, 4}, data_type::f32, format::ab);
  const memory::desc any({2, 3}, data_type::f32, format::any);
  const auto status = [&](const memory::desc *dst, const descs &srcs, int n) {
    std::vector<const_dnnl_memory_desc_t> list;
    for (const auto &md : srcs) list.push_back(md.get());
    dnnl_primitive_desc_t pd = nullptr;
    const dnnl_status_t s = dnnl_sum_primitive_desc_create(
        &pd, engine.get(), dst ? dst->get() : nullptr, n, many_scales.data(), list.data(), nullptr);
    dnnl_primitive_desc_destroy(pd);
    return s;
  };
  EXPECT_EQ(status(nullptr, {a, a}, 2), dnnl_success);
  EXPECT_EQ(status(&any, {a, a}, 2), dnnl_success);
  EXPECT_EQ(status(&a, {a, b}, 2), dnnl_invalid_arguments);
  EXPECT_EQ(status(&b, {a, a}, 2), dnnl_invalid_arguments);
  EXPECT_EQ(status(&a, {a, any}, 2), dnnl_invalid_arguments);
  EXPECT_EQ(status(&a, {a, a}, 0), dnnl_invalid_arguments);
}

INSTANTIATE_TEST_SUITE_P(plugins, sum, testing::ValuesIn(plugins_with(sum_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
