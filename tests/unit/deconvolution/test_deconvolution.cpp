// SPDX-License-Identifier: Apache-2.0
// Every implementation of deconvolution, on every plugin, against the definition.
#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/unit/deconvolution/problem.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

// Columns of points are not for CPUs that are no faster by pairs.
bool can_run(const std::string &row) {
  return row.find("col2im_") == std::string::npos ? takes_pairs(row) : takes_fast_pairs(row);
}
const all_rows_run forward_rows(dnnl_deconvolution, dnnl_forward, deconvolution_forward_kernels,
                                can_run),
    backward_data_rows(dnnl_deconvolution, dnnl_backward_data, deconvolution_backward_data_kernels,
                       can_run),
    backward_weights_rows(dnnl_deconvolution, dnnl_backward_weights,
                          deconvolution_backward_weights_kernels, can_run);

constexpr deconvolution_types f32 = {dt::f32, dt::f32, dt::f32, dt::f32};
const convolution_layouts all_layouts[] = {any_layouts, channels_last, channels_first, blocked};

class deconvolution : public testing::TestWithParam<std::string> {
 protected:
  // Calls check(case, tensors, descriptors) for all cases and layouts.
  template <class Check>
  void for_all(const deconvolution_types &t, const fill *how, const Check &check) {
    uint64_t seed = 1;
    for (const deconvolution_case &c : deconvolution_cases()) {
      const deconvolution_tensors inputs = inputs_of(c, t, seed += 10, how);
      for (const convolution_layouts &l : all_layouts) {
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

TEST_P(deconvolution, forward) {
  for_all(f32, nullptr, [&](const auto &c, const auto &t, const auto &d) {
    sums expected = forward(c, t);
    dims at(expected.values.shape.size(), 0);
    size_t i = 0;
    if (!expected.values.values.empty()) do
        expected.add(i++, t.bias.values[size_t(at[1])]);
      while (next_index(at, expected.values.shape));
    on_all([&] { return forward_desc(engine_, c, d); },
           [&](auto &pd) {
             const tensors got = execute(
                 pd, stream_,
                 {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}},
                 4);
             EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
           });
  });
}

TEST_P(deconvolution, backward_data) {
  for_all(f32, nullptr, [&](const auto &c, const auto &t, const auto &d) {
    const sums expected = backward_data(c, t);
    on_all([&] { return backward_data_desc(engine_, c, d); },
           [&](auto &pd) {
             const tensors got = execute(
                 pd, stream_, {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}}, 4);
             EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected));
           });
  });
}

TEST_P(deconvolution, backward_weights) {
  for_all(f32, nullptr, [&](const auto &c, const auto &t, const auto &d) {
    const sums expected = backward_weights(c, t), bias = backward_bias(c, t);
    on_all([&] { return backward_weights_desc(engine_, c, d); },
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

TEST_P(deconvolution, backward_data_of_other_types) {
  for (const deconvolution_types &types :
       {deconvolution_types{dt::bf16, dt::bf16, dt::undef, dt::bf16},
        {dt::f32, dt::bf16, dt::undef, dt::bf16},
        {dt::f16, dt::f16, dt::undef, dt::f16},
        {dt::f32, dt::f16, dt::undef, dt::f32}})
    for_all(types, &small, [&](const auto &c, const auto &t, const auto &d) {
      tensor expected = backward_data(c, t).values;
      expected.type = types.src;
      on_all([&] { return backward_data_desc(engine_, c, d); },
             [&](auto &pd) {
               const tensors got = execute(
                   pd, stream_, {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}}, 2);
               EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected));
             });
    });
}

TEST_P(deconvolution, backward_weights_of_other_types) {
  for (const deconvolution_types &types :
       {deconvolution_types{dt::bf16, dt::bf16, dt::bf16, dt::bf16},
        {dt::bf16, dt::f32, dt::f32, dt::bf16},
        {dt::f16, dt::f16, dt::f32, dt::f16}})
    for_all(types, &small, [&](const auto &c, const auto &t, const auto &d) {
      tensor expected = backward_weights(c, t).values, bias = backward_bias(c, t).values;
      expected.type = types.weights;
      bias.type = types.bias;
      on_all([&] { return backward_weights_desc(engine_, c, d); },
             [&](auto &pd) {
               const tensors got =
                   execute(pd, stream_, {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_DIFF_DST, t.dst}}, 2);
               EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_WEIGHTS), expected));
               EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_BIAS), bias));
             });
    });
}

std::vector<tensor> results(const dnnl::engine &engine, const dnnl::stream &stream,
                            const deconvolution_case &c) {
  const deconvolution_tensors t = inputs_of(c, f32, 3);
  const convolution_descs d = describe(c, f32, any_layouts);
  const tensors fwd =
      execute(forward_desc(engine, c, d), stream,
              {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}});
  const tensors of_data = execute(backward_data_desc(engine, c, d), stream,
                                  {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}});
  const tensors of_weights = execute(backward_weights_desc(engine, c, d), stream,
                                     {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_SRC, t.src}});
  return {fwd.at(DNNL_ARG_DST), of_data.at(DNNL_ARG_DIFF_SRC), of_weights.at(DNNL_ARG_DIFF_WEIGHTS),
          of_weights.at(DNNL_ARG_DIFF_BIAS)};
}

const deconvolution_case
    deep = {{2, 1, 40, 24, {16, 14}, {4, 4}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, false}},
    shallow = {{1, 1, 3, 24, {40, 14}, {4, 4}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, false}},
    depthwise = {{2, 40, 40, 40, {16, 14}, {4, 4}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, true}};

TEST_P(deconvolution, threads_do_not_change_a_bit) {
  for (const deconvolution_case &c : {deep, shallow, depthwise}) {
    SCOPED_TRACE(c.name());
    expect_same_bits_with_threads(
        [&](thread_pool *pool) { return results(engine_, stream_on(engine_, pool), c); });
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, deconvolution, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

// All plugins but portable, which has no fused multiply-add, and the reference, which uses f64.
TEST(deconvolution_bits, are_the_same_on_every_plugin) {
  for (const deconvolution_case &c : {deep, shallow, depthwise}) {
    std::string first;
    uint64_t bits = 0;
    for (const std::string &plugin : usable_plugins()) {
      if (plugin == "portable" || plugin == "reference") continue;
      const dnnl::engine engine = engine_for(plugin);
      const uint64_t found = fingerprint_of(results(engine, dnnl::stream(engine), c)).bits;
      if (first.empty()) first = plugin, bits = found;
      EXPECT_EQ(found, bits) << plugin << " and " << first << ", " << c.name();
    }
  }
}

}  // namespace
}  // namespace dnnlet::test
