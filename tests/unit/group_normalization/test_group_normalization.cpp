// SPDX-License-Identifier: Apache-2.0
// Every implementation of group normalization, on every plugin, against the definition.
#include "core/primitives/kernel_tables.h"
#include "tests/unit/normalization/checks.h"

namespace dnnlet::test {
namespace {

const all_rows_run forward_rows(dnnl_group_normalization, dnnl_forward,
                                group_normalization_forward_kernels),
    backward_rows(dnnl_group_normalization, dnnl_backward, group_normalization_backward_kernels);

constexpr unsigned scale = dnnl_use_scale, shift = dnnl_use_shift, global = dnnl_use_global_stats;

norm_case of(const dims &shape, unsigned flags, int64_t groups = 2) {
  return {dnnl::primitive::kind::group_normalization, shape, groups, flags};
}

struct grouped {
  dims shape;
  int64_t groups;
};
std::vector<grouped> shapes(const std::string &plugin) {
  std::vector<grouped> list = {
      {{3, 18, 5, 7}, 3}, {{2, 7, 4, 5}, 7}, {{5, 32, 9}, 1}, {{3, 24}, 4}};
  if (quick() || plugin == "reference") return list;
  for (const grouped &more : {grouped{{1, 4, 40, 60}, 2}, grouped{{2, 320, 3, 3}, 10},
                              grouped{{1, 4, 3, 31, 60}, 4}, grouped{{2, 6, 2, 3, 5}, 3}})
    list.push_back(more);
  return list;
}
// All of them with small shapes.
std::vector<unsigned> flags_for(const dims &shape) {
  if (count(shape) > 4000) return {scale | shift};
  return {0, scale | shift, global | shift, scale};
}

class group_normalization : public normalization {};

TEST_P(group_normalization, forward) {
  for (const grouped &g : shapes(GetParam()))
    for (const norm_layout &l : some_layouts())
      for (const unsigned flags : flags_for(g.shape)) {
        SCOPED_TRACE(l.name);
        const dnnl::memory::desc md = l.of(g.shape, data_type::f32);
        const norm_case c = of(g.shape, flags, g.groups);
        EXPECT_TRUE(is_of(check_forward(c, {md, md}), GetParam()));
        EXPECT_TRUE(is_of(check_forward(c, {md, md}, false), GetParam()));
      }
}

TEST_P(group_normalization, backward) {
  for (const grouped &g : shapes(GetParam()))
    for (const norm_layout &l : some_layouts())
      for (const unsigned flags : flags_for(g.shape)) {
        SCOPED_TRACE(l.name);
        const dnnl::memory::desc md = l.of(g.shape, data_type::f32);
        const norm_case c = of(g.shape, flags, g.groups);
        EXPECT_TRUE(is_of(check_backward(c, {md, md}), GetParam()));
        EXPECT_TRUE(is_of(check_backward(c, {md, md}, false), GetParam()));
      }
}

TEST_P(group_normalization, types) {
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::f16, data_type::s8,
                             data_type::u8};
  const norm_case c = of({2, 20, 5, 7}, scale | shift, 5);
  for (const norm_layout &l : some_layouts())
    for (const data_type from : types)
      for (const data_type to : types) {
        SCOPED_TRACE(l.name);
        const norm_descs d = {l.of(c.shape, from), l.of(c.shape, to)};
        EXPECT_TRUE(is_of(check_forward(c, d), GetParam()));
        const auto is_integer = [](data_type t) {
          return t == data_type::s8 || t == data_type::u8;
        };
        if (is_integer(from) || is_integer(to)) continue;
        EXPECT_TRUE(is_of(check_backward(c, d), GetParam()));
      }
}

// Layouts of different kinds are the reference's.
TEST_P(group_normalization, mixed_layouts) {
  const norm_case c = of({2, 20, 5, 7}, scale | shift, 5);
  const norm_descs d = {planes.of(c.shape, data_type::f32),
                        channels_last.of(c.shape, data_type::f32)};
  EXPECT_EQ(check_forward(c, d), "reference:group_normalization");
  EXPECT_EQ(check_backward(c, d), "reference:group_normalization");
}

TEST_P(group_normalization, takes_submemory) {
  const norm_case c = of({2, 20, 4, 7}, scale | shift);
  for (const format tag : {format::nchw, format::nhwc}) {
    const dnnl::memory::desc md = dnnl::memory::desc({3, 24, 4, 7}, data_type::f32, tag)
                                      .submemory_desc(c.shape, {1, 3, 0, 0});
    EXPECT_TRUE(is_of(check_forward(c, {md, md}), GetParam()));
    EXPECT_TRUE(is_of(check_backward(c, {md, md}), GetParam()));
  }
}

// dst = (scale of src * normalized, then post-ops) / scale of dst
TEST_P(group_normalization, attributes) {
  for (const norm_layout &l : some_layouts()) {
    SCOPED_TRACE(l.name);
    const norm_case c = of({2, 20, 5, 7}, scale | shift, 5);
    const norm_descs d = {l.of(c.shape, data_type::s8), l.of(c.shape, data_type::u8)};
    dnnl::primitive_attr attr;
    attr.set_scales_mask(DNNL_ARG_SRC, 0);
    attr.set_scales_mask(DNNL_ARG_DST, 0);
    dnnl::post_ops ops;
    ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.5f, 0);
    ops.append_binary(dnnl::algorithm::binary_add, {{1, 20, 1, 1}, data_type::f32, format::nchw});
    attr.set_post_ops(ops);
    const norm_inputs in = draw(c, d, 1);
    norm_forward expected = forward(c, in, data_type::u8);
    const tensor added = random_tensor({1, 20, 1, 1}, data_type::f32, 11);
    for (size_t i = 0; i < expected.dst.magnitudes.size(); ++i) {
      double &y = expected.dst.values.values[i];
      y *= 4;
      y = ((y > 0 ? y : y / 2) + added.values[i / 35 % 20]) / 0.125;
      expected.dst.magnitudes[i] = 8 * (4 * expected.dst.magnitudes[i] + 1);
    }
    tensors inputs = forward_arguments(c, in);
    inputs[DNNL_ARG_ATTR_MULTIPLE_POST_OP(1) | DNNL_ARG_SRC_1] = added;
    placed src_scale({{1}, data_type::f32, format::a}, engine_, tensor({1}, data_type::f32, 4));
    placed dst_scale({{1}, data_type::f32, format::a}, engine_, tensor({1}, data_type::f32, 0.125));
    further_arguments more;
    more.memories = {{DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC, src_scale.memory()},
                     {DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST, dst_scale.memory()}};
    for_each_implementation([&] { return forward_desc(engine_, c, d, true, attr); },
                            GetParam() + ":",
                            [&](const auto &pd) {
                              const tensors got = execute(pd, stream_, inputs, 4, more);
                              EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst.values,
                                                  norm_tolerance, expected.dst.magnitudes));
                            });
  }
}

