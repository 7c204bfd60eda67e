// SPDX-License-Identifier: Apache-2.0
// Every implementation of batch normalization, on every plugin, against the definition.
#include <cmath>

#include "core/primitives/kernel_tables.h"
#include "tests/unit/normalization/checks.h"

namespace dnnlet::test {
namespace {

const all_rows_run forward_rows(dnnl_batch_normalization, dnnl_forward,
                                batch_normalization_forward_kernels),
    backward_rows(dnnl_batch_normalization, dnnl_backward, batch_normalization_backward_kernels);

constexpr unsigned scale = dnnl_use_scale, shift = dnnl_use_shift, global = dnnl_use_global_stats;
constexpr unsigned relu = dnnl_fuse_norm_relu, add_relu = dnnl_fuse_norm_add_relu;

norm_case of(const dims &shape, unsigned flags) {
  return {dnnl::primitive::kind::batch_normalization, shape, 1, flags};
}

// Channels and pixels around the length of vectors and of what is summed at a time.
std::vector<dims> shapes(const std::string &plugin) {
  std::vector<dims> list = {{3, 17, 5, 7}, {2, 1, 4, 5}, {5, 33}, {2, 20, 13}, {1, 8, 1, 1}};
  if (quick() || plugin == "reference") return list;
  for (const dims &more : {dims{2, 2, 40, 70}, dims{70, 4, 7, 7}, dims{2, 300, 3, 3},
                           dims{1, 2, 3, 31, 60}, dims{2, 6, 2, 3, 5}, dims{150, 70}})
    list.push_back(more);
  return list;
}
// All of them with small shapes.
std::vector<unsigned> flags_for(const dims &shape) {
  if (count(shape) > 4000) return {scale | shift, relu | scale};
  return {0, scale | shift, global | shift, relu | scale, add_relu | shift, global | scale | relu};
}

class batch_normalization : public normalization {};

TEST_P(batch_normalization, forward) {
  for (const dims &shape : shapes(GetParam()))
    for (const norm_layout &l : some_layouts())
      for (const unsigned flags : flags_for(shape)) {
        SCOPED_TRACE(l.name);
        const dnnl::memory::desc md = l.of(shape, data_type::f32);
        const std::string own = by_channels(GetParam(), md);
        EXPECT_TRUE(is_of(check_forward(of(shape, flags), {md, md}), own));
        EXPECT_TRUE(is_of(check_forward(of(shape, flags), {md, md}, false), own));
      }
}

TEST_P(batch_normalization, backward) {
  for (const dims &shape : shapes(GetParam()))
    for (const norm_layout &l : some_layouts())
      for (const unsigned flags : flags_for(shape)) {
        SCOPED_TRACE(l.name);
        const dnnl::memory::desc md = l.of(shape, data_type::f32);
        const std::string own = by_channels(GetParam(), md);
        EXPECT_TRUE(is_of(check_backward(of(shape, flags), {md, md}), own));
        EXPECT_TRUE(is_of(check_backward(of(shape, flags), {md, md}, false), own));
      }
}

TEST_P(batch_normalization, types) {
  for (const data_type type : {data_type::bf16, data_type::f16})
    for (const norm_layout &l : some_layouts())
      for (const dims &shape : {dims{3, 19, 5, 7}, dims{1, 160, 14, 5}, dims{1, 2, 30, 41}})
        for (const unsigned flags : {scale | shift, relu}) {
          SCOPED_TRACE(l.name);
          const dnnl::memory::desc md = l.of(shape, type);
          const std::string own = by_channels(GetParam(), md);
          EXPECT_TRUE(is_of(check_forward(of(shape, flags), {md, md}), own));
          EXPECT_TRUE(is_of(check_backward(of(shape, flags), {md, md}), own));
        }
  // Vectors that go by four of them: 72 rows of several fours, and rows of which four are some.
  for (const data_type type : {data_type::bf16, data_type::s8})
    for (const norm_layout &l : some_layouts())
      for (const dims &shape : {dims{2, 19, 5, 7}, dims{1, 128, 9, 8}, dims{2, 32, 5, 7}})
        for (const unsigned flags : {global | scale, global | shift | relu}) {
          SCOPED_TRACE(l.name);
          const dnnl::memory::desc md = l.of(shape, type);
          const std::string own = by_channels(GetParam(), md);
          EXPECT_TRUE(is_of(check_forward(of(shape, flags), {md, md}, false), own));
        }
}

// More than caches hold: blocks go through both passes by themselves, and results past the caches.
// Once, with the best plugin: it takes a second.
TEST_P(batch_normalization, larger_than_caches) {
  static bool is_done = false;
  if (quick() || is_done) return;
  is_done = true;
  const norm_case large = of({1, 32, 270, 270}, scale | shift),
                  gradients = of({1, 32, 220, 220}, scale);
  const dnnl::memory::desc blocks = blocks_of_16.of(large.shape, data_type::f32);
  EXPECT_TRUE(is_of(check_forward(large, {blocks, blocks}), GetParam()));
  for (const norm_layout &l : {channels_last, blocks_of_16}) {
    const dnnl::memory::desc md = l.of(gradients.shape, data_type::f32);
    EXPECT_TRUE(is_of(check_backward(gradients, {md, md}), GetParam()));
  }
}

// diff_src_1 is the gradient that the ReLU lets pass.
TEST_P(batch_normalization, keeps_the_gradient_of_what_is_added) {
  const norm_case c = of({2, 19, 5, 7}, add_relu);
  for (const norm_layout &l : some_layouts()) {
    const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
    norm_inputs in = draw(c, {md, md}, 2);
    tensors inputs = backward_arguments(c, in);
    inputs[DNNL_ARG_WORKSPACE] =
        execute(forward_desc(engine_, c, {md, md}, true), stream_, forward_arguments(c, in))
            .at(DNNL_ARG_WORKSPACE);
    tensor expected = in.diff_dst;
    const tensor mask = forward(c, in, data_type::f32).mask;
    for (size_t i = 0; i < mask.values.size(); ++i) expected.values[i] *= mask.values[i];
    const tensors got = execute(backward_desc(engine_, c, {md, md}), stream_, inputs);
    EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC_1), expected));
  }
}

