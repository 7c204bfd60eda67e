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

}  // namespace

void unpack_nibbles(const void *base, dim_t first, dim_t count, bool is_signed,
                    char *bytes) noexcept {
  const auto *from = static_cast<const uint8_t *>(base) + first / 2;
  auto *to = reinterpret_cast<uint8_t *>(bytes);
  dim_t i = 0;
  if (first % 2 != 0 && count > 0) to[i++] = uint8_t(*from++ >> 4);
  const dim_t pairs = (count - i) / 2;
  uint8_t *even = to + i;
  for (dim_t p = 0; p < pairs; ++p) {
    even[2 * p] = from[p] & 15;
    even[2 * p + 1] = uint8_t(from[p] >> 4);
  }
  i += 2 * pairs;
  if (i < count) to[i] = from[pairs] & 15;
  if (!is_signed) return;
  for (dim_t n = 0; n < count; ++n) to[n] = uint8_t((to[n] ^ 8) - 8);
}

void pack_nibbles(const char *bytes, void *base, dim_t first, dim_t count) noexcept {
  const auto *from = reinterpret_cast<const uint8_t *>(bytes);
  auto *to = static_cast<uint8_t *>(base) + first / 2;
  dim_t i = 0;
  if (first % 2 != 0 && count > 0) set_nibble(*to++, true, from[i++]);
  const dim_t pairs = (count - i) / 2;
  const uint8_t *even = from + i;
  for (dim_t p = 0; p < pairs; ++p) to[p] = uint8_t((even[2 * p] & 15) | (even[2 * p + 1] << 4));
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
  if (is_signed)
    for (dim_t i = 0; i < count; ++i) s[i] = clamp<int8_t>(s[i], -8, 7);
  else
    for (dim_t i = 0; i < count; ++i) u[i] = min<uint8_t>(u[i], 15);
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
