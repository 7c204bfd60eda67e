// SPDX-License-Identifier: Apache-2.0
// Every implementation of softmax, on every plugin, against the definition.
#include <cmath>

#include "tests/support/settings.h"
#include "tests/unit/softmax/cases.h"

namespace dnnlet::test {
namespace {

constexpr fill wide = {-8, 8, 4096};

class softmax_kernels : public testing::TestWithParam<std::string> {
 protected:
  void check_forward(const softmax_case &c, algorithm alg, const dnnl::memory::desc &src,
                     const dnnl::memory::desc &dst) {
    const data_type from = src.get_data_type(), to = dst.get_data_type();
    SCOPED_TRACE(c.name(alg) + " " + name_of(from) + " to " + name_of(to));
    const tensor x = random_tensor(c.shape, from, 1, is_integer(from) ? small_integers : wide);
    const softmax_result expected = softmax(c, alg, x, to);
    for_each_implementation([&] { return forward_desc(engine_, alg, src, dst, c.axis); },
                            GetParam() + ":",
                            [&](const auto &pd) {
                              const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4);
                              EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.values,
                                                  softmax_tolerance(c, to), expected.magnitudes));
                            });
  }

  void check_backward(const softmax_case &c, algorithm alg, const dnnl::memory::desc &diff_src,
                      const dnnl::memory::desc &dst) {
    const data_type to = diff_src.get_data_type(), from = dst.get_data_type();
    SCOPED_TRACE(c.name(alg) + " diff_src " + name_of(to) + " dst " + name_of(from));
    const tensor x = random_tensor(c.shape, from, 2, wide), dy = random_tensor(c.shape, from, 3);
    tensor y = softmax(c, alg, x, from).values;
    for (double &value : y.values) value = rounded(from, value);
    const softmax_result expected = softmax_gradient(c, alg, y, dy, to);
    for_each_implementation(
        [&] { return backward_desc(engine_, alg, diff_src, dst, c.axis); }, GetParam() + ":",
        [&](const auto &pd) {
          const tensors got = execute(pd, stream_, {{DNNL_ARG_DST, y}, {DNNL_ARG_DIFF_DST, dy}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected.values, softmax_tolerance(c, to),
                              expected.magnitudes));
        });
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(softmax_kernels, forward_and_backward) {
  for (const softmax_case &c : softmax_cases())
    for (const algorithm alg : softmax_algorithms) {
      const dnnl::memory::desc md = c.desc(data_type::f32);
      check_forward(c, alg, md, md);
      check_backward(c, alg, md, md);
      const auto pd = forward_desc(engine_, alg, md, md, c.axis);
      EXPECT_TRUE(is_of(pd.impl_info_str(), GetParam())) << c.name(alg) << pd.impl_info_str();
    }
}

TEST_P(softmax_kernels, types) {
  const data_type all[] = {data_type::f32, data_type::bf16,    data_type::f16,    data_type::s8,
                           data_type::u8,  data_type::f8_e5m2, data_type::f8_e4m3};
  const std::vector<softmax_case> cases(softmax_cases().begin(), softmax_cases().begin() + 3);
  for (const softmax_case &c : cases)
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 7; ++j) {
        const algorithm alg = softmax_algorithms[size_t(i + j) % 3];
        check_forward(c, alg, c.desc(all[i]), c.desc(all[j]));
        if (i < 3 && j < 3) check_backward(c, alg, c.desc(all[i]), c.desc(all[j]));
      }
}

// src and dst with different gaps, and of different layouts.
TEST_P(softmax_kernels, layouts) {
  const softmax_case c = {{2, 19, 4, 7}, 1, format::nchw};
  for (const format tag : {format::nchw, format::nhwc}) {
    const auto src = dnnl::memory::desc({3, 24, 6, 9}, data_type::f32, tag)
                         .submemory_desc(c.shape, {1, 3, 1, 2});
    const auto dst = dnnl::memory::desc({2, 32, 5, 8}, data_type::f32, tag)
                         .submemory_desc(c.shape, {0, 4, 0, 1});
    for (const algorithm alg : softmax_algorithms) {
      check_forward(c, alg, src, dst);
      check_backward(c, alg, src, dst);
      check_forward(c, alg, dnnl::memory::desc(c.shape, data_type::f32, format::nhwc),
                    dnnl::memory::desc(c.shape, data_type::f32, format::nchw));
    }
  }
}

