// SPDX-License-Identifier: Apache-2.0
// Every implementation of inner product, on every plugin, against the definition.
#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/unit/inner_product/problem.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

const all_rows_run forward_rows(dnnl_inner_product, dnnl_forward, inner_product_forward_kernels,
                                takes_fast_pairs),
    backward_data_rows(dnnl_inner_product, dnnl_backward_data, inner_product_backward_data_kernels,
                       takes_fast_pairs),
    backward_weights_rows(dnnl_inner_product, dnnl_backward_weights,
                          inner_product_backward_weights_kernels, takes_fast_pairs);

constexpr inner_product_types f32 = {dt::f32, dt::f32, dt::f32, dt::f32};

class inner_product : public testing::TestWithParam<std::string> {
 protected:
  // Calls check(case, tensors, descriptors) for all cases and layouts.
  template <class Check>
  void for_all(const inner_product_types &t, const fill *how, const Check &check) {
    uint64_t seed = 1;
    for (const inner_product_case &c : inner_product_cases()) {
      const inner_product_tensors inputs = inputs_of(c, t, seed += 10, how);
      for (const inner_product_layouts &l : all_inner_product_layouts()) {
        SCOPED_TRACE(c.name() + " " + l.name + " " + text(t));
        check(c, inputs, describe(c, t, l));
      }
    }
  }
  template <class Create, class Body>
  void on_all(const Create &create, const Body &body) {
    for_each_implementation(create, GetParam() + ":", body);
  }
  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(inner_product, forward) {
  for_all(f32, nullptr, [&](const auto &c, const auto &t, const auto &d) {
    sums expected = forward(c, t);
    for (size_t i = 0; i < expected.values.values.size(); ++i)
      expected.add(i, t.bias.values[i % size_t(c.oc)]);
    on_all([&] { return forward_desc(engine_, d); },
           [&](auto &pd) {
             const tensors got = execute(
                 pd, stream_,
                 {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}},
                 4);
             EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
           });
  });
}

// A single row of f32 goes by lines of the weights where panels have few columns.
TEST_P(inner_product, any_weights_of_a_row) {
  if (GetParam() != "avx2") return;
  using tag = dnnl::memory::format_tag;
  for (const int64_t n : {1, 16}) {
    const dnnl::inner_product_forward::primitive_desc pd(
        engine_, dnnl::prop_kind::forward_inference, {{n, 6, 3, 2}, dt::f32, tag::nhwc},
        {{40, 6, 3, 2}, dt::f32, tag::any}, {{n, 40}, dt::f32, tag::nc});
    EXPECT_TRUE(is_of(pd.impl_info_str(), GetParam())) << pd.impl_info_str();
    const bool is_by_lines =
        pd.weights_desc() == dnnl::memory::desc({40, 6, 3, 2}, dt::f32, tag::hwio);
    EXPECT_EQ(is_by_lines, n == 1) << n << " rows";
  }
}

TEST_P(inner_product, backward_data) {
  for_all(f32, nullptr, [&](const auto &c, const auto &t, const auto &d) {
    const sums expected = backward_data(c, t);
    on_all([&] { return backward_data_desc(engine_, d); },
           [&](auto &pd) {
             const tensors got = execute(
                 pd, stream_, {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}}, 4);
             EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected));
           });
  });
}

TEST_P(inner_product, backward_weights) {
  for_all(f32, nullptr, [&](const auto &c, const auto &t, const auto &d) {
    const sums expected = backward_weights(c, t), bias = backward_bias(c, t);
    on_all([&] { return backward_weights_desc(engine_, d); },
           [&](auto &pd) {
             const tensors got =
                 execute(pd, stream_, {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_DIFF_DST, t.dst}}, 4);
             EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_WEIGHTS), expected));
             EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_BIAS), bias));
           });
  });
}

// Gradients of small whole numbers are exact.
constexpr fill small = {-4, 4, 8};

// Backward, a single row goes by lines of the weights on every plugin.
TEST_P(inner_product, any_weights_of_a_row_of_gradients) {
  if (GetParam() == "reference") GTEST_SKIP() << "has no layout of its own";
  using tag = dnnl::memory::format_tag;
  const dnnl::memory::desc any({40, 600}, dt::f32, tag::any), lines({40, 600}, dt::f32, tag::ab);
  for (const int64_t n : {1, 16}) {
    const auto pd = backward_data_desc(
        engine_, {{{n, 600}, dt::f32, tag::ab}, any, {}, {{n, 40}, dt::f32, tag::ab}});
    EXPECT_EQ(pd.weights_desc() == lines, n == 1) << n << " rows";
  }
}

// Gradients of one image that are more than caches hold are written past them. Once, with the best
// plugin: it takes a second.
TEST_P(inner_product, weights_larger_than_caches) {
  static bool is_done = false;
  if (quick() || is_done) return;
  const inner_product_case c = {1, 2100, {2011}};
  const inner_product_tensors t = inputs_of(c, f32, 7);
  const sums expected = backward_weights(c, t);
  const auto d = describe(c, f32, all_inner_product_layouts().front());
  on_all([&] { return backward_weights_desc(engine_, d); },
         [&](auto &pd) {
           is_done = true;
           const tensors got =
               execute(pd, stream_, {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_DIFF_DST, t.dst}});
           EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_WEIGHTS), expected));
         });
}