TEST_P(batch_normalization, takes_submemory) {
  const norm_case c = of({2, 19, 4, 7}, scale | shift);
  for (const format tag : {format::nchw, format::nhwc}) {
    const dnnl::memory::desc md = dnnl::memory::desc({3, 24, 4, 7}, data_type::f32, tag)
                                      .submemory_desc(c.shape, {1, 3, 0, 0});
    EXPECT_TRUE(is_of(check_forward(c, {md, md}), GetParam()));
    EXPECT_TRUE(is_of(check_backward(c, {md, md}), GetParam()));
  }
}

// A ReLU as post-op, with a slope in inference.
TEST_P(batch_normalization, post_op) {
  for (const float slope : {0.0f, 0.25f})
    for (const norm_layout &l : some_layouts()) {
      const norm_case c = of({2, 19, 5, 7}, scale | shift | global);
      const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
      dnnl::post_ops ops;
      ops.append_eltwise(dnnl::algorithm::eltwise_relu, slope, 0);
      dnnl::primitive_attr attr;
      attr.set_post_ops(ops);
      const norm_inputs in = draw(c, {md, md}, 1);
      norm_forward expected = forward(c, in, data_type::f32);
      for (double &y : expected.dst.values.values) y = y > 0 ? y : y * double(slope);
      const tensors got = execute(forward_desc(engine_, c, {md, md}, false, attr), stream_,
                                  forward_arguments(c, in));
      EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst.values, norm_tolerance,
                          expected.dst.magnitudes));
    }
}

// NaN and infinities stay in their channel.
TEST_P(batch_normalization, special_values_stay_in_their_channel) {
  const norm_case c = of({2, 19, 5, 7}, 0);
  for (const norm_layout &l : some_layouts()) {
    const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
    norm_inputs in = draw(c, {md, md}, 1);
    in.src.at({1, 3, 2, 2}) = std::numeric_limits<double>::quiet_NaN();
    in.src.at({0, 5, 1, 2}) = std::numeric_limits<double>::infinity();
    const tensors got =
        execute(forward_desc(engine_, c, {md, md}, true), stream_, forward_arguments(c, in));
    dims at(4, 0);
    do {
      const bool special = at[1] == 3 || at[1] == 5;
      EXPECT_EQ(std::isfinite(got.at(DNNL_ARG_DST).at(at)), !special) << text(at);
    } while (next_index(at, c.shape));
  }
}

TEST_P(batch_normalization, has_accurate_moments) {
  const norm_case c = of({3, 2, 30, 51}, 0);
  for (const norm_layout &l : some_layouts()) {
    const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
    expect_accurate_moments(engine_, c, {md, md});
  }
}

TEST_P(batch_normalization, nothing_to_do) {
  for (const dims &shape : {dims{0, 4, 3, 3}, dims{2, 4, 0, 3}}) {
    norm_case c = of(shape, dnnl_use_scale | dnnl_use_shift);
    const dnnl::memory::desc md = planes.of(shape, data_type::f32);
    check_forward(c, {md, md});
    check_backward(c, {md, md});
  }
}

// The last two: workers take blocks of channels of their own, evenly or not.
TEST_P(batch_normalization, has_the_same_bits_everywhere) {
  for (const norm_layout &l : some_layouts())
    for (const dims &shape : {dims{3, 37, 13, 11}, dims{2, 3, 70, 71}, dims{90, 40},
                              dims{2, 160, 7, 9}, dims{2, 264, 3, 3}}) {
      const dnnl::memory::desc md = l.of(shape, data_type::f32);
      check_bits(of(shape, scale | shift), {md, md});
    }
}

