// SPDX-License-Identifier: Apache-2.0
// Gradients of weights are summed in parts, so that there is work for all threads.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_ADD_UP_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_ADD_UP_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// Adds the other parts, of `size` sums each, to the first, in their order.
void add_up(const run_context &context, const row_backend &rows, float *first, const float *others,
            dim_t parts, dim_t size) noexcept;
inline void add_up(const run_context &context, const row_backend &rows, float *sums, dim_t parts,
                   dim_t size) noexcept {
  add_up(context, rows, sums, sums + size, parts, size);
}

}  // namespace dnnlet::drivers

#endif
