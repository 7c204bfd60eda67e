// SPDX-License-Identifier: Apache-2.0
// How a product is cut, and made, where it goes by tiles; few_rows.h has those that do not.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_MULTIPLY_CUT_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_MULTIPLY_CUT_H

#include "plugins/drivers/gemm/multiply.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// So many steps are one block of K, where there is room for them.
constexpr dim_t most_steps = 1024;
// So few rows of integers are done with sooner than B is packed.
constexpr dim_t few_rows_of_bytes = 64;

// Whether bytes are multiplied so fast, by the longest vectors, that whatever goes by another place
// in memory counts.
inline bool has_fast_bytes(const multiply_backend &backend) noexcept {
  const product &x = *backend.multiply;
  return has_large_caches && x.is_integer && size_of(x.a) == 1 && !x.tiles->unit &&
         dim_t(backend.lanes()) >= longest_lanes;
}

void cut_for_tiles(const multiply_problem &p, const multiply_backend &backend,
                   const multiply_room &room, multiply_cut &cut) noexcept;

void run_by_tiles(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task, char *memory,
                  rows_in_memory *packed) noexcept;

}  // namespace dnnlet::drivers

#endif