TEST_P(inner_product, backward_data_of_other_types) {
  for (const inner_product_types &types :
       {inner_product_types{dt::bf16, dt::bf16, dt::undef, dt::bf16},
        {dt::f32, dt::f16, dt::undef, dt::f16}})
    for_all(types, &small, [&](const auto &c, const auto &t, const auto &d) {
      tensor expected = backward_data(c, t).values;
      expected.type = types.src;
      on_all([&] { return backward_data_desc(engine_, d); },
             [&](auto &pd) {
               const tensors got = execute(
                   pd, stream_, {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}}, 2);
               EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected));
             });
    });
}

TEST_P(inner_product, backward_weights_of_other_types) {
  for (const inner_product_types &types :
       {inner_product_types{dt::bf16, dt::f32, dt::bf16, dt::bf16},
        {dt::f16, dt::f16, dt::f32, dt::f16}})
    for_all(types, &small, [&](const auto &c, const auto &t, const auto &d) {
      tensor expected = backward_weights(c, t).values, bias = backward_bias(c, t).values;
      expected.type = types.weights;
      bias.type = types.bias;
      on_all([&] { return backward_weights_desc(engine_, d); },
             [&](auto &pd) {
               const tensors got =
                   execute(pd, stream_, {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_DIFF_DST, t.dst}}, 2);
               EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_WEIGHTS), expected));
               EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_BIAS), bias));
             });
    });
}

std::vector<tensor> results(const dnnl::engine &engine, const dnnl::stream &stream,
                            const inner_product_case &c, const inner_product_layouts &l) {
  const inner_product_tensors t = inputs_of(c, f32, 3);
  const inner_product_descs d = describe(c, f32, l);
  const tensors fwd =
      execute(forward_desc(engine, d), stream,
              {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}});
  const tensors of_data = execute(backward_data_desc(engine, d), stream,
                                  {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}});
  const tensors of_weights = execute(backward_weights_desc(engine, d), stream,
                                     {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_SRC, t.src}});
  return {fwd.at(DNNL_ARG_DST), of_data.at(DNNL_ARG_DIFF_SRC), of_weights.at(DNNL_ARG_DIFF_WEIGHTS),
          of_weights.at(DNNL_ARG_DIFF_BIAS)};
}

const inner_product_case one = {1, 900, {400}}, many = {60, 130, {32, 3, 3}};

// Large enough for several tasks; the reference shares out elements.
TEST_P(inner_product, threads_do_not_change_a_bit) {
  const bool is_reference = GetParam() == "reference";
  for (const inner_product_case &c :
       is_reference ? std::vector<inner_product_case>{{3, 18, {24}}}
                    : std::vector<inner_product_case>{{1, 1500, {600}}, {100, 300, {32, 3, 3}}}) {
    SCOPED_TRACE(c.name());
    expect_same_bits_with_threads(
        [&](thread_pool *pool) {
          return results(engine_, stream_on(engine_, pool), c, all_inner_product_layouts()[0]);
        },
        {3}, !is_reference);
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, inner_product, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

// All plugins but portable, which has no fused multiply-add, and the reference, which uses f64.
TEST(inner_product_bits, are_the_same_on_every_plugin) {
  for (const inner_product_case &c : {one, many})
    for (const size_t i : {0, 2, 4}) {
      const inner_product_layouts &l = all_inner_product_layouts()[i];
      std::string first;
      uint64_t bits = 0;
      for (const std::string &plugin : usable_plugins()) {
        if (plugin == "portable" || plugin == "reference") continue;
        const dnnl::engine engine = engine_for(plugin);
        const uint64_t found = fingerprint_of(results(engine, dnnl::stream(engine), c, l)).bits;
        if (first.empty()) first = plugin, bits = found;
        EXPECT_EQ(found, bits) << plugin << " and " << first << ", " << c.name() << " " << l.name;
      }
    }
}

// The parts of larger tensors: offset0, and gaps between images.
TEST(inner_product_layouts, takes_submemory) {
  using tag = dnnl::memory::format_tag;
  const inner_product_case c = {3, 20, {8, 2, 3}};
  const inner_product_tensors t = inputs_of(c, f32, 5);
  for (const std::string &plugin : usable_plugins()) {
    SCOPED_TRACE(plugin);
    const dnnl::engine engine = engine_for(plugin);
    inner_product_descs d = describe(c, f32, all_inner_product_layouts()[0]);
    d.src = dnnl::memory::desc({4, 12, 4, 3}, dt::f32, tag::nhwc)
                .submemory_desc(c.src_dims(), {1, 2, 1, 0});
    d.dst = dnnl::memory::desc({5, 30}, dt::f32, tag::ab).submemory_desc(c.dst_dims(), {2, 4});
    d.bias = dnnl::memory::desc({30}, dt::f32, tag::a).submemory_desc({c.oc}, {7});
    const tensors got =
        execute(forward_desc(engine, d), dnnl::stream(engine),
                {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}});
    sums expected = forward(c, t);
    for (size_t i = 0; i < expected.values.values.size(); ++i)
      expected.add(i, t.bias.values[i % size_t(c.oc)]);
    EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
  }
}

}  // namespace
}  // namespace dnnlet::test
