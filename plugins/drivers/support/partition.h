// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_SUPPORT_PARTITION_H
#define DNNLET_PLUGINS_DRIVERS_SUPPORT_PARTITION_H

#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet::drivers {

// About `part` of `whole`, so that the parts are equal.
inline dim_t even_part(dim_t whole, dim_t part) noexcept {
  return div_up(whole, div_up(whole, clamp<dim_t>(part, 1, whole)));
}

}  // namespace dnnlet::drivers

#endif
