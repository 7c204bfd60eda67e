// SPDX-License-Identifier: Apache-2.0
// Every implementation of reorder between layouts and types, against the definition of layouts.
#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/unit/reorder/layouts.h"

namespace dnnlet::test {
namespace {

using tag = dnnl::memory::format_tag;

const std::vector<data_type> types = {data_type::f32, data_type::bf16,    data_type::f16,
                                      data_type::s8,  data_type::u8,      data_type::s32,
                                      data_type::f64, data_type::s64,     data_type::s4,
                                      data_type::u4,  data_type::f8_e5m2, data_type::f8_e4m3};

// Values that the type holds exactly, and that need rounding and saturation on the way to others.
fill values_of(data_type type) {
  switch (type) {
    case data_type::s8: return {-128, 127, 255};
    case data_type::u8: return {0, 255, 255};
    case data_type::s4: return {-8, 7, 15};
    case data_type::u4: return {0, 15, 15};
    case data_type::s32:
    case data_type::s64: return {-1000, 1000, 2000};
    default: return {-300, 300, 4800};
  }
}

tensor converted(const tensor &src, data_type type) {
  tensor result = src;
  result.type = type;
  for (double &x : result.values) x = rounded(type, x);
  return result;
}

void check_all(const described &from, const described &to, uint64_t seed) {
  const dims shape = from.md.get_dims();
  const data_type type = from.md.get_data_type();
  SCOPED_TRACE(text(shape) + " " + name_of(type) + " " + from.name + " -> " +
               name_of(to.md.get_data_type()) + " " + to.name + ", seed " + std::to_string(seed));
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const tensor src = random_tensor(shape, type, seed, values_of(type));
  const tensor expected = converted(src, to.md.get_data_type());
  const int found = for_each_implementation(
      [&] { return dnnl::reorder::primitive_desc(engine, from.md, engine, to.md); }, "",
      [&](const dnnl::reorder::primitive_desc &pd) {
        check_reorder(pd, stream, from.md, src, to.md, expected);
      });
  EXPECT_GE(found, 1);
}

TEST(reorder, random_layouts_of_one_type) {
  for (uint64_t i = 0; i < (quick() ? 20u : 300u); ++i) {
    const uint64_t seed = run_seed() + i;
    dice d(seed);
    const dims shape = random_shape(20000, d);
    const data_type type = d.one_of(types);
    const described from = random_layout(shape, type, d), to = random_layout(shape, type, d);
    check_all(from, to, seed);
    if (HasFailure()) return;
  }
}

TEST(reorder, random_layouts_and_types) {
  for (uint64_t i = 0; i < (quick() ? 20u : 200u); ++i) {
    const uint64_t seed = run_seed() + 1000 + i;
    dice d(seed);
    const dims shape = random_shape(8000, d);
    const described from = random_layout(shape, d.one_of(types), d);
    const described to = random_layout(shape, d.one_of(types), d);
    check_all(from, to, seed);
    if (HasFailure()) return;
  }
}

// Larger than tiles and items of work, and the layouts that matter most.
TEST(reorder, layouts_that_matter) {
  struct pair {
    dims shape;
    tag from, to;
  };
  const std::vector<pair> pairs = {{{1, 64, 56, 57}, tag::nchw, tag::nhwc},
                                   {{2, 64, 33, 31}, tag::nhwc, tag::nchw},
                                   {{2, 3, 65, 67}, tag::nchw, tag::nhwc},
                                   {{2, 3, 65, 67}, tag::nhwc, tag::nchw},
                                   {{2, 2, 65, 67}, tag::nhwc, tag::nchw},
                                   {{2, 4, 65, 67}, tag::nhwc, tag::nchw},
                                   {{1, 4, 65, 67}, tag::nchw, tag::nhwc},
                                   {{2, 70, 21, 22}, tag::nchw, tag::nChw16c},
                                   {{2, 70, 21, 22}, tag::nChw16c, tag::nchw},
                                   {{2, 70, 21, 22}, tag::nChw8c, tag::nChw16c},
                                   {{2, 41, 21, 22}, tag::nchw, tag::nChw8c},
                                   {{2, 41, 21, 22}, tag::nChw8c, tag::nchw},
                                   {{2, 35, 21, 22}, tag::nhwc, tag::nChw8c},
                                   {{2, 3, 41, 42}, tag::nhwc, tag::nChw16c},
                                   {{130, 70, 3, 3}, tag::oihw, tag::hwio},
                                   {{130, 70, 3, 3}, tag::hwio, tag::oihw},
                                   {{96, 70, 3, 3}, tag::oihw, tag::OIhw16i16o},
                                   {{100, 70, 3, 3}, tag::oihw, tag::Ohwi48o},
                                   {{100, 70, 1, 1}, tag::oihw, tag::Ohwi48o},
                                   {{100, 70, 3, 3}, tag::hwio, tag::Ohwi16o},
                                   {{64, 70, 3, 3}, tag::oihw, tag::OIhw4i16o4i},
                                   {{64, 70, 3, 3}, tag::hwio, tag::OIhw4i16o4i},
                                   {{64, 70, 1, 1}, tag::oihw, tag::OIhw4i16o4i},
                                   {{64, 70, 3, 3}, tag::hwio, tag::OIhw8i16o2i},
                                   {{64, 70, 1, 1}, tag::oihw, tag::OIhw8i16o2i},
                                   {{40, 70, 3, 3}, tag::OIhw8i16o2i, tag::hwio},
                                   {{301, 257}, tag::ab, tag::ba},
                                   {{100003}, tag::a, tag::a},
                                   {{9, 16, 14, 14}, tag::nchw, tag::chwn}};
  const std::vector<data_type> some = {data_type::f32, data_type::bf16, data_type::u8};
  uint64_t seed = 5000;
  for (const pair &p : pairs)
    for (const data_type from : some)
      for (const data_type to : some) {
        if (is_drawn(++seed, from == to ? 3 : 9))
          check_all({"", {p.shape, from, p.from}}, {"", {p.shape, to, p.to}}, seed);
      }
}

// Images in blocks, whose channels are too few for vectors; and channels that are left over behind
// whole blocks.
TEST(reorder, few_channels) {
  const tag tags[] = {tag::nchw, tag::nhwc, tag::nChw8c, tag::nChw16c};
  for (const dims &shape :
       {dims{2, 3, 5, 7}, dims{1, 3, 33, 41}, dims{2, 1, 9, 9}, dims{1, 29, 3, 2}})
    for (const data_type type : {data_type::f32, data_type::bf16, data_type::u8})
      for (const tag from : tags)
        for (const tag to : tags)
          if (from != to) check_all({"", {shape, type, from}}, {"", {shape, type, to}}, 6000);
}

// Halves of longer blocks, of which f32 become other types, and others f32.
TEST(reorder, blocks_of_eight) {
  const dims shape = {2, 41, 5, 7};
  for (const data_type type : {data_type::f32, data_type::bf16, data_type::f16, data_type::s32,
                               data_type::s8, data_type::u8})
    for (const bool to_f32 : {false, true})
      check_all({"", {shape, to_f32 ? type : data_type::f32, tag::nChw8c}},
                {"", {shape, to_f32 ? data_type::f32 : type, tag::nChw16c}}, 6200);
}

// Weights whose pairs of channels become neighbours; the last one may be half of a pair, or more
// than that may be padding.
TEST(reorder, weights_in_pairs) {
  const tag plain[] = {tag::oihw, tag::hwio, tag::iohw};
  for (const dims &shape : {dims{48, 3, 7, 5}, dims{96, 6, 2, 2}, dims{48, 1, 5, 1},
                            dims{50, 7, 3, 3}, dims{48, 15, 3, 1}, dims{96, 33, 3, 3}})
    for (const tag from : plain)
      for (const tag to : {tag::AcdB48a2b, tag::OIhw8i16o2i})
        check_all({"", {shape, data_type::f32, from}}, {"", {shape, data_type::bf16, to}}, 6500);
}

// Rows and columns of four, and what is left of them in a last block.
TEST(reorder, quads_of_neighbours) {
  const dims images = {1, 4, 9, 67}, weights = {64, 70, 3, 3}, matrix = {70, 130};
  for (const data_type type : {data_type::bf16, data_type::f16, data_type::u8})
    for (const bool back : {false, true})
      for (const auto &[shape, plain, quads] : {std::tuple(images, tag::nchw, tag::nhwc),
                                                {weights, tag::hwio, tag::OIhw4i16o4i},
                                                {matrix, tag::ab, tag::BA16a64b4a}})
        check_all({"", {shape, type, back ? quads : plain}},
                  {"", {shape, type, back ? plain : quads}}, 6700);
}

// Rows of pixels inside larger images, and out of them, of several images in a tile.
TEST(reorder, rows_with_gaps) {
  const dims shape = {2, 9, 28, 28}, larger = {2, 9, 32, 33};
  for (const data_type from : {data_type::f32, data_type::bf16, data_type::s32, data_type::s8})
    for (const data_type to : {data_type::f32, data_type::bf16, data_type::s8}) {
      const dnnl::memory::desc source(larger, from, tag::nchw), target(larger, to, tag::nchw);
      check_all({"", {shape, from, tag::nchw}}, {"", target.submemory_desc(shape, {0, 0, 2, 3})},
                6800);
      check_all({"", source.submemory_desc(shape, {0, 0, 2, 3})}, {"", {shape, to, tag::nchw}},
                6900);
    }
}

// Pairs and quads of narrow elements are moved as one wider element, at addresses that are aligned
// to the narrow one only: 32-bit Arm refuses those where a type promises more.
TEST(reorder, groups_of_elements_are_no_more_aligned_than_one) {
  const dims shape = {20, 35};
  uint64_t seed = 7000;
  for (const tag grouped : {tag::AB8b16a2b, tag::AB4b16a4b, tag::BA4b8a8b4a})
    for (const data_type from : {data_type::f32, data_type::bf16, data_type::u8})
      for (const data_type to : {data_type::f32, data_type::bf16, data_type::u8}) {
        check_all({"ab", {shape, from, tag::ab}}, {"groups", {shape, to, grouped}}, seed++);
        check_all({"groups", {shape, from, grouped}}, {"ab", {shape, to, tag::ab}}, seed++);
      }
}

// Whoever runs best; every build here has a plugin with kernels.
void expect_a_kernel(const dnnl::reorder::primitive_desc &pd) {
  EXPECT_FALSE(is_of(pd.impl_info_str(), "reference")) << pd.impl_info_str();
}

// Blocks of 32 and 48: an index is a digit of both for multiples of 96 only.
TEST(reorder, blocks_may_overlap) {
  const dims shape = {100, 70, 3, 3};
  uint64_t seed = 1;
  for (const auto &[from, to] : {std::pair(tag::Acdb32a, tag::Acdb48a),
                                 {tag::Acdb48a, tag::ABcd32a32b},
                                 {tag::Bcda24b, tag::ABcd16b16a}}) {
    const dnnl::engine engine = engine_for();
    for (const data_type type : {data_type::f32, data_type::u4}) {
      check_all({"", {shape, type, from}}, {"", {shape, type, to}}, seed++);
      expect_a_kernel({engine, {shape, type, from}, engine, {shape, type, to}});
    }
    check_all({"", {shape, data_type::f32, from}}, {"", {shape, data_type::s8, to}}, seed++);
  }
}

// Two elements in a byte, on either side or on both, from and to the middle of bytes.
TEST(reorder, four_bits) {
  const std::vector<data_type> narrow = {data_type::s4, data_type::u4};
  for (uint64_t seed = 8000; seed < (quick() ? 8040u : 8300u); ++seed) {
    dice d(seed);
    const dims shape = random_shape(quick() ? 3000 : 20000, d);
    const bool from_narrow = d.below(3) > 0;
    const data_type from_type = from_narrow ? d.one_of(narrow) : d.one_of(types);
    const data_type to_type = d.below(3) > 0 || !from_narrow ? d.one_of(narrow) : d.one_of(types);
    const described from = random_layout(shape, from_type, d),
                    to = random_layout(shape, to_type, d);
    check_all(from, to, seed);
    if (HasFailure()) return;
  }
  const dnnl::engine engine = engine_for();
  const dims shape = {200, 300};
  for (const data_type other : {data_type::f32, data_type::bf16, data_type::s8, data_type::s4})
    for (const data_type four : narrow) {
      expect_a_kernel({engine, {shape, four, tag::ab}, engine, {shape, other, tag::ba}});
      expect_a_kernel({engine, {shape, other, tag::ab}, engine, {shape, four, tag::AB8b16a2b}});
    }
}

// Of 64 bits: more than f32 holds.
TEST(reorder, wide_types) {
  const std::vector<data_type> wide = {data_type::f64, data_type::s64};
  for (uint64_t seed = 9000; seed < (quick() ? 9020u : 9100u); ++seed) {
    dice d(seed);
    const dims shape = random_shape(3000, d);
    const bool from_wide = d.below(2) == 0;
    const data_type from_type = from_wide ? d.one_of(wide) : d.one_of(types);
    const data_type to_type = from_wide ? d.one_of(types) : d.one_of(wide);
    check_all(random_layout(shape, from_type, d), random_layout(shape, to_type, d), seed);
    if (HasFailure()) return;
  }
  const dnnl::engine engine = engine_for();
  expect_a_kernel(
      {engine, {{9, 70}, data_type::f64, tag::ab}, engine, {{9, 70}, data_type::f32, tag::ba}});
}

TEST(reorder, source_may_repeat_itself) {
  const dims shape = {5, 17, 6};
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const dnnl::memory::desc from(shape, data_type::f32, {0, 1, 0}),
      to(shape, data_type::f32, tag::acb);
  const tensor channel = random_tensor({17}, data_type::f32, 3);
  guarded_buffer buffer(17 * sizeof(float));
  for (int64_t c = 0; c < 17; ++c)
    store(data_type::f32, buffer.data(), c, channel.values[size_t(c)]);
  tensor expected(shape, data_type::f32);
  for (size_t i = 0; i < expected.values.size(); ++i)
    expected.values[i] = channel.values[i / 6 % 17];
  for_each_implementation([&] { return dnnl::reorder::primitive_desc(engine, from, engine, to); },
                          "",
                          [&](const dnnl::reorder::primitive_desc &pd) {
                            placed dst(to, engine);
                            dnnl::memory src(from, engine, buffer.data());
                            dnnl::reorder(pd).execute(stream, src, dst.memory());
                            EXPECT_TRUE(matches(dst, expected));
                          });
}

// A tensor whose dimensions are known at execution only.
TEST(reorder, runtime_dimensions) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const dims open = {DNNL_RUNTIME_DIM_VAL, 20, DNNL_RUNTIME_DIM_VAL};
  const dnnl::memory::desc open_from(open, data_type::f32, tag::abc),
      open_to(open, data_type::bf16, tag::aBc16b);
  const dnnl::reorder::primitive_desc pd(engine, open_from, engine, open_to);
  for (const dims &shape : {dims{2, 20, 5}, dims{1, 20, 9}}) {
    const dnnl::memory::desc from(shape, data_type::f32, tag::abc),
        to(shape, data_type::bf16, tag::aBc16b);
    const tensor src = random_tensor(shape, data_type::f32, 7);
    check_reorder(pd, stream, from, src, to, converted(src, data_type::bf16));
  }
  placed src({{2, 20, 5}, data_type::f32, tag::abc}, engine),
      dst({{2, 20, 6}, data_type::bf16, tag::aBc16b}, engine);
  EXPECT_THROW(dnnl::reorder(pd).execute(stream, src.memory(), dst.memory()), dnnl::error);
}

// One primitive takes tensors of any sizes and layouts, blocks included.
TEST(reorder, runtime_dimensions_in_any_layout) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  for (uint64_t seed = 10000; seed < (quick() ? 10030u : 10300u); ++seed) {
    dice d(seed);
    const dims shape = random_shape(quick() ? 2000 : 8000, d);
    const dims open(shape.size(), DNNL_RUNTIME_DIM_VAL);
    const data_type from_type = d.one_of(types);
    const data_type to_type = d.below(2) == 0 ? from_type : d.one_of(types);
    const described from = random_layout(shape, from_type, d),
                    to = random_layout(shape, to_type, d);
    SCOPED_TRACE(text(shape) + " " + name_of(from_type) + " " + from.name + " -> " +
                 name_of(to_type) + " " + to.name + ", seed " + std::to_string(seed));
    const tensor src = random_tensor(shape, from_type, seed, values_of(from_type));
    for_each_implementation(
        [&] {
          return dnnl::reorder::primitive_desc(engine, {open, from_type, open}, engine,
                                               {open, to_type, open});
        },
        "",
        [&](const dnnl::reorder::primitive_desc &pd) {
          check_reorder(pd, stream, from.md, src, to.md, converted(src, to_type));
        });
    if (HasFailure()) return;
  }
  const dims open = {DNNL_RUNTIME_DIM_VAL, DNNL_RUNTIME_DIM_VAL};
  expect_a_kernel(
      {engine, {open, data_type::f32, tag::ab}, engine, {open, data_type::f32, tag::ba}});
  expect_a_kernel(
      {engine, {open, data_type::f32, tag::ab}, engine, {open, data_type::s8, tag::AB8b16a2b}});
}