// Results wait in f32 for what follows, also of a plugin that rounds to their type itself.
TEST_P(softmax_kernels, post_ops_of_narrow_types) {
  dnnl::post_ops ops;
  ops.append_eltwise(dnnl::algorithm::eltwise_linear, 4, -1);
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  for (const data_type type : {data_type::bf16, data_type::f16, data_type::u8})
    for (const softmax_case &c :
         {softmax_case{{2, 19, 4, 7}, 1, format::nchw},
          softmax_case{{2, 19, 4, 7}, 1, format::nhwc}, softmax_case{{70, 33}, 0, format::ab}}) {
      SCOPED_TRACE(c.name(algorithm::softmax_accurate) + " " + name_of(type));
      const tensor x = random_tensor(c.shape, type, 5, is_integer(type) ? small_integers : wide);
      softmax_result r = softmax(c, algorithm::softmax_accurate, x, type);
      for (size_t i = 0; i < r.magnitudes.size(); ++i) {
        r.values.values[i] = 4 * r.values.values[i] - 1;
        r.magnitudes[i] = 4 * r.magnitudes[i] + 1;
      }
      const dnnl::memory::desc md = c.desc(type);
      for_each_implementation(
          [&] { return forward_desc(engine_, algorithm::softmax_accurate, md, md, c.axis, attr); },
          GetParam() + ":",
          [&](const auto &pd) {
            const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4);
            EXPECT_TRUE(
                matches(got.at(DNNL_ARG_DST), r.values, softmax_tolerance(c, type), r.magnitudes));
          });
    }
}

TEST_P(softmax_kernels, in_place) {
  for (const softmax_case &c : softmax_cases())
    for (const data_type type : {data_type::f32, data_type::bf16}) {
      SCOPED_TRACE(c.name(algorithm::softmax_accurate));
      const tensor x = random_tensor(c.shape, type, 4, wide);
      const softmax_result expected = softmax(c, algorithm::softmax_accurate, x, type);
      const auto md = c.desc(type);
      placed data(md, engine_, x);
      dnnl::softmax_forward(forward_desc(engine_, algorithm::softmax_accurate, md, md, c.axis))
          .execute(stream_, {{DNNL_ARG_SRC, data}, {DNNL_ARG_DST, data}});
      EXPECT_TRUE(matches(data, expected.values, softmax_tolerance(c, type), expected.magnitudes));
    }
}

TEST_P(softmax_kernels, attributes) {
  std::vector<setting> settings =
      taken_of(post_op_settings(), takes::eltwise | takes::binary | takes::dropout);
  for (const setting &s : quantized_settings())
    if (s.weights_scale.how == quantized::none && s.src_scale.how != quantized::by_channel &&
        s.dst_scale.how != quantized::by_channel && !taken_of({s}, takes::scales).empty())
      settings.push_back(s);
  settings.push_back({"scales", {quantized::common}, {}, {quantized::common}});
  const softmax_case cases[] = {{{2, 19, 4, 7}, 1, format::nchw},
                                {{2, 19, 4, 7}, 1, format::nhwc},
                                {{2, 20, 4, 7}, 1, format::nChw16c},
                                {{2, 20, 4, 7}, 3, format::nChw16c}};
  for (const setting &s : settings)
    for (const softmax_case &c : cases) {
      const bool scales = !taken_of({s}, takes::scales).empty() &&
                          taken_of({s}, takes::eltwise | takes::binary | takes::dropout).empty();
      const data_type to = scales ? data_type::u8 : data_type::f32;
      SCOPED_TRACE(std::string(s.name) + " " + c.name(algorithm::softmax_accurate));
      const tensor x = random_tensor(c.shape, data_type::f32, 5, wide);
      const applied_setting applied(engine_, s, tensor(c.shape, to), {}, 7);
      const softmax_result r = softmax(c, algorithm::softmax_accurate, x, data_type::f32);
      tensor scaled = r.values;
      for (double &value : scaled.values) value *= applied.src_scale(0);
      for_each_implementation(
          [&] {
            return forward_desc(engine_, algorithm::softmax_accurate, c.desc(data_type::f32),
                                c.desc(to), c.axis, applied.attr());
          },
          "",
          [&](const auto &pd) {
            tensor expected = applied.finished(scaled, pd.dst_desc());
            expected.type = to;
            const tensors got =
                execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 0, {{}, applied.memories()});
            std::vector<double> magnitudes;
            for (const double e : expected.values) magnitudes.push_back(std::fabs(e) + 8);
            EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected, {1, 64, 1}, magnitudes));
          });
    }
}