TEST(batch_normalization_oracle, gradients) {
  for (const unsigned flags : {0u, scale | shift, global | scale, scale | shift | relu})
    expect_gradients(of({2, 3, 2, 2}, flags));
}

// What oneDNN refuses.
TEST(batch_normalization_errors, wrong_arguments) {
  const dnnl::engine engine = engine_for();
  const auto status = [&](unsigned flags, const dnnl::memory::desc &src,
                          const dnnl::memory::desc &dst, dnnl_prop_kind_t prop) {
    dnnl_primitive_desc_t pd = nullptr;
    const dnnl_status_t s = dnnl_batch_normalization_forward_primitive_desc_create(
        &pd, engine.get(), prop, src.get(), dst.get(), 0.1f, flags, nullptr);
    dnnl_primitive_desc_destroy(pd);
    return s;
  };
  const dims shape = {2, 3, 4, 5};
  const dnnl::memory::desc md(shape, data_type::f32, format::nchw);
  const dnnl::memory::desc last(shape, data_type::f32, format::nhwc);
  const dnnl::memory::desc any(shape, data_type::f32, format::any);
  EXPECT_EQ(status(0, md, any, dnnl_forward_training), dnnl_success);
  EXPECT_EQ(status(0, any, md, dnnl_forward_training), dnnl_invalid_arguments);
  EXPECT_EQ(status(0, md, last, dnnl_forward_training), dnnl_unimplemented);
  EXPECT_EQ(status(dnnl_rms_norm, md, md, dnnl_forward_training), dnnl_invalid_arguments);
  EXPECT_EQ(status(0, md, md, dnnl_backward), dnnl_invalid_arguments);
  const dnnl::memory::desc s8(shape, data_type::s8, format::nhwc);
  EXPECT_EQ(status(0, s8, s8, dnnl_forward_inference), dnnl_unimplemented);
  EXPECT_EQ(status(global, s8, s8, dnnl_forward_inference), dnnl_success);
  const dnnl::memory::desc f64(shape, data_type::f64, format::nchw);
  EXPECT_EQ(status(0, f64, f64, dnnl_forward_inference), dnnl_unimplemented);
  dnnl_primitive_desc_t pd = nullptr;  // a fused ReLU needs its hint
  EXPECT_EQ(dnnl_batch_normalization_backward_primitive_desc_create(
                &pd, engine.get(), dnnl_backward, md.get(), md.get(), md.get(), 0.1f, relu, nullptr,
                nullptr),
            dnnl_unimplemented);
}

// What lies as src has its gaps too, and its first offset: so both lie alike, as they must.
TEST(batch_normalization_queries, open_layouts_have_the_gaps_of_src) {
  const dnnl::engine engine = engine_for();
  const dnnl::memory::desc whole({3, 10, 6}, data_type::f32, format::abc),
      part = whole.submemory_desc({2, 8, 4}, {1, 1, 1}),
      open({2, 8, 4}, data_type::f32, format::any);
  const dnnl::batch_normalization_forward::primitive_desc forward(
      engine, dnnl::prop_kind::forward_training, part, open, 0.1f, {});
  EXPECT_EQ(forward.dst_desc(), part);
  const dnnl::batch_normalization_backward::primitive_desc backward(
      engine, dnnl::prop_kind::backward_data, part, open, part, 0.1f, {}, forward);
  EXPECT_EQ(backward.diff_dst_desc(), part);
}

// As in oneDNN, the descriptor of scale and shift answers for both where there is one of them.
TEST(batch_normalization_queries, parameters) {
  const dnnl::engine engine = engine_for();
  const norm_case c = of({2, 3, 4, 5}, shift);
  const dnnl::memory::desc md = planes.of(c.shape, data_type::f32);
  const norm_pd pd = forward_desc(engine, c, {md, md}, true);
  float epsilon = 0;
  unsigned flags = 0;
  EXPECT_EQ(dnnl_primitive_desc_query(pd.get(), dnnl_query_epsilon_f32, 0, &epsilon), dnnl_success);
  EXPECT_EQ(dnnl_primitive_desc_query(pd.get(), dnnl_query_flags, 0, &flags), dnnl_success);
  EXPECT_EQ(epsilon, c.epsilon);
  EXPECT_EQ(flags, shift);
  for (const int index : {0, 1})
    EXPECT_EQ(pd.query_md(dnnl::query::weights_md, index).get_dims(), dims{3});
  EXPECT_EQ(dnnl_primitive_desc_query_s32(pd.get(), dnnl_query_num_of_inputs_s32, 0), 2);
  EXPECT_EQ(dnnl_primitive_desc_query_s32(pd.get(), dnnl_query_num_of_outputs_s32, 0), 3);
}

INSTANTIATE_TEST_SUITE_P(plugins, batch_normalization,
                         testing::ValuesIn(plugins_with(batch_normalization_forward_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
