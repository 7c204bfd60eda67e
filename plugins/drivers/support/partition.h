// SPDX-License-Identifier: Apache-2.0
// How work is cut.
#ifndef DNNLET_PLUGINS_DRIVERS_SUPPORT_PARTITION_H
#define DNNLET_PLUGINS_DRIVERS_SUPPORT_PARTITION_H

#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet::drivers {

// About `part` of `whole`, so that the parts are equal; 1 where there is nothing to cut.
inline dim_t even_part(dim_t whole, dim_t part) noexcept {
  if (part >= whole) return max<dim_t>(whole, 1);
  return div_up(whole, div_up(whole, max<dim_t>(part, 1)));
}

// Takes an item apart: answers i % extent, and leaves i / extent.
inline dim_t take(dim_t &i, dim_t extent) noexcept {
  const dim_t rest = i % extent;
  i /= extent;
  return rest;
}

}  // namespace dnnlet::drivers

#endif
