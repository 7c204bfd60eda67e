// SPDX-License-Identifier: Apache-2.0
// Every implementation of layer normalization, on every plugin, against the definition.
#include "core/primitives/kernel_tables.h"
#include "tests/unit/normalization/checks.h"

namespace dnnlet::test {
namespace {

const all_rows_run forward_rows(dnnl_layer_normalization, dnnl_forward,
                                layer_normalization_forward_kernels),
    backward_rows(dnnl_layer_normalization, dnnl_backward, layer_normalization_backward_kernels);

constexpr unsigned scale = dnnl_use_scale, shift = dnnl_use_shift, global = dnnl_use_global_stats;
constexpr unsigned rms = dnnl_rms_norm;
constexpr format plain[] = {format::ab, format::abc, format::abcd, format::abcde};

norm_case of(const dims &shape, unsigned flags) {
  return {dnnl::primitive::kind::layer_normalization, shape, 1, flags};
}
dnnl::memory::desc md_of(const dims &shape, data_type type = data_type::f32) {
  return {shape, type, plain[shape.size() - 2]};
}

// Rows around the length of vectors and of what is summed at a time.
std::vector<dims> shapes(const std::string &plugin) {
  std::vector<dims> list = {{5, 17}, {3, 2, 64}, {70, 33}, {2, 3, 2, 100}, {1, 2, 2, 3, 5}, {4, 1}};
  if (quick() || plugin == "reference") return list;
  for (const dims &more : {dims{2, 9000}, dims{130, 70}, dims{2, 768}, dims{300, 8}})
    list.push_back(more);
  return list;
}
const unsigned all_flags[] = {
    0, scale | shift, scale, global | shift, rms | scale, global | rms | scale | shift};

class layer_normalization : public normalization {};

TEST_P(layer_normalization, forward) {
  for (const dims &shape : shapes(GetParam()))
    for (const unsigned flags : all_flags) {
      const dnnl::memory::desc md = md_of(shape);
      EXPECT_TRUE(is_of(check_forward(of(shape, flags), {md, md}), GetParam()));
      EXPECT_TRUE(is_of(check_forward(of(shape, flags), {md, md}, false), GetParam()));
    }
}

// More than caches hold: results go past them, if they begin where vectors do. Once, with the best
// plugin: it takes a second.
TEST_P(layer_normalization, larger_than_caches) {
  static bool is_done = false;
  if (quick() || is_done) return;
  is_done = true;
  const dims shape = {4200, 1024};
  const dnnl::memory::desc f32 = md_of(shape), bf16 = md_of(shape, data_type::bf16);
  for (const norm_descs &d : {norm_descs{f32, f32}, norm_descs{bf16, bf16}, norm_descs{bf16, f32}})
    EXPECT_TRUE(is_of(check_forward(of(shape, scale | shift), d), GetParam()));
}

TEST_P(layer_normalization, backward) {
  for (const dims &shape : shapes(GetParam()))
    for (const unsigned flags : all_flags) {
      const dnnl::memory::desc md = md_of(shape);
      EXPECT_TRUE(is_of(check_backward(of(shape, flags), {md, md}), GetParam()));
      if (flags & (scale | shift)) continue;
      EXPECT_TRUE(is_of(check_backward(of(shape, flags), {md, md}, false), GetParam()));
    }
}

TEST_P(layer_normalization, types) {
  const dims shape = {5, 3, 77};
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::f16, data_type::s8,
                             data_type::u8};
  for (const data_type from : types)
    for (const data_type to : types)
      for (const data_type weights : {data_type::f32, data_type::bf16, data_type::f16}) {
        const norm_case c = of(shape, scale | shift);
        const norm_descs d = {md_of(shape, from), md_of(shape, to), {}, weights};
        EXPECT_TRUE(is_of(check_forward(c, d), GetParam()));
        const auto is_integer = [](data_type t) {
          return t == data_type::s8 || t == data_type::u8;
        };
        if (is_integer(from) || is_integer(to)) continue;
        EXPECT_TRUE(is_of(check_backward(c, d), GetParam()));
      }
}

// Rows in any order, of src, dst and statistics; rows with gaps; rows that are not dense, which the
// reference takes.
TEST_P(layer_normalization, layouts) {
  const norm_case c = of({5, 3, 20}, scale | shift);
  const dnnl::memory::desc rows = md_of(c.shape), swapped(c.shape, data_type::f32, format::bac);
  const dnnl::memory::desc part = dnnl::memory::desc({6, 4, 32}, data_type::f32, format::abc)
                                      .submemory_desc(c.shape, {1, 1, 5});
  const dnnl::memory::desc across(c.shape, data_type::f32, format::acb);
  const dnnl::memory::desc stats({5, 3}, data_type::f32, format::ba);
  for (const norm_descs &d : {norm_descs{rows, swapped, stats}, norm_descs{swapped, rows},
                              norm_descs{part, rows, stats}, norm_descs{swapped, swapped, stats}}) {
    EXPECT_TRUE(is_of(check_forward(c, d), GetParam()));
    EXPECT_TRUE(is_of(check_backward(c, d), GetParam()));
  }
  EXPECT_EQ(check_forward(c, {across, rows}), "reference:layer_normalization");
  EXPECT_EQ(check_backward(c, {across, rows}), "reference:layer_normalization");
}

// Statistics of an open layout lie in the order of src.
TEST_P(layer_normalization, open_statistics_follow_src) {
  const norm_case c = of({5, 3, 20}, 0);
  const dnnl::memory::desc swapped(c.shape, data_type::f32, format::bac);
  EXPECT_EQ(forward_desc(engine_, c, {swapped, swapped}, true).query_md(dnnl::query::dst_md, 1),
            dnnl::memory::desc({5, 3}, data_type::f32, format::ba));
}

// dst = (scale of src * normalized, then post-ops) / scale of dst
TEST_P(layer_normalization, attributes) {
  const data_type types[] = {data_type::s8, data_type::f32};
  for (int run = 0; run < 4; ++run) {
    const data_type to = types[run / 2];
    const bool has_post_ops = run % 2 > 0;  // or scales alone
    const norm_case c = of({4, 6, 50}, scale | shift);
    const norm_descs d = {md_of(c.shape, data_type::s8), md_of(c.shape, to)};
    dnnl::primitive_attr attr;
    attr.set_scales_mask(DNNL_ARG_SRC, 0);
    attr.set_scales_mask(DNNL_ARG_DST, 0);
    dnnl::post_ops ops;
    ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.5f, 0);
    ops.append_binary(dnnl::algorithm::binary_add, md_of({1, 6, 1}));
    ops.append_sum(2);
    if (has_post_ops) attr.set_post_ops(ops);
    const norm_inputs in = draw(c, d, 1);
    norm_forward expected = forward(c, in, to);
    const tensor added = random_tensor({1, 6, 1}, data_type::f32, 11);
    const tensor old = random_tensor(c.shape, to, 12);
    for (size_t i = 0; i < old.values.size(); ++i) {
      double &y = expected.dst.values.values[i];
      y *= 4;
      if (has_post_ops) y = (y > 0 ? y : y / 2) + added.values[i / 50 % 6] + 2 * old.values[i];
      y /= 0.125;
      expected.dst.magnitudes[i] = 8 * (4 * expected.dst.magnitudes[i] + 1 + 20);
    }
    tensors inputs = forward_arguments(c, in);
    if (has_post_ops) inputs[DNNL_ARG_ATTR_MULTIPLE_POST_OP(1) | DNNL_ARG_SRC_1] = added;
    placed src_scale({{1}, data_type::f32, format::a}, engine_, tensor({1}, data_type::f32, 4));
    placed dst_scale({{1}, data_type::f32, format::a}, engine_, tensor({1}, data_type::f32, 0.125));
    further_arguments more;
    more.old[DNNL_ARG_DST] = old;
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

TEST_P(layer_normalization, has_accurate_moments) {
  for (const dims &shape : {dims{3, 40}, dims{3, 100}, dims{2, 9000}}) {
    const dnnl::memory::desc md = md_of(shape);
    expect_accurate_moments(engine_, of(shape, 0), {md, md});
  }
}

TEST_P(layer_normalization, nothing_to_do) {
  for (const dims &shape : {dims{0, 4, 3, 3}, dims{2, 4, 0, 3}}) {
    norm_case c = of(shape, dnnl_use_scale | dnnl_use_shift);
    const dnnl::memory::desc md = md_of(shape);
    check_forward(c, {md, md});
    check_backward(c, {md, md});
  }
}

TEST_P(layer_normalization, has_the_same_bits_everywhere) {
  for (const dims &shape : {dims{200, 77}, dims{3, 5000}}) {
    const dnnl::memory::desc md = md_of(shape);
    check_bits(of(shape, scale | shift), {md, md});
  }
}

// Not of RMS normalization: that one is oneDNN's, which is not the derivative.
TEST(layer_normalization_oracle, gradients) {
  for (const unsigned flags : {0u, scale | shift, global | scale})
    expect_gradients(of({2, 3, 2, 5}, flags));
}

// What oneDNN refuses.
TEST(layer_normalization_errors, wrong_arguments) {
  const dnnl::engine engine = engine_for();
  const auto status = [&](unsigned flags, const dnnl::memory::desc &md,
                          const dnnl::memory::desc &stats, data_type weights = data_type::f32) {
    dnnl_primitive_desc_t pd = nullptr;
    const dnnl_status_t s = dnnl_layer_normalization_forward_primitive_desc_create_v2(
        &pd, engine.get(), dnnl_forward_training, md.get(), md.get(), stats.get(true),
        dnnl_data_type_t(weights), 0.1f, flags, nullptr);
    dnnl_primitive_desc_destroy(pd);
    return s;
  };
  const dnnl::memory::desc md = md_of({4, 3, 20}), stats({4, 3}, data_type::f32, format::ab);
  EXPECT_EQ(status(scale, md, {}), dnnl_success);
  EXPECT_EQ(status(dnnl_fuse_norm_relu, md, stats), dnnl_invalid_arguments);
  EXPECT_EQ(status(scale, md, stats, data_type::s8), dnnl_unimplemented);
  EXPECT_EQ(status(0, md, stats, data_type::s8), dnnl_success);
  EXPECT_EQ(status(0, md, {{4, 5}, data_type::f32, format::ab}), dnnl_invalid_arguments);
  EXPECT_EQ(status(0, md, {{4, 3}, data_type::bf16, format::ab}), dnnl_unimplemented);
  EXPECT_EQ(status(0, {{2, 2, 2, 2, 2, 2}, data_type::f32, format::abcdef}, {}),
            dnnl_invalid_arguments);
  dnnl_primitive_desc_t pd = nullptr;
  EXPECT_EQ(dnnl_layer_normalization_backward_primitive_desc_create(
                &pd, engine.get(), dnnl_backward_data, md.get(), md.get(), md.get(), stats.get(),
                0.1f, scale, nullptr, nullptr),
            dnnl_unimplemented);
  // Scales that were to be computed from the results.
  dnnl::primitive_attr computed;
  computed.set_scales(DNNL_ARG_DST, 0, {}, data_type::e8m0, false,
                      dnnl::quantization_mode::dynamic_mx);
  const dnnl::memory::desc s8 = md_of({4, 3, 20}, data_type::s8);
  EXPECT_EQ(dnnl_layer_normalization_forward_primitive_desc_create(
                &pd, engine.get(), dnnl_forward_inference, s8.get(), s8.get(), nullptr, 0.1f, 0,
                computed.get()),
            dnnl_unimplemented);
}

INSTANTIATE_TEST_SUITE_P(plugins, layer_normalization,
                         testing::ValuesIn(plugins_with(layer_normalization_forward_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
