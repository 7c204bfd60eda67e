// SPDX-License-Identifier: Apache-2.0
// Tiles of f32 that multiply lane by lane: a row of A is as wide as one of B, and a column of C is
// the sum of the products of the column in A with that in B.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_LANES_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_LANES_H

#include "plugins/drivers/gemm/tile.h"

namespace dnnlet::drivers {

struct lane_tiles {
  const tile_table *whole, *ends;  // of whole vectors, and of less than one
};

// A panel of any number of columns.
void run_lanes(const lane_tiles &tiles, size_t lanes, tile_args args, size_t rows) noexcept;

}  // namespace dnnlet::drivers

#endif
