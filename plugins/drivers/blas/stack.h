// SPDX-License-Identifier: Apache-2.0
// What a BLAS function, which has no scratchpad, may take of a worker's stack (DNNLET_STACK_KB).
// How much that is decides how a product is cut, and no bit of it.
#ifndef DNNLET_PLUGINS_DRIVERS_BLAS_STACK_H
#define DNNLET_PLUGINS_DRIVERS_BLAS_STACK_H

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

constexpr dim_t stack_bytes = DNNLET_STACK_KB * 1024;
// For panels of B, or for all that a product of integers packs and sums up; and what is left for
// rows of A, or for longer panels.
constexpr dim_t panel_bytes = min<dim_t>(stack_bytes, 64 * 1024) / 2;
constexpr dim_t row_bytes = stack_bytes - 2 * panel_bytes;

}  // namespace dnnlet::drivers

#endif
