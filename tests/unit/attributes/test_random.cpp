// SPDX-License-Identifier: Apache-2.0
// Dropout and stochastic rounding: the generator, and what they make of a result.
#include <cmath>

#include "tests/support/compare.h"
#include "tests/support/philox.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {
namespace {

using dt = data_type;
using tag = dnnl::memory::format_tag;
using arguments = std::unordered_map<int, dnnl::memory>;

TEST(philox, known_answer) {
  uint32_t counter[4] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344};
  philox_block(counter, 0xa4093822, 0x299f31d0);
  const uint32_t expected[] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(counter[i], expected[i]);
}

// Numbers that oneDNN 3.12.1 was seen to draw: without an offset for four neighbours at a time.
TEST(philox, draws_what_onednn_draws) {
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(philox_drawn(i, 1234, 0), 0x65b48409u);
    EXPECT_EQ(philox_drawn(4 + i, 1234, 0), 0xb2e18306u);
    EXPECT_EQ(philox_drawn(i, 5000000000, 0), 0xb806b7abu);
  }
  EXPECT_NEAR(philox_drawn(0, 1234, 8), 0x8b64c000p0, 0x2000p0);
  EXPECT_NEAR(philox_drawn(1, 1234, 8), 0x35f5d000p0, 0x2000p0);
}

// An identity: 1x1 with one channel and weight 1.
struct identity {
  int64_t points;
  data_type type;
  dnnl::engine engine = engine_for();
  dnnl::stream stream{engine};

  tensor run(const tensor &x, const dnnl::primitive_attr &attr, const arguments &more) {
    const dnnl::memory::desc md({1, 1, points}, type, tag::abc), one({1, 1, 1}, type, tag::abc);
    const dnnl::memory::desc f32({1, 1, points}, dt::f32, tag::abc),
        weight({1, 1, 1}, dt::f32, tag::abc);
    const dnnl::convolution_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_training,
                                                       dnnl::algorithm::convolution_direct, f32,
                                                       weight, md, {1}, {0}, {0}, attr);
    placed src(f32, engine, x), weights(weight, engine, tensor({1, 1, 1}, dt::f32, 1)),
        dst(md, engine);
    arguments all = {{DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, dst}};
    for (const auto &entry : more) all.insert(entry);
    dnnl::convolution_forward(pd).execute(stream, all);
    EXPECT_EQ(dst.damage(), "");
    return dst.read();
  }
};

template <class T>
dnnl::memory value(const dnnl::engine &engine, data_type type, T x, bool on_host) {
  if (on_host) return dnnl::memory(dnnl::memory::desc::host_scalar(type), x);
  dnnl::memory m({{1}, type, tag::a}, engine);
  *static_cast<T *>(m.get_data_handle()) = x;
  return m;
}

struct dropout_case {
  data_type seed_type;
  int64_t seed;
  bool uses_offset;
  int64_t offset;
};

void check_dropout(const dropout_case &c, bool on_host, bool with_mask) {
  identity f = {1003, dt::f32};
  const tensor x = random_tensor({1, 1, f.points}, dt::f32, 3, {1, 2, 64});
  const dnnl::memory::desc mask_md({1, 1, f.points}, dt::u8, tag::abc);
  const float p = 0.25f;
  dnnl::primitive_attr attr;
  attr.set_dropout(with_mask ? mask_md : dnnl::memory::desc(), c.seed_type, c.uses_offset, on_host);
  dnnl::post_ops ops;
  ops.append_eltwise(dnnl::algorithm::eltwise_linear, 1, 1);  // dropout comes before it
  attr.set_post_ops(ops);
  placed mask(mask_md, f.engine);
  arguments more = {{DNNL_ARG_ATTR_DROPOUT_PROBABILITY, value(f.engine, dt::f32, p, on_host)},
                    {DNNL_ARG_ATTR_DROPOUT_SEED,
                     c.seed_type == dt::s64 ? value(f.engine, dt::s64, c.seed, on_host)
                                            : value(f.engine, dt::s32, int32_t(c.seed), on_host)}};
  if (c.uses_offset)
    more[DNNL_ARG_ATTR_DROPOUT_OFFSET] = value(f.engine, dt::s64, c.offset, on_host);
  if (with_mask) more[DNNL_ARG_ATTR_DROPOUT_MASK] = mask;
  const tensor y = f.run(x, attr, more);
  sums expected(x.shape, dt::f32);
  tensor kept(x.shape, dt::u8);
  for (size_t i = 0; i < x.values.size(); ++i) {
    kept.values[i] = philox_drawn(uint32_t(i), c.seed, c.offset) > 4294967295. * double(p);
    expected.add(i, 1);
    expected.add(i, kept.values[i] != 0 ? x.values[i] / (1 - double(p)) : 0);
  }
  EXPECT_TRUE(matches(y, expected));
  if (with_mask) {
    EXPECT_TRUE(matches(mask, kept));
  }
}

TEST(dropout, follows_the_generator) {
  const dropout_case cases[] = {
      {dt::s32, 12345, false, 0}, {dt::s32, -3, true, 0},
      {dt::s32, -77, true, 5},    {dt::s64, 0x123456789abcdef, false, 0},
      {dt::s64, -3, true, 0},     {dt::s64, 0x123456789abcdef, true, 77},
      {dt::s64, 7, true, -7},
  };
  for (const dropout_case &c : cases)
    for (const bool on_host : {false, true})
      for (const bool with_mask : {false, true}) {
        SCOPED_TRACE(testing::Message() << name_of(c.seed_type) << " seed " << c.seed << " offset "
                                        << c.offset << on_host << with_mask);
        check_dropout(c, on_host, with_mask);
      }
}

