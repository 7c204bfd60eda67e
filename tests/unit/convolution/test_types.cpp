// SPDX-License-Identifier: Apache-2.0
// Convolution in every combination of types, in every layout, on every implementation.
#include "tests/support/compare.h"
#include "tests/unit/convolution/settings.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

const std::vector<convolution_types> integer_types = {
    {dt::u8, dt::s8, dt::f32, dt::u8},    {dt::s8, dt::s8, dt::f32, dt::s8},
    {dt::u8, dt::s8, dt::s32, dt::s32},   {dt::s8, dt::s8, dt::undef, dt::s32},
    {dt::u8, dt::s8, dt::undef, dt::f32}, {dt::s8, dt::s8, dt::bf16, dt::bf16},
    {dt::u8, dt::s8, dt::f16, dt::f16},   {dt::s8, dt::s8, dt::s8, dt::u8},
    {dt::u8, dt::s8, dt::u8, dt::s8},
};
const std::vector<convolution_types> float_types = {
    {dt::bf16, dt::bf16, dt::f32, dt::bf16},
    {dt::bf16, dt::bf16, dt::bf16, dt::f32},
    {dt::bf16, dt::bf16, dt::undef, dt::bf16},
    {dt::f16, dt::f16, dt::f16, dt::f16},
    {dt::f16, dt::f16, dt::f32, dt::f32},
    {dt::f16, dt::f16, dt::undef, dt::s8},
    {dt::f32, dt::f32, dt::f32, dt::u8},
    {dt::f64, dt::f64, dt::f64, dt::f64},
    {dt::f8_e5m2, dt::f8_e4m3, dt::f32, dt::f32},
    {dt::f8_e4m3, dt::f8_e4m3, dt::f32, dt::f8_e5m2},
    {dt::f8_e5m2, dt::f8_e5m2, dt::bf16, dt::f8_e4m3},
    {dt::f32, dt::bf16, dt::f32, dt::f32},
    {dt::f32, dt::f16, dt::undef, dt::f32},
    {dt::f32, dt::bf16, dt::undef, dt::s8},
};

