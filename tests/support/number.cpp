// SPDX-License-Identifier: Apache-2.0
#include "tests/support/number.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace dnnlet::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

enum class specials { infinity_and_nan, one_nan, none };  // what the largest exponent means

struct row {
  data_type type;
  const char *name;
  int bits;
  bool integer;
  double lowest, highest;            // of integers
  int exponent_bits, mantissa_bits;  // of floats narrower than f32
  specials top;
};
constexpr row rows[] = {
    {data_type::f64, "f64", 64, false, 0, 0, 11, 52, specials::infinity_and_nan},
    {data_type::f32, "f32", 32, false, 0, 0, 8, 23, specials::infinity_and_nan},
    {data_type::bf16, "bf16", 16, false, 0, 0, 8, 7, specials::infinity_and_nan},
    {data_type::f16, "f16", 16, false, 0, 0, 5, 10, specials::infinity_and_nan},
    {data_type::f8_e5m2, "f8_e5m2", 8, false, 0, 0, 5, 2, specials::infinity_and_nan},
    {data_type::f8_e4m3, "f8_e4m3", 8, false, 0, 0, 4, 3, specials::one_nan},
    {data_type::f4_e2m1, "f4_e2m1", 4, false, 0, 0, 2, 1, specials::none},
    {data_type::s64, "s64", 64, true, -0x1p63, 0x1p63, 0, 0, specials::none},
    {data_type::s32, "s32", 32, true, -0x1p31, 0x1p31 - 1, 0, 0, specials::none},
    {data_type::s8, "s8", 8, true, -128, 127, 0, 0, specials::none},
    {data_type::u8, "u8", 8, true, 0, 255, 0, 0, specials::none},
    {data_type::s4, "s4", 4, true, -8, 7, 0, 0, specials::none},
    {data_type::u4, "u4", 4, true, 0, 15, 0, 0, specials::none},
};

const row &row_of(data_type type) {
  for (const row &r : rows)
    if (r.type == type) return r;
  throw std::invalid_argument("the tests do not know this data type");
}

uint64_t ones(int bits) {
  return (uint64_t(1) << bits) - 1;
}

double decode(const row &r, uint64_t bits) {
  const uint64_t mantissa = bits & ones(r.mantissa_bits);
  const int exponent = int(bits >> r.mantissa_bits & ones(r.exponent_bits));
  const double sign = bits >> (r.exponent_bits + r.mantissa_bits) & 1 ? -1 : 1;
  const int top = int(ones(r.exponent_bits)), bias = top / 2;
  if (exponent == top && r.top == specials::infinity_and_nan)
    return mantissa ? nan : sign * infinity;
  if (exponent == top && r.top == specials::one_nan && mantissa == ones(r.mantissa_bits))
    return nan;
  const double fraction = double(mantissa) + (exponent ? std::ldexp(1.0, r.mantissa_bits) : 0);
  return sign * std::ldexp(fraction, (exponent ? exponent : 1) - bias - r.mantissa_bits);
}

// The bits of the largest finite number.
uint64_t largest(const row &r) {
  const uint64_t all = ones(r.exponent_bits + r.mantissa_bits);
  switch (r.top) {
    case specials::infinity_and_nan: return all - ones(r.mantissa_bits) - 1;
    case specials::one_nan: return all - 1;
    case specials::none: return all;
  }
  return all;
}

uint64_t encode(const row &r, double value) {
  const uint64_t sign = uint64_t(std::signbit(value)) << (r.exponent_bits + r.mantissa_bits);
  const uint64_t beyond = largest(r) + (r.top == specials::none ? 0 : 1);
  if (std::isnan(value))
    return beyond +
           (r.top == specials::infinity_and_nan ? uint64_t(1) << (r.mantissa_bits - 1) : 0);
  const double magnitude = std::fabs(value);
  const int bias = int(ones(r.exponent_bits)) / 2;
  const int exponent = magnitude > 0 ? std::max(std::ilogb(magnitude), 1 - bias) : 1 - bias;
  if (exponent > bias + 1) return sign | beyond;
  // Counted in units of the last place, the encoding of a number is linear over its binade.
  const double steps = std::nearbyint(std::ldexp(magnitude, r.mantissa_bits - exponent));
  const uint64_t found = (uint64_t(exponent + bias - 1) << r.mantissa_bits) + uint64_t(steps);
  return sign | std::min(found, beyond);
}

}  // namespace

const char *name_of(data_type type) {
  return row_of(type).name;
}
bool is_integer(data_type type) {
  return row_of(type).integer;
}
int bits_of(data_type type) {
  return row_of(type).bits;
}

// Most numbers of the tests are f32, which the compiler knows, too.
double load(data_type type, const void *base, int64_t index) {
  if (type == data_type::f32) {
    float value;
    std::memcpy(&value, static_cast<const float *>(base) + index, sizeof value);
    return value;
  }
  const row &r = row_of(type);
  const auto *bytes = static_cast<const unsigned char *>(base);
  if (r.bits == 4) {
    const int bits = bytes[index / 2] >> (index % 2 * 4) & 15;
    if (!r.integer) return decode(r, uint64_t(bits));
    return bits > r.highest ? bits - 16 : bits;
  }
  bytes += index * (r.bits / 8);
  uint64_t bits = 0;
  for (int i = 0; i < r.bits / 8; ++i) bits |= uint64_t(bytes[i]) << (8 * i);
  if (!r.integer) return decode(r, bits);
  if (r.lowest == 0) return double(bits);
  const int unused = 64 - r.bits;
  return double(int64_t(bits << unused) >> unused);
}

void store(data_type type, void *base, int64_t index, double value) {
  if (type == data_type::f32 && !std::isnan(value)) {
    const auto single = static_cast<float>(value);
    std::memcpy(static_cast<float *>(base) + index, &single, sizeof single);
    return;
  }
  const row &r = row_of(type);
  auto *bytes = static_cast<unsigned char *>(base);
  uint64_t bits = 0;
  if (!r.integer) {
    bits = encode(r, value);
  } else if (!std::isnan(value)) {
    const double whole = std::min(std::max(std::nearbyint(value), r.lowest), r.highest);
    bits = whole >= 0x1p63 ? ones(63) : uint64_t(int64_t(whole));
  }
  if (r.bits == 4) {
    const int shift = int(index % 2 * 4);
    unsigned char &pair = bytes[index / 2];
    pair = static_cast<unsigned char>((pair & ~(15 << shift)) | int(bits & 15) << shift);
    return;
  }
  bytes += index * (r.bits / 8);
  for (int i = 0; i < r.bits / 8; ++i) bytes[i] = static_cast<unsigned char>(bits >> (8 * i));
}

double rounded(data_type type, double value) {
  unsigned char bytes[8] = {};
  store(type, bytes, 0, value);
  return load(type, bytes, 0);
}

double ulp(data_type type, double value) {
  const row &r = row_of(type);
  if (r.integer) return 1;
  const int lowest = 1 - int(ones(r.exponent_bits)) / 2;
  const int exponent = value == 0 || !std::isfinite(value) ? lowest : std::ilogb(value);
  return std::ldexp(1.0, std::max(exponent, lowest) - r.mantissa_bits);
}

}  // namespace dnnlet::test