TEST_P(group_normalization, has_accurate_moments) {
  const norm_case c = of({1, 4, 30, 51}, 0);
  for (const norm_layout &l : some_layouts()) {
    const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
    expect_accurate_moments(engine_, c, {md, md});
  }
}

TEST_P(group_normalization, nothing_to_do) {
  for (const dims &shape : {dims{0, 4, 3, 3}, dims{2, 4, 0, 3}}) {
    norm_case c = of(shape, dnnl_use_scale | dnnl_use_shift);
    const dnnl::memory::desc md = planes.of(shape, data_type::f32);
    check_forward(c, {md, md});
    check_backward(c, {md, md});
  }
}

TEST_P(group_normalization, has_the_same_bits_everywhere) {
  for (const norm_layout &l : some_layouts()) {
    const norm_case c = of({3, 36, 13, 11}, scale | shift, 4);
    const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
    check_bits(c, {md, md});
  }
}

TEST(group_normalization_oracle, gradients) {
  for (const unsigned flags : {0u, scale | shift, global | scale})
    expect_gradients(of({2, 4, 2, 2}, flags));
}

// What oneDNN refuses.
TEST(group_normalization_errors, wrong_arguments) {
  const dnnl::engine engine = engine_for();
  const auto status = [&](unsigned flags, int64_t groups, const dims &shape = {4, 12, 20}) {
    const dnnl::memory::desc md(shape, data_type::f32, format::abc);
    dnnl_primitive_desc_t pd = nullptr;
    const dnnl_status_t s = dnnl_group_normalization_forward_primitive_desc_create(
        &pd, engine.get(), dnnl_forward_training, md.get(), md.get(), groups, 0.1f, flags, nullptr);
    dnnl_primitive_desc_destroy(pd);
    return s;
  };
  EXPECT_EQ(status(scale | shift, 3), dnnl_success);
  for (const int64_t groups : {0, 5, -3, 24}) EXPECT_EQ(status(0, groups), dnnl_invalid_arguments);
  for (const unsigned flags : {unsigned(dnnl_rms_norm), unsigned(dnnl_fuse_norm_relu), 64u})
    EXPECT_EQ(status(flags, 3), dnnl_invalid_arguments);
  EXPECT_EQ(status(0, 3, {DNNL_RUNTIME_DIM_VAL, 12, 20}), dnnl_unimplemented);
  EXPECT_EQ(status(0, 5, {DNNL_RUNTIME_DIM_VAL, 12, 20}), dnnl_invalid_arguments);
  EXPECT_EQ(status(0, 1, {4, DNNL_RUNTIME_DIM_VAL, 20}), dnnl_invalid_arguments);
}

INSTANTIATE_TEST_SUITE_P(plugins, group_normalization,
                         testing::ValuesIn(plugins_with(group_normalization_forward_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