class convolution_types_test : public testing::TestWithParam<std::string> {
 protected:
  // All shapes, types and layouts with one setting. Only the reference must take everything.
  void check_all(const std::vector<convolution_types> &types, const setting &s, bool full_range,
                 const std::vector<convolution_case> &cases = typed_cases(),
                 const std::vector<convolution_layouts> &layouts = {any_layouts, channels_last,
                                                                    channels_first, blocked}) {
    uint64_t seed = 1000;
    for (const convolution_case &c : cases)
      for (const convolution_types &t : types) {
        prepared p(engine_, c, t, s, seed += 100, full_range);
        for (const convolution_layouts &l : layouts) {
          SCOPED_TRACE(c.name() + " " + text(t) + " " + l.name + " " + s.name);
          for_each_implementation([&] { return p.desc(l); }, GetParam() + ":",
                                  [&](auto &pd) { EXPECT_TRUE(p.check(pd, stream_)); });
          if (HasFailure()) return;
        }
      }
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(convolution_types_test, integers) {
  check_all(integer_types, {"plain"}, false);
}

// Tiles of whole vectors, which make bytes themselves.
TEST_P(convolution_types_test, bytes_in_tiles) {
  const std::vector<convolution_case> wide = {
      {1, 1, 6, 64, {4, 19}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, false},
      // Of vectors of 16 and 32 bytes, the last three end early.
      {1, 1, 6, 26, {4, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, false},
      {1, 1, 6, 54, {4, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, false}};
  for (const setting &s : convolution_settings())
    check_all({{dt::u8, dt::s8, dt::f32, dt::u8},
               {dt::s8, dt::s8, dt::undef, dt::s8},
               {dt::u8, dt::s8, dt::f32, dt::f32}},
              s, false, wide);
}

// Scales that take sums beyond s32: the largest byte, or the least, is left, by all channels of a
// tile and by what is left of them.
TEST_P(convolution_types_test, bytes_of_numbers_beyond_s32) {
  using dnnl::memory;
  constexpr memory::dim channels = 80, width = 9;
  const auto run = [&](bool is_depthwise, data_type dst_type) {
    const memory::dims weights_dims =
        is_depthwise ? memory::dims{channels, 1, 1, 1, 1} : memory::dims{channels, channels, 1, 1};
    const auto weights_tag = is_depthwise ? memory::format_tag::goihw : memory::format_tag::oihw;
    const memory::desc src_md({1, channels, 1, width}, data_type::u8, memory::format_tag::nhwc);
    const memory::desc weights_md(weights_dims, data_type::s8, weights_tag);
    const memory::desc dst_md({1, channels, 1, width}, dst_type, memory::format_tag::nhwc);
    dnnl::primitive_attr attr;
    attr.set_scales_mask(DNNL_ARG_WEIGHTS, 0);
    const dnnl::convolution_forward::primitive_desc pd(
        engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, src_md,
        weights_md, dst_md, {1, 1}, {0, 0}, {0, 0}, attr);
    std::vector<uint8_t> src(channels * width, 200), dst(channels * width, 1);
    std::vector<int8_t> weights(weights_md.get_size());
    const size_t of_output = weights.size() / channels;
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = i / of_output % 2 ? -100 : 100;
    float scale = 1e6f;
    dnnl::convolution_forward(pd).execute(
        stream_, {{DNNL_ARG_SRC, memory(src_md, engine_, src.data())},
                  {DNNL_ARG_WEIGHTS, memory(weights_md, engine_, weights.data())},
                  {DNNL_ARG_DST, memory(dst_md, engine_, dst.data())},
                  {DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS,
                   memory({{1}, data_type::f32, memory::format_tag::a}, engine_, &scale)}});
    const uint8_t least = dst_type == data_type::s8 ? 0x80 : 0;
    for (size_t i = 0; i < dst.size(); ++i)
      ASSERT_EQ(dst[i], i % channels % 2 ? least : uint8_t(least + 255)) << pd.impl_info_str() << i;
  };
  for (const data_type dst : {data_type::u8, data_type::s8})
    for (const bool is_depthwise : {false, true}) run(is_depthwise, dst);
}

// More outputs in a row of a depthwise convolution than are rounded together.
TEST_P(convolution_types_test, long_rows) {
  check_all({{dt::u8, dt::s8, dt::f32, dt::u8}, {dt::bf16, dt::bf16, dt::f32, dt::bf16}}, {"plain"},
            false, {{1, 272, 272, 272, {3, 35}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, true}});
}

// Depthwise: blocks of channels that are vectors, an odd number of them, one, and a last one that
// is not full.
std::vector<convolution_case> cases_in_blocks() {
  return {{2, 48, 48, 48, {5, 19}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, true},
          {1, 32, 32, 32, {6, 17}, {3, 3}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, true},
          {1, 80, 80, 80, {6, 9}, {5, 5}, {1, 1}, {0, 0}, {2, 2}, {2, 2}, true},
          {1, 48, 48, 48, {6, 11}, {3, 3}, {1, 1}, {1, 1}, {2, 2}, {2, 2}, true},
          {1, 16, 16, 16, {6, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, true},
          {1, 40, 40, 40, {6, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, true}};
}

TEST_P(convolution_types_test, blocks_of_channels) {
  setting relu = {"relu"};
  relu.posts = {{post::relu}};
  check_all({{dt::bf16, dt::bf16, dt::f32, dt::bf16}}, relu, false, cases_in_blocks(),
            {blocked_by_16});
  check_all({{dt::f32, dt::f32, dt::f32, dt::f32},
             {dt::bf16, dt::bf16, dt::f32, dt::bf16},
             {dt::bf16, dt::bf16, dt::undef, dt::f32},
             {dt::u8, dt::s8, dt::f32, dt::u8}},
            {"plain"}, false, cases_in_blocks(), {blocked, blocked_by_16});
}

// Tiles write their vectors to blocks: of one panel and of several, of groups, and of sums so long
// that they are set down and gone on with.
std::vector<convolution_case> cases_written_in_blocks() {
  return {{1, 1, 32, 48, {5, 7}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false},
          {1, 1, 48, 176, {4, 6}, {3, 3}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, false},
          {2, 2, 64, 96, {4, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, true},
          {1, 1, 3200, 32, {1, 5}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false},
          {1, 1, 32, 3200, {1, 5}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false}};
}

TEST_P(convolution_types_test, written_in_blocks) {
  check_all({{dt::f32, dt::f32, dt::f32, dt::f32},
             {dt::bf16, dt::bf16, dt::f32, dt::bf16},
             {dt::bf16, dt::bf16, dt::undef, dt::f32}},
            {"plain"}, false, cases_written_in_blocks(), {blocked, blocked_by_16});
}

// Products of the largest numbers: pairs of them do not fit into 16 bits.
TEST_P(convolution_types_test, largest_integers) {
  check_all({{dt::u8, dt::s8, dt::undef, dt::s32}, {dt::s8, dt::s8, dt::undef, dt::s32}}, {"plain"},
            true);
}

TEST_P(convolution_types_test, floats) {
  check_all(float_types, {"plain"}, false);
}

TEST_P(convolution_types_test, sums_of_any_type) {
  setting any_type = {"any accumulation"};
  any_type.sums_of_any_type = true;
  check_all({{dt::f16, dt::f16, dt::f32, dt::f16}, {dt::f16, dt::f16, dt::undef, dt::f32}},
            any_type, false);
}

// Backward: the gradients of small whole numbers are exact as well.
template <class Desc, class Run>
void check_backward(const convolution_case &c, const convolution_types &t,
                    const std::vector<convolution_layouts> &layouts, const Desc &desc,
                    const Run &run) {
  for (const convolution_layouts &l : layouts) {
    SCOPED_TRACE(c.name() + " " + text(t) + " " + l.name);
    const size_t i = c.src.size() - 1;
    convolution_descs d = {
        {c.src_dims(), t.src, l.data[i]},
        {c.weights_dims(), t.weights, c.has_groups ? l.grouped[i] : l.weights[i]},
        {},
        {c.dst_dims(), t.dst, l.data[i]}};
    if (t.bias != dt::undef) d.bias = {{c.oc}, t.bias, format::a};
    desc(d, run);
  }
}

convolution_tensors small_inputs(const convolution_case &c, const convolution_types &t,
                                 uint64_t seed) {
  return {random_tensor(c.src_dims(), t.src, seed, {-4, 4, 8}),
          random_tensor(c.weights_dims(), t.weights, seed + 1, {-4, 4, 8}),
          {},
          random_tensor(c.dst_dims(), t.dst, seed + 2, {-4, 4, 8})};
}

const std::vector<convolution_layouts> all_layouts = {any_layouts, channels_last, channels_first,
                                                      blocked, blocked_by_16};

TEST_P(convolution_types_test, backward_data) {
  uint64_t seed = 1;
  std::vector<convolution_case> cases = typed_cases();
  for (const convolution_case &c : cases_in_blocks()) cases.push_back(c);
  for (const convolution_case &c : cases_written_in_blocks()) cases.push_back(c);
  for (const convolution_case &c : cases)
    for (const convolution_types &t : {convolution_types{dt::bf16, dt::bf16, dt::undef, dt::bf16},
                                       {dt::f32, dt::bf16, dt::undef, dt::bf16},
                                       {dt::f16, dt::f16, dt::undef, dt::f16},
                                       {dt::f32, dt::f16, dt::undef, dt::f16},
                                       {dt::f32, dt::bf16, dt::undef, dt::f32},
                                       {dt::f32, dt::f16, dt::undef, dt::f32},
                                       {dt::s8, dt::f32, dt::undef, dt::f32},
                                       {dt::u8, dt::bf16, dt::undef, dt::bf16},
                                       {dt::f32, dt::f8_e4m3, dt::undef, dt::f8_e5m2},
                                       {dt::f64, dt::f64, dt::undef, dt::f64}}) {
      const convolution_tensors inputs = small_inputs(c, t, seed += 10);
      tensor expected = backward_data(c, inputs).values;
      expected.type = t.src;
      check_backward(
          c, t, all_layouts,
          [&](const convolution_descs &d, auto &run) {
            convolution_descs hint = d;
            hint.src = dnnl::memory::desc(c.src_dims(), t.dst, format::any);
            const auto create = [&] {
              return dnnl::convolution_backward_data::primitive_desc(
                  engine_, dnnl::algorithm::convolution_direct, d.src, d.weights, d.dst, c.strides,
                  c.dilates, c.left, c.right, forward_desc(engine_, c, hint));
            };
            for_each_implementation(create, GetParam() + ":", run);
          },
          [&](auto &pd) {
            placed dst(pd.diff_dst_desc(), engine_, inputs.dst, 4);
            placed weights(pd.weights_desc(), engine_, inputs.weights),
                src(pd.diff_src_desc(), engine_);
            dnnl::convolution_backward_data(pd).execute(
                stream_,
                {{DNNL_ARG_DIFF_DST, dst}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DIFF_SRC, src}});
            EXPECT_TRUE(matches(src, expected));
          });
      if (HasFailure()) return;
    }
}

TEST_P(convolution_types_test, backward_weights) {
  uint64_t seed = 1;
  for (const convolution_case &c : typed_cases())
    for (const convolution_types &t : {convolution_types{dt::bf16, dt::f32, dt::f32, dt::bf16},
                                       {dt::bf16, dt::bf16, dt::bf16, dt::bf16},
                                       {dt::bf16, dt::bf16, dt::undef, dt::bf16},
                                       {dt::f16, dt::f16, dt::f16, dt::f16},
                                       {dt::f16, dt::f32, dt::f32, dt::f16},
                                       {dt::f8_e4m3, dt::f32, dt::f32, dt::f8_e5m2},
                                       {dt::f8_e5m2, dt::f8_e5m2, dt::undef, dt::f8_e5m2},
                                       {dt::f64, dt::f64, dt::f64, dt::f64}}) {
      const convolution_tensors inputs = small_inputs(c, t, seed += 10);
      tensor expected = backward_weights(c, inputs).values,
             expected_bias = backward_bias(c, inputs).values;
      expected.type = t.weights;
      expected_bias.type = t.bias;
      check_backward(
          c, t, all_layouts,
          [&](const convolution_descs &d, auto &run) {
            convolution_descs hint = d;
            hint.weights = dnnl::memory::desc(c.weights_dims(), t.src, format::any);
            const auto create = [&] {
              return dnnl::convolution_backward_weights::primitive_desc(
                  engine_, dnnl::algorithm::convolution_direct, d.src, d.weights, d.bias, d.dst,
                  c.strides, c.dilates, c.left, c.right, forward_desc(engine_, c, hint));
            };
            for_each_implementation(create, GetParam() + ":", run);
          },
          [&](auto &pd) {
            placed src(pd.src_desc(), engine_, inputs.src, 4),
                dst(pd.diff_dst_desc(), engine_, inputs.dst);
            placed weights(pd.diff_weights_desc(), engine_);
            std::unordered_map<int, dnnl::memory> arguments = {
                {DNNL_ARG_SRC, src}, {DNNL_ARG_DIFF_DST, dst}, {DNNL_ARG_DIFF_WEIGHTS, weights}};
            std::unique_ptr<placed> bias;
            if (t.bias != dt::undef) {
              bias = std::make_unique<placed>(pd.diff_bias_desc(), engine_);
              arguments[DNNL_ARG_DIFF_BIAS] = *bias;
            }
            dnnl::convolution_backward_weights(pd).execute(stream_, arguments);
            EXPECT_TRUE(matches(weights, expected));
            if (bias) {
              EXPECT_TRUE(matches(*bias, expected_bias));
            }
          });
      if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_types_test, testing::ValuesIn(usable_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
