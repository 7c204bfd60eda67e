// SPDX-License-Identifier: Apache-2.0
#include "core/support/data_type.h"

#include <cmath>
#include <cstring>

namespace dnnlet {

namespace {

template <class To, class From>
To bit_cast(From from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

template <class T>
T load(const void *base, int64_t index) noexcept {
  T value;
  std::memcpy(&value, static_cast<const char *>(base) + index * int64_t(sizeof(T)), sizeof(T));
  return value;
}

template <class T>
void store(void *base, int64_t index, T value) noexcept {
  std::memcpy(static_cast<char *>(base) + index * int64_t(sizeof(T)), &value, sizeof(T));
}

double saturated(double value, double low, double high) noexcept {
  if (!(value == value)) return 0;
  return value < low ? low : value > high ? high : std::nearbyint(value);
}

// One of the 8-bit floats, whose numbers are all exact in f32: `special` and what is above mean
// infinities and NaN.
template <int kMantissa, int kBias, uint32_t kSpecial>
float widen_f8(uint8_t bits) noexcept {
  const uint32_t magnitude = bits & 0x7F, sign = uint32_t(bits & 0x80) << 24;
  uint32_t wide = (magnitude << (23 - kMantissa)) + (uint32_t(127 - kBias) << 23);
  if (magnitude >= kSpecial) wide |= 0x7F800000;
  if (magnitude >> kMantissa == 0)  // subnormal
    wide = bit_cast<uint32_t>(float(magnitude) * (1.0f / float(1 << (kBias + kMantissa - 1))));
  return bit_cast<float>(wide | sign);
}

// A double that is rounded to one of them, by its bits: half a unit is added, and what it no longer
// has room for cut off. Subnormal numbers are the last bits of a sum with a power of two.
template <int kMantissa, int kBias, uint64_t kOverflow>
uint8_t narrow_f8(double value) noexcept {
  constexpr int dropped = 52 - kMantissa;
  constexpr double shift = double(uint64_t(1) << (53 - kBias - kMantissa));
  const uint64_t bits = bit_cast<uint64_t>(value), sign = bits >> 63 << 7;
  if (!(value == value)) return uint8_t(sign | 0x7F);
  const uint64_t magnitude = bits & (UINT64_MAX >> 1);
  uint64_t narrow;
  if (magnitude < uint64_t(1024 - kBias) << 52) {
    narrow = bit_cast<uint64_t>(bit_cast<double>(magnitude) + shift) - bit_cast<uint64_t>(shift);
  } else {
    const uint64_t odd = magnitude >> dropped & 1, half = (uint64_t(1) << (dropped - 1)) - 1 + odd;
    narrow = ((magnitude + half) >> dropped) - (uint64_t(1023 - kBias) << kMantissa);
  }
  return uint8_t(sign | (narrow < kOverflow ? narrow : kOverflow));
}

// A floating point format of 4 bits: sign, exponent, mantissa.
struct small_float {
  int exponent_bits, mantissa_bits, bias;
};
constexpr small_float e2m1 = {2, 1, 1};
constexpr small_float e3m0 = {3, 0, 3};

int all_ones(const small_float &f) noexcept {
  return (1 << (f.exponent_bits + f.mantissa_bits)) - 1;
}

double decode(const small_float &f, int bits) noexcept {
  const int magnitude = bits & all_ones(f);
  const int exponent = magnitude >> f.mantissa_bits;
  const int mantissa = magnitude & ((1 << f.mantissa_bits) - 1);
  const double sign = magnitude != bits ? -1 : 1;
  if (exponent == 0) return sign * std::ldexp(double(mantissa), 1 - f.bias - f.mantissa_bits);
  return sign *
         std::ldexp(double((1 << f.mantissa_bits) + mantissa), exponent - f.bias - f.mantissa_bits);
}

// Saturates: there are neither infinities nor NaN.
int encode(const small_float &f, double value) noexcept {
  const int sign = std::signbit(value) ? all_ones(f) + 1 : 0;
  if (!(value == value)) return sign | all_ones(f);
  const double x = std::fabs(value);
  if (x == 0) return sign;
  if (!(x < 1e30)) return sign | all_ones(f);
  int exponent;
  std::frexp(x, &exponent);  // x = 0.5..1 * 2^exponent
  const int stored = exponent - 1 + f.bias < 1 ? 1 : exponent - 1 + f.bias;
  const int units = int(std::nearbyint(std::ldexp(x, f.bias - stored + f.mantissa_bits)));
  // A carry out of the mantissa moves on to the next exponent by itself.
  const int bits = ((stored - 1) << f.mantissa_bits) + units;
  return sign | (bits > all_ones(f) ? all_ones(f) : bits);
}

int load_nibble(const void *base, int64_t index) noexcept {
  return (load<uint8_t>(base, index / 2) >> (index % 2 * 4)) & 15;
}

void store_nibble(void *base, int64_t index, int nibble) noexcept {
  const int old = load<uint8_t>(base, index / 2);
  const int shift = int(index % 2) * 4;
  store(base, index / 2, uint8_t((old & (0xF0 >> shift)) | ((nibble & 15) << shift)));
}

double decode_e8m0(int bits) noexcept {
  return bits == 255 ? double(NAN) : std::ldexp(1.0, bits - 127);
}

// The exponent that f32 has for the number, as in oneDNN: e8m0 has neither digits nor a sign, and
// zero becomes its least number.
int encode_e8m0(double value) noexcept {
  if (!(std::fabs(value) < 0x1p128)) return 255;
  return int(bit_cast<uint32_t>(float(value)) >> 23 & 255);
}

}  // namespace

size_t type_size(data_type type) noexcept {
  switch (type) {
    case dnnl_f64:
    case dnnl_s64: return 8;
    case dnnl_f32:
    case dnnl_s32: return 4;
    case dnnl_f16:
    case dnnl_bf16: return 2;
    case dnnl_s8:
    case dnnl_u8:
    case dnnl_boolean:
    case dnnl_f8_e5m2:
    case dnnl_f8_e4m3:
    case dnnl_e8m0:
    case dnnl_s4:
    case dnnl_u4:
    case dnnl_f4_e2m1:
    case dnnl_f4_e3m0: return 1;
    default: return 0;
  }
}

bool is_known_type(data_type type) noexcept {
  return type_size(type) != 0;
}

bool is_four_bit_type(data_type type) noexcept {
  return type == dnnl_s4 || type == dnnl_u4 || type == dnnl_f4_e2m1 || type == dnnl_f4_e3m0;
}

bool is_integer_type(data_type type) noexcept {
  return type == dnnl_s4 || type == dnnl_u4 || type == dnnl_s8 || type == dnnl_u8 ||
         type == dnnl_s32 || type == dnnl_s64 || type == dnnl_boolean;
}

size_t type_bytes(data_type type, int64_t count) noexcept {
  return is_four_bit_type(type) ? (size_t(count) + 1) / 2 : size_t(count) * type_size(type);
}

float bf16_to_f32(uint16_t bits) noexcept {
  return bit_cast<float>(uint32_t(bits) << 16);
}

uint16_t f32_to_bf16(float value) noexcept {
  const uint32_t bits = bit_cast<uint32_t>(value);
  if (!(value == value)) return uint16_t((bits >> 16) | 0x40);  // a NaN must stay one
  return uint16_t((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

float f16_to_f32(uint16_t bits) noexcept {
  const uint32_t sign = uint32_t(bits & 0x8000) << 16;
  const uint32_t exponent = (bits >> 10) & 31, mantissa = bits & 0x3FF;
  if (exponent == 31) return bit_cast<float>(sign | 0x7F800000u | (mantissa << 13));
  if (exponent == 0) {
    const float magnitude = float(mantissa) * (1.0f / (1 << 24));
    return sign ? -magnitude : magnitude;
  }
  return bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

float f8_e5m2_to_f32(uint8_t bits) noexcept {
  return widen_f8<2, 15, 0x7C>(bits);
}

float f8_e4m3_to_f32(uint8_t bits) noexcept {
  return widen_f8<3, 7, 0x7F>(bits);
}

uint16_t f32_to_f16(float value) noexcept {
  const uint32_t bits = bit_cast<uint32_t>(value);
  const uint16_t sign = uint16_t((bits >> 16) & 0x8000);
  const uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) return uint16_t(sign | 0x7E00 | ((magnitude >> 13) & 0x3FF));
  if (magnitude >= 0x477FF000) return uint16_t(sign | 0x7C00);  // rounds to 65536 or above
  if (magnitude < 0x38800000) {  // subnormal: units of 2^-24, rounded by an exact addition
    const float shifted = bit_cast<float>(magnitude) + 0.5f;
    return uint16_t(sign | (bit_cast<uint32_t>(shifted) - 0x3F000000));
  }
  return uint16_t(sign | ((magnitude - 0x38000000 + 0xFFF + ((magnitude >> 13) & 1)) >> 13));
}

double load_element(data_type type, const void *base, int64_t index) noexcept {
  switch (type) {
    case dnnl_f32: return double(load<float>(base, index));
    case dnnl_f64: return load<double>(base, index);
    case dnnl_bf16: return double(bf16_to_f32(load<uint16_t>(base, index)));
    case dnnl_f16: return double(f16_to_f32(load<uint16_t>(base, index)));
    case dnnl_s64: return double(load<int64_t>(base, index));
    case dnnl_s32: return load<int32_t>(base, index);
    case dnnl_s8: return load<int8_t>(base, index);
    case dnnl_u8: return load<uint8_t>(base, index);
    case dnnl_boolean: return load<uint8_t>(base, index) != 0;
    case dnnl_s4: return (load_nibble(base, index) ^ 8) - 8;
    case dnnl_u4: return load_nibble(base, index);
    case dnnl_f8_e5m2: return double(f8_e5m2_to_f32(load<uint8_t>(base, index)));
    case dnnl_f8_e4m3: return double(f8_e4m3_to_f32(load<uint8_t>(base, index)));
    case dnnl_e8m0: return decode_e8m0(load<uint8_t>(base, index));
    case dnnl_f4_e2m1: return decode(e2m1, load_nibble(base, index));
    case dnnl_f4_e3m0: return decode(e3m0, load_nibble(base, index));
    default: return 0;
  }
}

void store_element(data_type type, void *base, int64_t index, double value) noexcept {
  switch (type) {
    case dnnl_f32: return store(base, index, float(value));
    case dnnl_f64: return store(base, index, value);
    case dnnl_bf16: return store(base, index, f32_to_bf16(float(value)));
    case dnnl_f16: return store(base, index, f32_to_f16(float(value)));
    case dnnl_s64: {
      const double x = saturated(value, -0x1p63, 0x1p63);
      return store(base, index, x >= 0x1p63 ? INT64_MAX : int64_t(x));
    }
    case dnnl_s32: return store(base, index, int32_t(saturated(value, -0x1p31, 0x1p31 - 1)));
    case dnnl_s8: return store(base, index, int8_t(saturated(value, -128, 127)));
    case dnnl_u8: return store(base, index, uint8_t(saturated(value, 0, 255)));
    case dnnl_boolean: return store(base, index, uint8_t(value != 0));
    case dnnl_s4: return store_nibble(base, index, int(saturated(value, -8, 7)));
    case dnnl_u4: return store_nibble(base, index, int(saturated(value, 0, 15)));
    case dnnl_f8_e5m2: return store(base, index, narrow_f8<2, 15, 0x7C>(value));
    case dnnl_f8_e4m3: return store(base, index, narrow_f8<3, 7, 0x7F>(value));
    case dnnl_e8m0: return store(base, index, uint8_t(encode_e8m0(value)));
    case dnnl_f4_e2m1: return store_nibble(base, index, encode(e2m1, value));
    case dnnl_f4_e3m0: return store_nibble(base, index, encode(e3m0, value));
    default: return;
  }
}

}  // namespace dnnlet
