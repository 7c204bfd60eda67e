// SPDX-License-Identifier: Apache-2.0
// Elements that a table says where to find, for places that follow each other at equal distances.
#ifndef DNNLET_PLUGINS_DRIVERS_SHUFFLE_GATHER_H
#define DNNLET_PLUGINS_DRIVERS_SHUFFLE_GATHER_H

#include <cstring>

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

struct gathering {
  const char *from;
  const ptrdiff_t *offsets;  // in bytes, of n elements, which are side by side in `to`
  char *to;
  dim_t n, places, step;  // from one place to the next, in bytes
};

// Four places at once: the table is read once for them.
template <class T, int kPlaces>
inline void gather_places(const gathering &g, dim_t place) noexcept {
  const char *from = g.from + place * g.step;
  char *to = g.to + place * g.step;
  for (dim_t i = 0; i < g.n; ++i, to += sizeof(T)) {
    const char *x = from + g.offsets[i];
    T values[kPlaces];
    for (int p = 0; p < kPlaces; ++p) std::memcpy(&values[p], x + p * g.step, sizeof(T));
    for (int p = 0; p < kPlaces; ++p) std::memcpy(to + p * g.step, &values[p], sizeof(T));
  }
}
template <class T>
inline void gather_elements(const gathering &given) noexcept {
  const gathering g = given;
  dim_t place = 0;
  for (; place + 4 <= g.places; place += 4) gather_places<T, 4>(g, place);
  for (; place < g.places; ++place) gather_places<T, 1>(g, place);
}

inline void gather(size_t size, const gathering &g) noexcept {
  switch (size) {
    case 1: return gather_elements<uint8_t>(g);
    case 2: return gather_elements<uint16_t>(g);
    case 4: return gather_elements<uint32_t>(g);
    default: return gather_elements<uint64_t>(g);
  }
}

}  // namespace dnnlet::drivers

#endif