// A mask of open layout is laid out as dst, and its padding is zero like dst's.
TEST(dropout, of_eltwise_with_a_mask) {
  const dnnl::engine engine = engine_for();
  dnnl::stream stream(engine);
  const dims shape = {2, 20, 3, 2};
  const tensor x = random_tensor(shape, dt::f32, 4, {1, 2, 64});
  for (const tag layout : {tag::nchw, tag::nhwc, tag::nChw16c}) {
    const dnnl::memory::desc md(shape, dt::f32, layout);
    dnnl::primitive_attr attr;
    attr.set_dropout({shape, dt::u8, tag::any});
    const dnnl::eltwise_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_training,
                                                   dnnl::algorithm::eltwise_linear, md, md, 2, 0,
                                                   attr);
    const auto mask_md = pd.query_md(dnnl::query::exec_arg_md, DNNL_ARG_ATTR_DROPOUT_MASK);
    ASSERT_EQ(mask_md, dnnl::memory::desc(shape, dt::u8, layout));
    placed src(md, engine, x), dst(md, engine), mask(mask_md, engine);
    dnnl::eltwise_forward(pd).execute(
        stream, {{DNNL_ARG_SRC, src},
                 {DNNL_ARG_DST, dst},
                 {DNNL_ARG_ATTR_DROPOUT_MASK, mask},
                 {DNNL_ARG_ATTR_DROPOUT_PROBABILITY, value(engine, dt::f32, 0.5f, false)},
                 {DNNL_ARG_ATTR_DROPOUT_SEED, value(engine, dt::s32, int32_t(99), false)}});
    EXPECT_EQ(dst.damage(), "");
    EXPECT_EQ(mask.damage(), "");
    const tensor kept = mask.read(), y = dst.read();
    dims index(4, 0);
    do {
      const double k =
          philox_drawn(uint32_t(dnnlet::test::layout(md).offset(index)), 99, 0) > 0x1p31;
      EXPECT_EQ(kept.at(index), k) << text(index);
      EXPECT_EQ(y.at(index), k != 0 ? 4 * x.at(index) : 0) << text(index);
    } while (next_index(index, shape));
  }
}

TEST(dropout, is_off_without_a_descriptor) {
  dnnl::primitive_attr attr;
  attr.set_dropout(dnnl::memory::desc());
  ASSERT_EQ(dnnl_primitive_attr_set_dropout(attr.get(), nullptr), dnnl_success);
  identity f = {16, dt::f32};
  const tensor x({1, 1, 16}, dt::f32, 1);
  EXPECT_TRUE(same_values(f.run(x, attr, {}), x));
}

TEST(dropout, lacks_its_arguments) {
  identity f = {8, dt::f32};
  const tensor x({1, 1, 8}, dt::f32, 1);
  dnnl::primitive_attr attr;
  attr.set_dropout(dnnl::memory::desc(), dt::s64, true, false);
  const auto p = value(f.engine, dt::f32, 0.5f, false);
  const auto seed = value(f.engine, dt::s64, int64_t(1), false);
  const auto offset = value(f.engine, dt::s64, int64_t(1), false);
  const auto wrong = value(f.engine, dt::s32, int32_t(1), false);
  constexpr int p_arg = DNNL_ARG_ATTR_DROPOUT_PROBABILITY, seed_arg = DNNL_ARG_ATTR_DROPOUT_SEED,
                offset_arg = DNNL_ARG_ATTR_DROPOUT_OFFSET;
  EXPECT_NO_THROW(f.run(x, attr, {{p_arg, p}, {seed_arg, seed}, {offset_arg, offset}}));
  EXPECT_THROW(f.run(x, attr, {{p_arg, p}, {seed_arg, seed}}), dnnl::error);
  EXPECT_THROW(f.run(x, attr, {{p_arg, p}, {offset_arg, offset}}), dnnl::error);
  EXPECT_THROW(f.run(x, attr, {{seed_arg, seed}, {offset_arg, offset}}), dnnl::error);
  EXPECT_THROW(f.run(x, attr, {{p_arg, p}, {seed_arg, wrong}, {offset_arg, offset}}), dnnl::error);
}

// Every result is one of the two neighbours of the number, and the mean is the number.
TEST(stochastic_rounding, is_unbiased) {
  for (const dt type : {dt::bf16, dt::f16, dt::f8_e5m2}) {
    SCOPED_TRACE(name_of(type));
    identity f = {20000, type};
    dnnl::primitive_attr attr;
    attr.set_rounding_mode(DNNL_ARG_DST, dnnl::rounding_mode::stochastic);
    const double low = 1.5, step = ulp(type, low), x = rounded(dt::f32, low + 0.3 * step);
    const tensor y = f.run(tensor({1, 1, f.points}, dt::f32, x), attr,
                           {{DNNL_ARG_ATTR_ROUNDING_SEED, value(f.engine, dt::s32, 7, false)}});
    double mean = 0;
    for (const double v : y.values) {
      ASSERT_TRUE(v == low || v == low + step) << v;
      mean += v / double(f.points);
    }
    EXPECT_NEAR(mean, x, 0.02 * step);
  }
}

}  // namespace
}  // namespace dnnlet::test