// Nothing is done, as where the sizes are known before.
TEST(reorder, runtime_dimensions_may_be_zero) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const dims open = {DNNL_RUNTIME_DIM_VAL, DNNL_RUNTIME_DIM_VAL};
  for_each_implementation(
      [&] {
        return dnnl::reorder::primitive_desc(engine, {open, data_type::f32, tag::ab}, engine,
                                             {open, data_type::u8, tag::ba});
      },
      "",
      [&](const dnnl::reorder::primitive_desc &pd) {
        dnnl::memory src({{0, 5}, data_type::f32, tag::ab}, engine, nullptr);
        dnnl::memory dst({{0, 5}, data_type::u8, tag::ba}, engine, nullptr);
        dnnl::reorder(pd).execute(stream, src, dst);
      });
}

TEST(reorder, nothing_is_written_for_empty_tensors) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const dims shape = {3, 0, 5};
  const dnnl::memory::desc from(shape, data_type::f32, tag::abc),
      to(shape, data_type::s8, tag::aBc16b);
  const dnnl::reorder::primitive_desc pd(engine, from, engine, to);
  dnnl::memory src(from, engine, nullptr), dst(to, engine, nullptr);
  dnnl::reorder(pd).execute(stream, src, dst);
}

// Any number of threads gives the same bytes.
TEST(reorder, threads) {
  struct job {
    described from, to;
  };
  const dims image = {2, 70, 40, 41};
  const std::vector<job> jobs = {
      {{"", {image, data_type::f32, tag::nchw}}, {"", {image, data_type::f32, tag::nhwc}}},
      {{"", {image, data_type::f32, tag::nchw}}, {"", {image, data_type::bf16, tag::nChw16c}}},
      {{"", {image, data_type::u8, tag::nhwc}}, {"", {image, data_type::u8, tag::nhwc}}},
      {{"", {image, data_type::f32, tag::nhwc}}, {"", {image, data_type::s8, tag::nchw}}},
      {{"", {{31, 33, 5}, data_type::f32, tag::abc}},
       {"", {{31, 33, 5}, data_type::s4, tag::cba}}}};
  const dnnl::engine engine = engine_for();
  for (const job &j : jobs) {
    const data_type to = j.to.md.get_data_type();
    const tensor src = random_tensor(j.from.md.get_dims(), j.from.md.get_data_type(), 9,
                                     values_of(j.from.md.get_data_type()));
    expect_same_bits_with_threads(
        [&](thread_pool *pool) {
          std::vector<tensor> results;
          for_each_implementation(
              [&] { return dnnl::reorder::primitive_desc(engine, j.from.md, engine, j.to.md); }, "",
              [&](const dnnl::reorder::primitive_desc &pd) {
                results.push_back(
                    execute(pd, stream_on(engine, pool), {{DNNL_ARG_FROM, src}}).at(DNNL_ARG_TO));
                EXPECT_TRUE(matches(results.back(), converted(src, to)));
              });
          return results;
        },
        {2, 3, 7}, src.values.size() > 10000);
  }
}

}  // namespace
}  // namespace dnnlet::test
