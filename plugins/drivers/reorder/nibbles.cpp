// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/reorder/nibbles.h"

#include <cstdint>
#include <cstring>

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

void set_nibble(uint8_t &byte, bool high, int value) noexcept {
  const int shift = high ? 4 : 0;
  byte = uint8_t((byte & (0xF0 >> shift)) | ((value & 15) << shift));
}

int nibble(uint8_t byte, bool high) noexcept {
  return high ? byte >> 4 : byte & 15;
}

// ---- eight elements at a time, a byte each of a number: 0.4 of the time of one at a time

constexpr dim_t eight = 8;
constexpr uint64_t ones = 0x0101010101010101;  // times a byte: that byte in each place

// Memory's order of bytes is the number's from the lowest on, as everywhere that vectors run.
template <class T>
uint64_t load(const void *from) noexcept {
  T x;
  std::memcpy(&x, from, sizeof(x));
  return x;
}
template <class T>
void store(uint64_t x, void *to) noexcept {
  const T y = T(x);
  std::memcpy(to, &y, sizeof(y));
}

// Eight halves of bytes, to bytes from 0 to 15; and back.
uint64_t spread(uint64_t x) noexcept {
  x = (x | x << 16) & 0x0000FFFF0000FFFF;
  x = (x | x << 8) & 0x00FF00FF00FF00FF;
  return (x | x << 4) & 15 * ones;
}
uint64_t join(uint64_t x) noexcept {
  x &= 15 * ones;
  x = (x | x >> 4) & 0x00FF00FF00FF00FF;
  x = (x | x >> 8) & 0x0000FFFF0000FFFF;
  return x | x >> 16;
}
// From 0 to 15, to -8 to 7. No byte borrows from the next.
uint64_t with_signs(uint64_t x) noexcept {
  return (((x ^ 8 * ones) | 128 * ones) - 8 * ones) ^ 128 * ones;
}
// Bytes of u8 or, less their signs, of s8: no more than `most`, which is 15 or 7.
uint64_t at_most(uint64_t x, uint64_t most) noexcept {
  const uint64_t above = ((x >> 1 & (127 - most / 2) * ones) + (127 - most / 2) * ones) >> 7 & ones;
  return (x | above * most) & most * ones;
}

}  // namespace

void unpack_nibbles(const void *base, dim_t first, dim_t count, bool is_signed,
                    char *bytes) noexcept {
  const auto *from = static_cast<const uint8_t *>(base) + first / 2;
  auto *to = reinterpret_cast<uint8_t *>(bytes);
  dim_t i = 0;
  if (first % 2 != 0 && count > 0) to[i++] = uint8_t(*from++ >> 4);
  const dim_t pairs = (count - i) / 2;
  uint8_t *even = to + i;
  dim_t p = 0;
  for (; p + eight / 2 <= pairs; p += eight / 2) {
    const uint64_t x = spread(load<uint32_t>(from + p));
    store<uint64_t>(is_signed ? with_signs(x) : x, even + 2 * p);
  }
  const dim_t done = i + 2 * p;
  for (; p < pairs; ++p) {
    even[2 * p] = from[p] & 15;
    even[2 * p + 1] = uint8_t(from[p] >> 4);
  }
  i += 2 * pairs;
  if (i < count) to[i] = from[pairs] & 15;
  if (!is_signed) return;
  const auto sign = [](uint8_t x) { return uint8_t((x ^ 8) - 8); };
  if (even != to) to[0] = sign(to[0]);
  for (dim_t n = done; n < count; ++n) to[n] = sign(to[n]);
}

void pack_nibbles(const char *bytes, void *base, dim_t first, dim_t count) noexcept {
  const auto *from = reinterpret_cast<const uint8_t *>(bytes);
  auto *to = static_cast<uint8_t *>(base) + first / 2;
  dim_t i = 0;
  if (first % 2 != 0 && count > 0) set_nibble(*to++, true, from[i++]);
  const dim_t pairs = (count - i) / 2;
  const uint8_t *even = from + i;
  dim_t p = 0;
  for (; p + eight / 2 <= pairs; p += eight / 2)
    store<uint32_t>(join(load<uint64_t>(even + 2 * p)), to + p);
  for (; p < pairs; ++p) to[p] = uint8_t((even[2 * p] & 15) | (even[2 * p + 1] << 4));
  i += 2 * pairs;
  if (i < count) set_nibble(to[pairs], false, from[i]);
}

void copy_nibbles(const void *from_base, dim_t from, void *to_base, dim_t to,
                  dim_t count) noexcept {
  const auto *src = static_cast<const uint8_t *>(from_base);
  auto *dst = static_cast<uint8_t *>(to_base);
  if (from % 2 != to % 2) {
    char bytes[256];
    for (dim_t i = 0; i < count; i += dim_t(sizeof(bytes))) {
      const dim_t n = min(count - i, dim_t(sizeof(bytes)));
      unpack_nibbles(src, from + i, n, false, bytes);
      pack_nibbles(bytes, dst, to + i, n);
    }
    return;
  }
  if (from % 2 != 0 && count > 0) {
    set_nibble(dst[to / 2], true, nibble(src[from / 2], true));
    ++from, ++to, --count;
  }
  std::memcpy(dst + to / 2, src + from / 2, size_t(count / 2));
  if (count % 2 != 0)
    set_nibble(dst[(to + count) / 2], false, nibble(src[(from + count) / 2], false));
}

namespace {

void saturate(char *bytes, dim_t count, bool is_signed) noexcept {
  auto *s = reinterpret_cast<int8_t *>(bytes);
  auto *u = reinterpret_cast<uint8_t *>(bytes);
  dim_t i = 0;
  for (; i + eight <= count; i += eight) {
    const uint64_t x = load<uint64_t>(bytes + i);
    const uint64_t below_0 = is_signed ? (x >> 7 & ones) * 255 : 0;
    store<uint64_t>(at_most(x ^ below_0, is_signed ? 7 : 15) ^ below_0, bytes + i);
  }
  if (is_signed)
    for (; i < count; ++i) s[i] = clamp<int8_t>(s[i], -8, 7);
  else
    for (; i < count; ++i) u[i] = min<uint8_t>(u[i], 15);
}

}  // namespace

data_type unpacked_type(data_type type) noexcept {
  switch (type) {
    case dnnl_s4: return dnnl_s8;
    case dnnl_u4: return dnnl_u8;
    case dnnl_f4_e2m1:
    case dnnl_f4_e3m0: return dnnl_f32;
    default: return type;
  }
}

void widen_unpacked(data_type type, char *buffer, dim_t count) noexcept {
  if (unpacked_type(type) != dnnl_f32) return;
  float values[16];
  for (int code = 0; code < 16; ++code) {
    const uint8_t byte = uint8_t(code);
    values[code] = float(load_element(type, &byte, 0));
  }
  for (dim_t i = count; i-- > 0;)
    std::memcpy(buffer + i * dim_t(sizeof(float)), &values[buffer[i] & 15], sizeof(float));
}

void narrow_unpacked(data_type type, char *buffer, dim_t count) noexcept {
  if (unpacked_type(type) != dnnl_f32) return saturate(buffer, count, type == dnnl_s4);
  for (dim_t i = 0; i < count; ++i) {
    float value;
    std::memcpy(&value, buffer + i * dim_t(sizeof(float)), sizeof(float));
    uint8_t code = 0;
    store_element(type, &code, 0, double(value));
    buffer[i] = char(code);
  }
}

}  // namespace dnnlet::drivers
