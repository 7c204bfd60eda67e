// SPDX-License-Identifier: Apache-2.0
// What tensors are filled with.
#include <cmath>
#include <limits>

#include "tests/fuzz/element.h"
#include "tests/fuzz/placed.h"

namespace dnnlet::fuzz {

namespace {

double unit(uint64_t bits) {
  return double(bits >> 11) * 0x1p-53;
}

double natural(dnnl_data_type_t type, uint64_t bits) {
  switch (type) {
    case dnnl_s8: return double(bits % 256) - 128;
    case dnnl_u8: return double(bits % 256);
    case dnnl_s4: return double(bits % 16) - 8;
    case dnnl_u4: return double(bits % 16);
    case dnnl_s32:
    case dnnl_s64: return double(bits % 2001) - 1000;
    default: return 2 * unit(bits) - 1;
  }
}

double special(dnnl_data_type_t type, uint64_t bits) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double list[] = {
      0.0,     -0.0,  infinity, -infinity, 8e34,         -8e34,         1e-40,      -1e-45, 3.4e38,
      -3.4e38, 1e-38, 65504.0,  -65504.0,  1e9,          -1e9,          88.0,       -88.0,  104.0,
      -104.0,  0.5,   -1.0,     1.0,       2147483647.0, -2147483648.0, 16777217.0, 2.5,    1e19,
      -1e19,   127.5, -128.5,   255.5,     1e4,          -1e4};
  const uint64_t which = bits % 40;
  if (is_integer(type)) return which < 4 ? 1e30 * (which % 2 ? 1 : -1) : natural(type, bits);
  if (which >= std::size(list)) return std::nan("");
  return has_subnormals || std::fabs(list[which]) >= 0x1p-126 ? list[which] : 0.0;
}

double draw(numbers fill, dnnl_data_type_t type, uint64_t bits) {
  const bool is_unsigned = type == dnnl_u8 || type == dnnl_u4;
  switch (fill) {
    case numbers::natural: return natural(type, bits);
    case numbers::exact: return double(bits % 7) - (is_unsigned ? 0 : 3);
    case numbers::positive:
      return is_integer(type) ? 1.0 + double(bits % 4) : 0.25 + 3.75 * unit(bits);
    case numbers::powers:
      return is_integer(type) ? 1.0 + double(bits % 2) : std::ldexp(1.0, int(bits % 5) - 2);
    case numbers::chances: return 1 - (bits % 8 ? std::ldexp(1.0, -int(bits % 3)) : 0);
    case numbers::small: return is_integer(type) ? natural(type, bits) : natural(type, bits) / 8;
    case numbers::special: return bits >> 32 & 3 ? natural(type, bits) : special(type, bits);
  }
  return 0;
}

}  // namespace

std::vector<double> draw_numbers(const tensor_spec &t, const dims &shape, uint64_t seed) {
  const int64_t n = t.layout == layout_kind::scalar ? 1 : count(shape);
  std::vector<double> content;
  content.resize(size_t(n));
  const uint64_t state = mixed(seed ^ mixed(uint64_t(t.arg)));
  for (size_t i = 0; i < content.size(); ++i)
    content[i] = rounded(t.type, draw(t.fill, t.type, mixed(state + i)));
  return content;
}

}  // namespace dnnlet::fuzz
