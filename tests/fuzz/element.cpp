// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/element.h"

#include <cmath>
#include <cstring>

#include "tests/support/number.h"

namespace dnnlet::fuzz {

namespace {

test::data_type name(dnnl_data_type_t type) {
  return test::data_type(type);
}

// Types that the other tests know as bytes only.
bool is_power(dnnl_data_type_t type) {
  return type == dnnl_e8m0;
}

}  // namespace

bool is_known(dnnl_data_type_t type) {
  switch (type) {
    case dnnl_data_type_undef:
    case dnnl_boolean:
    case dnnl_f4_e3m0: return false;
    default: return type <= dnnl_s64;
  }
}

bool is_integer(dnnl_data_type_t type) {
  return !is_power(type) && test::is_integer(name(type));
}
int bits_of(dnnl_data_type_t type) {
  return is_power(type) ? 8 : test::bits_of(name(type));
}

double load(dnnl_data_type_t type, const void *base, int64_t index) {
  if (!is_power(type)) return test::load(name(type), base, index);
  const uint8_t byte = static_cast<const uint8_t *>(base)[index];
  return byte == 255 ? std::nan("") : std::ldexp(1.0, byte - 127);
}

void store(dnnl_data_type_t type, void *base, int64_t index, double value) {
  if (!is_power(type)) return test::store(name(type), base, index, value);
  const int exponent = value > 0 && std::isfinite(value) ? std::ilogb(value) + 127 : 127;
  static_cast<uint8_t *>(base)[index] = static_cast<uint8_t>(exponent < 0     ? 0
                                                             : exponent > 254 ? 254
                                                                              : exponent);
}

double rounded(dnnl_data_type_t type, double value) {
  unsigned char bytes[8] = {};
  store(type, bytes, 0, value);
  return load(type, bytes, 0);
}

double ulp(dnnl_data_type_t type, double value) {
  return is_power(type) ? std::fabs(value) : test::ulp(name(type), value);
}

void copy_element(dnnl_data_type_t type, const void *from, void *to, int64_t index) {
  const int bits = bits_of(type);
  const auto *source = static_cast<const uint8_t *>(from);
  auto *target = static_cast<uint8_t *>(to);
  if (bits >= 8) {
    std::memcpy(target + index * (bits / 8), source + index * (bits / 8), size_t(bits / 8));
    return;
  }
  const int mask = index % 2 ? 0xf0 : 0x0f;
  uint8_t &pair = target[index / 2];
  pair = static_cast<uint8_t>((pair & ~mask) | (source[index / 2] & mask));
}

}  // namespace dnnlet::fuzz
