// SPDX-License-Identifier: Apache-2.0
// Sizes of scratch memory, whose factors a program chooses: what would overflow is huge instead,
// and so is never got.
#ifndef DNNLET_PLUGINS_DRIVERS_SUPPORT_SCRATCH_H
#define DNNLET_PLUGINS_DRIVERS_SUPPORT_SCRATCH_H

#include <initializer_list>

#include "core/kernel/kernel.h"
#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

// The product of numbers >= 0, or the largest one there is.
inline dim_t capped_product(std::initializer_list<dim_t> factors) noexcept {
  dim_t product = 1;
  for (const dim_t factor : factors)
    if (!checked_mul(product, factor, &product)) return INT64_MAX;
  return product;
}

// For plan_request::add_scratch().
inline size_t scratch_bytes(std::initializer_list<dim_t> factors) noexcept {
  const dim_t bytes = capped_product(factors);
  return uint64_t(bytes) > SIZE_MAX / 2 ? SIZE_MAX / 2 : size_t(bytes);
}

// The parts of a worker's scratch, one behind the other.
struct worker_scratch {
  static constexpr dim_t most = dim_t(1) << 30;  // bytes: no worker is given more
  size_t bytes = 0;
  bool fits = true;

  // Answers where the part begins.
  size_t add(std::initializer_list<dim_t> factors) noexcept {
    const dim_t wanted = capped_product(factors);
    fits = fits && wanted <= most;
    const size_t at = bytes;
    if (fits) bytes += round_up(size_t(wanted), data_alignment);
    return at;
  }
};

}  // namespace dnnlet::drivers

#endif