// Gradients against differences of the function, both as the library computes them.
TEST_P(softmax_kernels, gradients_are_differences) {
  constexpr double h = 1.0 / 64;
  for (const softmax_case &c :
       {softmax_case{{2, 9}, 1, format::ab}, softmax_case{{9, 2}, 0, format::ab}})
    for (const algorithm alg : softmax_algorithms) {
      const auto md = c.desc(data_type::f32);
      const auto fwd = forward_desc(engine_, alg, md, md, c.axis);
      const auto run = [&](const tensor &x) {
        return execute(fwd, stream_, {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST);
      };
      const tensor x = random_tensor(c.shape, data_type::f32, 6);
      const tensor dy = random_tensor(c.shape, data_type::f32, 7);
      const tensor dx = execute(backward_desc(engine_, alg, md, md, c.axis), stream_,
                                {{DNNL_ARG_DST, run(x)}, {DNNL_ARG_DIFF_DST, dy}})
                            .at(DNNL_ARG_DIFF_SRC);
      for (size_t i = 0; i < x.values.size(); ++i) {
        tensor above = x, below = x;
        above.values[i] += h;
        below.values[i] -= h;
        const tensor ya = run(above), yb = run(below);
        double difference = 0;
        for (size_t j = 0; j < x.values.size(); ++j)
          difference += dy.values[j] * (ya.values[j] - yb.values[j]);
        // The third derivative, and the rounding of f32 over 2 h.
        EXPECT_NEAR(dx.values[i], difference / (2 * h), 3e-4) << c.name(alg) << " element " << i;
      }
    }
}

TEST_P(softmax_kernels, special_values) {
  const double inf = HUGE_VAL, nan = std::nan("");
  for (const format tag : {format::ab, format::ba}) {
    const softmax_case c = {{5, 37}, 1, tag};
    for (const algorithm alg : softmax_algorithms) {
      tensor x = random_tensor(c.shape, data_type::f32, 8);
      for (size_t i = 0; i < 37; ++i) {
        x.values[i] = -inf;                  // nothing else
        if (i > 0) x.values[37 + i] = -inf;  // one number is left
        x.values[4 * 37 + i] = i == 9 ? 3e38 : -3e38;
      }
      x.values[2 * 37 + 5] = nan;
      x.values[3 * 37 + 35] = inf;
      const softmax_result expected = softmax(c, alg, x, data_type::f32);
      const auto md = c.desc(data_type::f32);
      for_each_implementation(
          [&] { return forward_desc(engine_, alg, md, md, 1); }, "",
          [&](const auto &pd) {
            const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}});
            EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.values,
                                softmax_tolerance(c, data_type::f32), expected.magnitudes))
                << c.name(alg);
          });
    }
  }
}

