// SPDX-License-Identifier: Apache-2.0
// Inner product forward of every combination of types, with scales and post-ops, on every
// implementation; and what it does not take. All numbers are such that every step is exact in f32.
#include <functional>

#include "tests/unit/inner_product/problem.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

const std::vector<inner_product_types> integers = {
    {dt::u8, dt::s8, dt::f32, dt::u8},    {dt::s8, dt::s8, dt::s32, dt::s8},
    {dt::u8, dt::s8, dt::undef, dt::s32}, {dt::s8, dt::s8, dt::bf16, dt::f32},
    {dt::u8, dt::s8, dt::u8, dt::bf16},
};
const std::vector<inner_product_types> floats = {
    {dt::f32, dt::f32, dt::f32, dt::f32},         {dt::bf16, dt::bf16, dt::f32, dt::bf16},
    {dt::bf16, dt::bf16, dt::bf16, dt::f32},      {dt::f16, dt::f16, dt::f16, dt::f16},
    {dt::f8_e5m2, dt::f8_e4m3, dt::f32, dt::f32}, {dt::f8_e4m3, dt::f8_e4m3, dt::undef, dt::f16},
};

fill fill_for(data_type type) {
  return type == dt::u8 ? fill{0, 4, 4} : fill{-4, 4, 8};
}

void check_one(const dnnl::engine &engine, const std::string &plugin, const inner_product_case &c,
               const inner_product_types &t, const setting &s, uint64_t seed) {
  const tensor old = random_tensor(c.dst_dims(), t.dst, seed, fill_for(t.dst));
  const applied_setting attributes(engine, s, old, {c.image[0], 1}, seed + 10);
  inner_product_tensors inputs;
  inputs.src = random_tensor(c.src_dims(), t.src, seed + 1, fill_for(t.src));
  inputs.weights = random_tensor(c.weights_dims(), t.weights, seed + 2, fill_for(t.weights));
  if (t.bias != dt::undef) inputs.bias = random_tensor({c.oc}, t.bias, seed + 3, fill_for(t.bias));
  tensor scaled = forward(c, inputs).values;
  for (size_t i = 0; i < scaled.values.size(); ++i) {
    const size_t channel = i % size_t(c.oc);
    scaled.values[i] *= attributes.src_scale(0) * attributes.weights_scale(int64_t(channel));
    if (t.bias != dt::undef) scaled.values[i] += inputs.bias.values[channel];
  }
  for (const inner_product_layouts &l : all_inner_product_layouts()) {
    SCOPED_TRACE(c.name() + " " + text(t) + " " + l.name + " " + s.name);
    for_each_implementation(
        [&] { return forward_desc(engine, describe(c, t, l), attributes.attr()); }, plugin + ":",
        [&](auto &pd) {
          tensor expected = attributes.finished(scaled, pd.dst_desc());
          expected.type = t.dst;
          const tensors got = execute(pd, dnnl::stream(engine),
                                      {{DNNL_ARG_SRC, inputs.src},
                                       {DNNL_ARG_WEIGHTS, inputs.weights},
                                       {DNNL_ARG_BIAS, inputs.bias}},
                                      4, {{{DNNL_ARG_DST, old}}, attributes.memories()});
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected, correctly_rounded));
        });
  }
}

bool is_f32(const quantized &q) {
  return (q.type == dt::undef || q.type == dt::f32) && !q.on_host;
}

std::vector<setting> taken_settings() {
  std::vector<setting> list;
  for (const setting &s :
       taken_of(quantized_settings(), takes::scales | takes::weights | takes::sum | takes::eltwise |
                                          takes::binary | takes::prelu))
    if (s.dst_scale.how != quantized::by_channel && s.src_scale.how != quantized::by_channel &&
        is_f32(s.src_scale) && is_f32(s.weights_scale) && is_f32(s.dst_scale))
      list.push_back(s);
  return list;
}

class inner_product_attributes : public testing::TestWithParam<std::string> {
 protected:
  // One of `part` shapes for each setting and types, in turn, and the last one.
  void check_all(const std::vector<inner_product_types> &types,
                 const std::vector<setting> &settings, size_t part) {
    const dnnl::engine engine = engine_for(GetParam());
    uint64_t seed = 7000;
    size_t turn = 0;
    const std::vector<inner_product_case> cases = inner_product_cases();
    for (const setting &s : settings)
      for (const inner_product_types &t : types)
        for (const inner_product_case &c : cases)
          if (turn++ % part == 0 || &c == &cases.back())
            check_one(engine, GetParam(), c, t, s, seed += 100);
  }
};

TEST_P(inner_product_attributes, types) {
  check_all(integers, {{"plain"}}, 3);
  check_all(floats, {{"plain"}}, 3);
}

TEST_P(inner_product_attributes, sums_of_any_type) {
  setting any_type = {"any accumulation"};
  any_type.sums_of_any_type = true;
  check_all({{dt::f16, dt::f16, dt::f32, dt::f16}, {dt::f16, dt::f16, dt::undef, dt::f32}},
            {any_type}, 1);
}

TEST_P(inner_product_attributes, scales) {
  const std::vector<setting> settings = taken_settings();
  ASSERT_GE(settings.size(), 3u);
  check_all({integers[0], integers[1], integers[3]}, settings, 7);
}

TEST_P(inner_product_attributes, post_ops) {
  check_all(
      {floats[0], floats[1], integers[0]},
      taken_of(post_op_settings(), takes::sum | takes::eltwise | takes::binary | takes::prelu), 11);
}

