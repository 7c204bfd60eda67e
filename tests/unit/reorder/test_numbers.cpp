// SPDX-License-Identifier: Apache-2.0
// Conversions of numbers that are hard: ties, limits, infinities, NaN; and copies bit by bit.
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/unit/reorder/layouts.h"

namespace dnnlet::test {
namespace {

using tag = dnnl::memory::format_tag;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<data_type> floats = {data_type::f32, data_type::bf16, data_type::f16,
                                       data_type::f8_e5m2, data_type::f8_e4m3};
const std::vector<data_type> integers = {data_type::s32, data_type::s8, data_type::u8,
                                         data_type::s4, data_type::u4};

// More than a vector of the longest kind, twice, so that each number goes through whole vectors and
// through the rest.
tensor hard_numbers(data_type type) {
  std::vector<double> list = {0,      -0.0,    0.5,    1.5,     2.5,     -0.5,    -1.5,      -2.5,
                              127,    127.5,   128,    254.5,   255,     255.5,   256,       -127.5,
                              -128,   -128.5,  -129,   7.5,     8,       -8.5,    15.5,      16,
                              65504,  65519.9, 65520,  1e9,     -1e9,    1e-3,    -1e-3,     6e-8,
                              0x1p31, -0x1p31, 0x1p40, -0x1p40, 0x1p-25, 0x1p-24, 0x1.8p-25, 448,
                              464,    465,     57344,  61440,   1e-40,   -1e-40,  3e38,      -3e38};
  if (!is_integer(type)) list.insert(list.end(), {infinity, -infinity, nan});
  tensor t({int64_t(3 * list.size() + 67)}, type);
  for (size_t i = 0; i < t.values.size(); ++i) t.values[i] = rounded(type, list[i % list.size()]);
  return t;
}

tensor converted(const tensor &src, data_type type) {
  tensor result = src;
  result.type = type;
  for (double &x : result.values) {
    // Floats saturate to the largest one that an s32 can hold.
    if (type == data_type::s32 && !is_integer(src.type) && x > 0x1p31 - 0x1p7) x = 0x1p31 - 0x1p7;
    // On the way between types that are narrower, numbers are f32.
    x = rounded(type, type == data_type::f64 ? x : rounded(data_type::f32, x));
  }
  return result;
}

// The instruction that rounds to bf16 makes zeros of what is subnormal.
tensor as_instruction_has_it(tensor t) {
  for (double &x : t.values)
    if (std::fabs(x) < 0x1p-126) x = std::copysign(0.0, x);
  return t;
}

void check_conversion(const tensor &src, data_type to) {
  SCOPED_TRACE(std::string(name_of(src.type)) + " -> " + name_of(to));
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const dnnl::memory::desc src_md(src.shape, src.type, tag::a), dst_md(src.shape, to, tag::a);
  const tensor expected = converted(src, to);
  for_each_implementation(
      [&] { return dnnl::reorder::primitive_desc(engine, src_md, engine, dst_md); }, "",
      [&](const dnnl::reorder::primitive_desc &pd) {
        placed a(src_md, engine, src), b(dst_md, engine);
        dnnl::reorder(pd).execute(stream, a.memory(), b.memory());
        const std::string name = pd.impl_info_str();
        const bool flushes = to == data_type::bf16 && name == "avx512_bf16:reorder_convert";
        EXPECT_TRUE(same_values(b.read(), flushes ? as_instruction_has_it(expected) : expected))
            << name;
        EXPECT_EQ(b.damage(), "");
      });
}

void check_conversion(data_type from, data_type to) {
  check_conversion(hard_numbers(from), to);
}

// Every number of a type of 16 bits, infinities and NaN among them.
tensor all_numbers(data_type type) {
  tensor t({1 << 16}, type);
  for (size_t i = 0; i < t.values.size(); ++i) {
    const uint16_t bits = uint16_t(i);
    t.values[i] = load(type, &bits, 0);
  }
  return t;
}

// What lies halfway between each finite number of a type of 16 bits and the next one, and the f32
// on both sides of it.
tensor ties_between(data_type type) {
  const tensor all = all_numbers(type);
  std::vector<double> list;
  for (size_t i = 0; i < all.values.size(); ++i) {
    const double x = all.values[i];
    if (!std::isfinite(x)) continue;
    const float tie = float(x + std::copysign(ulp(type, x) / 2, x));
    for (const float y : {std::nextafter(tie, 0.0f), tie, std::nextafter(tie, 2 * tie)})
      list.push_back(y);
  }
  tensor t({int64_t(list.size())}, data_type::f32);
  t.values = list;
  return t;
}

TEST(reorder_numbers, floats_to_floats) {
  for (const data_type from : floats)
    for (const data_type to : floats) check_conversion(from, to);
}

// Where the CPU has no instruction for it, the conversion is integer arithmetic.
TEST(reorder_numbers, halves_of_every_kind) {
  check_conversion(all_numbers(data_type::f16), data_type::f32);
  check_conversion(ties_between(data_type::f16), data_type::f16);
}

TEST(reorder_numbers, floats_to_integers) {
  for (const data_type from : floats)
    for (const data_type to : integers) check_conversion(from, to);
}

TEST(reorder_numbers, integers) {
  for (const data_type from : integers) {
    for (const data_type to : integers)
      if (from != data_type::s32 || to != data_type::s32) check_conversion(from, to);
    for (const data_type to : floats) check_conversion(from, to);
  }
}

TEST(reorder_numbers, bytes_to_four_bits) {
  for (const data_type from : {data_type::u8, data_type::s8}) {
    tensor all({256 + 3}, from);  // and less than a few at once
    for (size_t i = 0; i < all.values.size(); ++i) {
      const uint8_t bits = uint8_t(i);
      all.values[i] = load(from, &bits, 0);
    }
    for (const data_type to : {data_type::u4, data_type::s4}) check_conversion(all, to);
  }
}

TEST(reorder_numbers, doubles) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  tensor src({5}, data_type::f64);
  src.values = {1 + 0x1p-40, 0x1p31 - 1, 0x1p31, -0x1p31 - 1, 0x1p53 - 1};
  const dnnl::memory::desc src_md({5}, data_type::f64, tag::a);
  for (const data_type to : {data_type::f64, data_type::f32, data_type::s32, data_type::s64}) {
    SCOPED_TRACE(name_of(to));
    tensor expected = src;
    expected.type = to;
    for (double &x : expected.values) x = rounded(to, x);
    const dnnl::memory::desc dst_md({5}, to, tag::a);
    check_reorder({engine, src_md, engine, dst_md}, stream, src_md, src, dst_md, expected);
  }
}

// The same type without attributes: every pattern of bits stays what it is, signalling NaN too.
TEST(reorder_numbers, bits_are_copied) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const int all[] = {dnnl_f32,     dnnl_bf16,    dnnl_f16,  dnnl_s8,      dnnl_u8,
                     dnnl_s32,     dnnl_f64,     dnnl_s64,  dnnl_s4,      dnnl_u4,
                     dnnl_f8_e5m2, dnnl_f8_e4m3, dnnl_e8m0, dnnl_f4_e2m1, dnnl_f4_e3m0};
  for (const int type : all) {
    SCOPED_TRACE(type);
    const dnnl::memory::desc from({6, 8, 64}, data_type(type), tag::abc),
        to({6, 8, 64}, data_type(type), tag::cab);
    const size_t bytes = from.get_size();
    guarded_buffer a(bytes), b(bytes), c(bytes);
    for (size_t i = 0; i < bytes; ++i)
      a.as<unsigned char>()[i] = static_cast<unsigned char>(i * 167 + i / 256);
    dnnl::memory ma(from, engine, a.data()), mb(to, engine, b.data()), mc(from, engine, c.data());
    for_each_implementation([&] { return dnnl::reorder::primitive_desc(engine, from, engine, to); },
                            "",
                            [&](const dnnl::reorder::primitive_desc &there) {
                              dnnl::reorder(there).execute(stream, ma, mb);
                              dnnl::reorder(mb, mc).execute(stream, mb, mc);
                              EXPECT_TRUE(c == a);
                              b.fill(guarded_buffer::fresh);
                              c.fill(guarded_buffer::fresh);
                            });
    EXPECT_EQ(b.damage() + c.damage(), "");
  }
}

// What the tests' own numbers do not know.
TEST(reorder_numbers, exponents) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const float values[] = {0, 1, -3, 0.25f, 1e-30f, 0x1p-127f, 3e38f, 1.9f};
  // The exponent of f32, as in oneDNN, whatever the sign and the digits behind the first.
  const unsigned char exponents[] = {0, 127, 128, 125, 27, 0, 254, 127};
  const dnnl::memory::desc from({8}, data_type::f32, tag::a), to({8}, data_type(dnnl_e8m0), tag::a);
  for_each_implementation([&] { return dnnl::reorder::primitive_desc(engine, from, engine, to); },
                          "",
                          [&](const dnnl::reorder::primitive_desc &pd) {
                            guarded_buffer b(8);
                            dnnl::memory src(from, engine, const_cast<float *>(values));
                            dnnl::memory dst(to, engine, b.data());
                            dnnl::reorder(pd).execute(stream, src, dst);
                            for (int i = 0; i < 8; ++i)
                              EXPECT_EQ(int(b.as<unsigned char>()[i]), int(exponents[i])) << i;
                          });
}

}  // namespace
}  // namespace dnnlet::test
