// SPDX-License-Identifier: Apache-2.0
// Rows of each type to f32 and back, against core/support/data_type.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/support/buffer.h"
#include "tests/support/number.h"
#include "tests/support/plugins.h"
#include "tests/unit/eltwise/rows.h"

namespace dnnlet::test {
namespace {

constexpr dnnl_data_type_t all_types[] = {dnnl_f32, dnnl_bf16, dnnl_f16,     dnnl_s32,    dnnl_s8,
                                          dnnl_u8,  dnnl_f64,  dnnl_f8_e5m2, dnnl_f8_e4m3};

std::string name_of(dnnl_data_type_t type) {
  return test::name_of(static_cast<dnnl::memory::data_type>(type));
}

uint32_t bits_of_f32(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}

// NaN equals NaN; 0 differs from -0.
bool same(float a, float b) {
  return std::isnan(a) ? std::isnan(b) : bits_of_f32(a) == bits_of_f32(b);
}

// Every number of 1 or 2 bytes; of 4 and 8 bytes, many.
std::vector<unsigned char> elements(dnnl_data_type_t type) {
  const size_t size = type_size(type);
  const size_t count = size == 1 ? 256 : size == 2 ? 65536 : 40000;
  std::vector<unsigned char> bytes(count * size);
  for (size_t i = 0; i < count; ++i) {
    // For s32, both ends of the range and the numbers that f32 does not hold.
    const uint64_t value =
        size <= 2 ? i : uint64_t(i) * 0x9E3779B97F4A7C15u >> (size == 4 ? 32 : 0);
    std::memcpy(&bytes[i * size], &value, size);
  }
  return bytes;
}

TEST(convert, loads_every_number) {
  for (const row_plugin &plugin : row_plugins())
    for (const dnnl_data_type_t type : all_types) {
      SCOPED_TRACE(plugin.name + " " + name_of(type));
      const std::vector<unsigned char> source = elements(type);
      const size_t count = source.size() / type_size(type);
      std::vector<float> got(count, -7.5f);
      plugin.rows->load(type, source.data(), 0, got.data(), count);
      for (size_t i = 0; i < count; ++i) {
        const float expected = float(load_element(type, source.data(), int64_t(i)));
        ASSERT_TRUE(same(got[i], expected)) << i << ": got " << got[i] << ", expected " << expected;
      }
    }
}

// Numbers around all that rounds or saturates in any type, and a sweep over all f32.
std::vector<float> numbers() {
  std::vector<float> list;
  const uint32_t step = quick() ? 100003 : 10007;
  for (uint64_t bits = 0; bits <= 0xFFFFFFFFu; bits += step) {
    const auto pattern = uint32_t(bits);
    float x;
    std::memcpy(&x, &pattern, sizeof(x));
    list.push_back(x);
  }
  std::vector<float> edges = {0x1p31f,   0x1p23f,  0x1p22f,    0x1p24f,     65504,     65520,
                              448,       464,      57344,      61440,       0x1p-14f,  0x1p-24f,
                              0x1p-25f,  0x1p-9f,  0x1p-16f,   0x1p-17f,    0x1p-126f, 0x1p-133f,
                              0x1p-134f, 0x1p127f, 3.3895e38f, 0.49999997f, 8388607.5f};
  for (int i = 0; i <= 520; ++i) edges.push_back(0.5f * float(i));
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const float x : edges)
    for (const float near : {x, std::nextafter(x, infinity), std::nextafter(x, 0.0f)}) {
      list.push_back(near);
      list.push_back(-near);
    }
  for (const float x : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()})
    list.push_back(x);
  return list;
}

TEST(convert, stores_as_the_core_does) {
  const std::vector<float> values = numbers();
  for (const row_plugin &plugin : row_plugins())
    for (const dnnl_data_type_t type : all_types) {
      SCOPED_TRACE(plugin.name + " " + name_of(type));
      std::vector<unsigned char> got(values.size() * type_size(type)), expected(got.size());
      plugin.rows->store(type, got.data(), 0, values.data(), values.size());
      for (size_t i = 0; i < values.size(); ++i) {
        store_element(type, expected.data(), int64_t(i), double(values[i]));
        const double g = load_element(type, got.data(), int64_t(i));
        const double e = load_element(type, expected.data(), int64_t(i));
        ASSERT_TRUE(std::isnan(e) ? std::isnan(g) : g == e && std::signbit(g) == std::signbit(e))
            << values[i] << ": got " << g << ", expected " << e;
      }
    }
}

// Rows of every length around the vectors', at odd places: nothing beside them is touched.
TEST(convert, keeps_inside_its_row) {
  for (const row_plugin &plugin : row_plugins())
    for (const dnnl_data_type_t type : all_types)
      for (size_t n = 0; n <= 70; ++n) {
        SCOPED_TRACE(plugin.name + " " + name_of(type) + " " + std::to_string(n));
        const size_t size = type_size(type), offset = 3;
        guarded_buffer values(n * sizeof(float), 4), back(n * sizeof(float), 4);
        guarded_buffer row((offset + n) * size, size);
        for (size_t i = 0; i < n; ++i) values.as<float>()[i] = float(i % 100);
        plugin.rows->store(type, row.data(), offset, values.as<float>(), n);
        plugin.rows->load(type, row.data(), offset, back.as<float>(), n);
        EXPECT_EQ(row.damage() + values.damage() + back.damage(), "");
        EXPECT_EQ(row.as<unsigned char>()[offset * size - 1], guarded_buffer::fresh);
        for (size_t i = 0; i < n; ++i) {
          const float expected =
              float(rounded(static_cast<dnnl::memory::data_type>(type), double(i % 100)));
          ASSERT_EQ(back.as<float>()[i], expected) << i;
        }
      }
}

}  // namespace
}  // namespace dnnlet::test