// Results below the least normal number are not lost on the way, but for 32-bit Arm.
TEST_P(softmax_kernels, small_results) {
#ifndef __arm__
  for (const format tag : {format::ab, format::ba}) {
    tensor x({2, 3}, data_type::f32);
    x.values = {0, -95, -102, -95, 0, -80};
    const softmax_case c = {{2, 3}, 1, tag};
    const auto md = c.desc(data_type::f32);
    const tensor expected = softmax(c, algorithm::softmax_accurate, x, data_type::f32).values;
    const auto pd = forward_desc(engine_, algorithm::softmax_accurate, md, md, 1);
    EXPECT_TRUE(matches(execute(pd, stream_, {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST), expected, {3}));
  }
#endif
}

TEST_P(softmax_kernels, nothing_to_do) {
  for (const dims &shape : {dims{2, 0}, dims{0, 3}}) {
    const dnnl::memory::desc md(shape, data_type::f32, format::ab);
    execute(forward_desc(engine_, algorithm::softmax_accurate, md, md, 1), stream_,
            {{DNNL_ARG_SRC, tensor(shape, data_type::f32)}});
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, softmax_kernels, testing::ValuesIn(softmax_plugins()),
                         [](const auto &info) { return info.param; });

dnnl_status_t create(dnnl_alg_kind_t alg, const dnnl::memory::desc &src,
                     const dnnl::memory::desc &dst, int axis,
                     dnnl_prop_kind_t prop = dnnl_forward_inference,
                     const dnnl::primitive_attr &attr = {}) {
  dnnl_primitive_desc_t pd = nullptr;
  const dnnl_status_t status = dnnl_softmax_forward_primitive_desc_create(
      &pd, engine_for().get(), prop, alg, src.get(), dst.get(), axis, attr.get());
  if (status == dnnl_success) dnnl_primitive_desc_destroy(pd);
  return status;
}

TEST(softmax_arguments, are_checked) {
  const dnnl::memory::desc f32({2, 16}, data_type::f32, format::ab);
  const dnnl::memory::desc any({2, 16}, data_type::f32, format::any);
  const auto alg = dnnl_softmax_accurate;
  EXPECT_EQ(create(alg, f32, any, 1), dnnl_success);
  EXPECT_EQ(create(alg, any, f32, 1), dnnl_invalid_arguments);
  EXPECT_EQ(create(alg, f32, f32, 2), dnnl_invalid_arguments);
  EXPECT_EQ(create(alg, f32, f32, -1), dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_eltwise_relu, f32, f32, 1), dnnl_invalid_arguments);
  EXPECT_EQ(create(alg, f32, f32, 1, dnnl_backward_data), dnnl_invalid_arguments);
  EXPECT_EQ(create(alg, f32, {{2, 15}, data_type::f32, format::ab}, 1), dnnl_invalid_arguments);
  EXPECT_EQ(create(alg, {}, f32, 1), dnnl_invalid_arguments);
  EXPECT_EQ(create(alg, f32, {{2, 16}, data_type::s32, format::ab}, 1), dnnl_unimplemented);
  dnnl::primitive_attr scales;
  scales.set_scales_mask(DNNL_ARG_DST, 0);
  EXPECT_EQ(create(alg, f32, f32, 1, dnnl_forward_inference, scales), dnnl_unimplemented);
  const dnnl::memory::desc u8({2, 16}, data_type::u8, format::ab);
  EXPECT_EQ(create(alg, f32, u8, 1, dnnl_forward_inference, scales), dnnl_success);
  for (const auto mode : {dnnl::accumulation_mode::strict, dnnl::accumulation_mode::relaxed,
                          dnnl::accumulation_mode::any, dnnl::accumulation_mode::f16}) {
    dnnl::primitive_attr attr;
    attr.set_accumulation_mode(mode);
    EXPECT_EQ(create(alg, f32, f32, 1, dnnl_forward_inference, attr),
              mode == dnnl::accumulation_mode::f16 ? dnnl_unimplemented : dnnl_success);
  }
}

TEST(softmax_arguments, can_be_asked_for) {
  const dnnl::memory::desc md({2, 16}, data_type::f32, format::ab);
  const auto pd = forward_desc(engine_for(), algorithm::softmax_log, md, md, 1);
  EXPECT_EQ(pd.get_axis(), 1);
  EXPECT_EQ(pd.get_algorithm(), algorithm::softmax_log);
}

}  // namespace
}  // namespace dnnlet::test