INSTANTIATE_TEST_SUITE_P(plugins, inner_product_attributes, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

dnnl_status_t status_of(const std::function<void()> &body) {
  try {
    body();
  } catch (const dnnl::error &e) {
    return e.status;
  }
  return dnnl_success;
}

const inner_product_case plain = {2, 5, {4, 3, 3}};

dnnl_status_t creation(const inner_product_types &t,
                       const std::function<void(dnnl::primitive_attr &)> &fill_in) {
  return status_of([&] {
    dnnl::primitive_attr attr;
    fill_in(attr);
    forward_desc(engine_for(), describe(plain, t, all_inner_product_layouts()[0]), attr);
  });
}

TEST(inner_product_errors, types) {
  const auto nothing = [](dnnl::primitive_attr &) {};
  EXPECT_EQ(creation({dt::f32, dt::f32, dt::undef, dt::f32}, nothing), dnnl_success);
  EXPECT_EQ(creation({dt::s32, dt::s8, dt::undef, dt::s32}, nothing), dnnl_invalid_arguments);
  EXPECT_EQ(creation({dt::f32, dt::bf16, dt::undef, dt::f32}, nothing), dnnl_unimplemented);
  EXPECT_EQ(creation({dt::f32, dt::f32, dt::undef, dt::bf16}, nothing), dnnl_unimplemented);
  EXPECT_EQ(creation({dt::u8, dt::s8, dt::undef, dt::f16}, nothing), dnnl_unimplemented);
  EXPECT_EQ(creation({dt::f64, dt::f64, dt::undef, dt::f64}, nothing), dnnl_unimplemented);
}

TEST(inner_product_errors, attributes) {
  const inner_product_types int8 = {dt::u8, dt::s8, dt::undef, dt::s8},
                            f32 = {dt::f32, dt::f32, dt::undef, dt::f32};
  const auto scale = [](int arg, int mask) {
    return [=](dnnl::primitive_attr &attr) { attr.set_scales_mask(arg, mask); };
  };
  EXPECT_EQ(creation(int8, scale(DNNL_ARG_WEIGHTS, 1)), dnnl_success);
  EXPECT_EQ(creation(int8, scale(DNNL_ARG_WEIGHTS, 2)), dnnl_unimplemented);
  EXPECT_EQ(creation(int8, scale(DNNL_ARG_DST, 2)), dnnl_unimplemented);
  EXPECT_EQ(creation(f32, scale(DNNL_ARG_SRC, 0)), dnnl_unimplemented);
  EXPECT_EQ(
      creation(int8,
               [](dnnl::primitive_attr &attr) { attr.set_zero_points_mask(DNNL_ARG_SRC, 0); }),
      dnnl_unimplemented);
  EXPECT_EQ(creation(f32,
                     [](dnnl::primitive_attr &attr) {
                       attr.set_accumulation_mode(dnnl::accumulation_mode::f16);
                     }),
            dnnl_unimplemented);
}

TEST(inner_product_errors, shapes) {
  const inner_product_types f32 = {dt::f32, dt::f32, dt::f32, dt::f32};
  const auto with = [&](const std::function<void(inner_product_descs &)> &change) {
    return status_of([&] {
      inner_product_descs d = describe(plain, f32, all_inner_product_layouts()[0]);
      change(d);
      forward_desc(engine_for(), d);
    });
  };
  using tag = dnnl::memory::format_tag;
  EXPECT_EQ(with([](auto &) {}), dnnl_success);
  EXPECT_EQ(with([](auto &d) {
              d.weights = {{5, 4, 3, 2}, dt::f32, tag::any};
            }),
            dnnl_invalid_arguments);
  EXPECT_EQ(with([](auto &d) { d.weights = {{5, 4}, dt::f32, tag::any}; }), dnnl_invalid_arguments);
  EXPECT_EQ(with([](auto &d) { d.dst = {{2, 6}, dt::f32, tag::any}; }), dnnl_invalid_arguments);
  EXPECT_EQ(with([](auto &d) { d.dst = {{3, 5}, dt::f32, tag::any}; }), dnnl_invalid_arguments);
  EXPECT_EQ(with([](auto &d) { d.bias = {{4}, dt::f32, tag::a}; }), dnnl_invalid_arguments);
  EXPECT_EQ(with([](auto &d) {
              d.src = {{DNNL_RUNTIME_DIM_VAL, 4, 3, 3}, dt::f32, tag::abcd};
            }),
            dnnl_unimplemented);
  // A batch may be empty, weights may not.
  const auto sized = [&](int64_t n, int64_t ic, int64_t height, int64_t oc) {
    return with([&](auto &d) {
      d.src = {{n, ic, height, 3}, dt::f32, tag::any};
      d.weights = {{oc, ic, height, 3}, dt::f32, tag::any};
      d.dst = {{n, oc}, dt::f32, tag::any};
      d.bias = {};
    });
  };
  EXPECT_EQ(sized(0, 4, 3, 5), dnnl_success);
  EXPECT_EQ(sized(2, 0, 3, 5), dnnl_invalid_arguments);
  EXPECT_EQ(sized(2, 4, 0, 5), dnnl_invalid_arguments);
  EXPECT_EQ(sized(2, 4, 3, 0), dnnl_invalid_arguments);
}

}  // namespace
}  // namespace dnnlet::test
