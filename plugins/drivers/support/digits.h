// SPDX-License-Identifier: Apache-2.0
// Tensors as loops: the digits of an index, and loops that can be one.
#ifndef DNNLET_PLUGINS_DRIVERS_SUPPORT_DIGITS_H
#define DNNLET_PLUGINS_DRIVERS_SUPPORT_DIGITS_H

#include "core/support/data_type.h"

namespace dnnlet::drivers {

// A dimension, whose index is a sum of digits times units; units[i] divides units[i + 1]. A part of
// it are the indices that begin with a digit.
struct digits {
  static constexpr int max_units = 8;
  dim_t extent;
  int unit_count;
  dim_t units[max_units];

  dim_t part_extent(int digit) const noexcept {
    const dim_t below = digit + 1 < unit_count ? extent % units[digit + 1] : extent;
    return below / units[digit];
  }
  dim_t part_begin(int digit) const noexcept {
    return digit + 1 < unit_count ? extent - extent % units[digit + 1] : 0;
  }
  // The next part that is not empty, or -1.
  int part_below(int digit) const noexcept {
    do --digit;
    while (digit >= 0 && part_extent(digit) == 0);
    return digit;
  }
  // Keeps the units sorted; false where they do not divide each other, or are too many.
  bool add_unit(dim_t unit) noexcept {
    int at = unit_count;
    while (units[at - 1] > unit) --at;
    if (units[at - 1] == unit) return true;
    const bool divides = unit % units[at - 1] == 0 && (at == unit_count || units[at] % unit == 0);
    if (!divides || unit_count == max_units) return false;
    for (int i = unit_count++; i > at; --i) units[i] = units[i - 1];
    units[at] = unit;
    return true;
  }
};

// Makes one loop of each two that follow each other where it can do what both do, with the strides
// of so many operands.
template <class Nest>
void merge_loops(Nest &nest, int operands) noexcept {
  int kept = 0;
  for (int i = 0; i < nest.count; ++i) {
    const auto loop = nest.loops[i];
    bool is_continued = kept > 0;
    for (int o = 0; o < operands && is_continued; ++o)
      is_continued = nest.loops[kept - 1].strides[o] == loop.extent * loop.strides[o];
    const dim_t repeats = is_continued ? nest.loops[--kept].extent : 1;
    nest.loops[kept] = loop;
    nest.loops[kept++].extent *= repeats;
  }
  nest.count = kept;
}

}  // namespace dnnlet::drivers

#endif
