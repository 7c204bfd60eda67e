// SPDX-License-Identifier: Apache-2.0
// Parts of matrices on their way into a cache, ahead of time.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FETCH_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FETCH_H

#include "plugins/drivers/gemm/pack.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// A part of a matrix as it lies in memory.
struct stored_part {
  const char *from;
  dim_t step, lines, bytes;  // step and bytes of a line, in bytes
};
inline stored_part stored(const matrix_part &p) noexcept {
  const dim_t size = dim_t(type_size(p.of.type));
  const char *from = p.of.at(p.row, p.col);
  return p.of.col_step == 1 ? stored_part{from, p.of.row_step * size, p.rows, p.cols * size}
                            : stored_part{from, p.of.col_step * size, p.cols, p.rows * size};
}

// Lines [first, last) into the L1 cache, or, with kLocality 2, the L2.
template <int kLocality>
void fetch(const stored_part &p, dim_t first, dim_t last) noexcept {
  for (dim_t l = first; l < last; ++l)
    for (dim_t i = 0; i < p.bytes; i += line_bytes)
      __builtin_prefetch(p.from + l * p.step + i, 0, kLocality);
}

}  // namespace dnnlet::drivers

#endif
