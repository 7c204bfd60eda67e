// SPDX-License-Identifier: Apache-2.0
// u8 and s8 as the integer product of a plugin reads them.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_INT8_ELEMENTS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_INT8_ELEMENTS_H

#include <cstring>

#include "core/support/data_type.h"
#include "plugins/drivers/gemm/product.h"

namespace dnnlet::drivers {

// What is added to each element of A, u8 or s8, so that it is an `as`.
inline int32_t shift_of(data_type type, element as) noexcept {
  if (type == dnnl_s8 && as == element::u8) return 128;
  if (type == dnnl_u8 && as == element::s8) return -128;
  return 0;
}

// A row of A whose elements are all the same.
inline void fill_row(element as, int32_t value, dim_t count, char *to) noexcept {
  if (as != element::s16) {
    std::memset(to, value, size_t(count));
    return;
  }
  for (dim_t i = 0; i < count; ++i) reinterpret_cast<int16_t *>(to)[i] = int16_t(value);
}

// A group of ones, as A: its product with B sums up the columns of B. As many as tiles load that
// join groups.
inline const char *group_of_ones(element as) noexcept {
  static constexpr int16_t s16[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  static constexpr int8_t s8[64] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  return as == element::s16 ? reinterpret_cast<const char *>(s16)
                            : reinterpret_cast<const char *>(s8);
}

}  // namespace dnnlet::drivers

#endif
