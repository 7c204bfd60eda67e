// SPDX-License-Identifier: Apache-2.0
// How pooling cuts its tensors and the scratch memory.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_LAYOUT_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_LAYOUT_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/pooling/geometry.h"
#include "plugins/drivers/rows/row_backend.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers::pooling {

// As find_layout(), but what is multiplied by nothing is nothing: strides of dimensions of extent 1
// may be any numbers.
inline bool find_pooled_layout(const memory_desc &md, activation &a) noexcept {
  if (!find_layout(md, a)) return false;
  if (md.dims[0] == 1) a.n = 0;
  if (md.dims[1] <= a.run) a.run_stride = 0;
  if (md.ndims > 4 && md.dims[2] == 1) a.d = 0;
  if (md.ndims > 3 && md.dims[md.ndims - 2] == 1) a.h = 0;
  if (md.dims[md.ndims - 1] == 1) a.w = 0;
  return true;
}

// Channels that lie side by side, in chunks.
struct channel_chunks {
  dim_t channels, run, chunk;

  dim_t per_run() const noexcept { return div_up(run, chunk); }
  dim_t count() const noexcept { return div_up(channels, run) * per_run(); }
  // The channels of chunk i; none where a run is not full.
  range at(dim_t i) const noexcept {
    const dim_t first = i / per_run() * run, begin = first + i % per_run() * chunk;
    return {begin, max(begin, min(min(begin + chunk, first + run), channels))};
  }
};

// Whether a tensor, if it is there, has this layout.
inline bool lies_alike(const memory_desc &md, const activation &layout) noexcept {
  activation a;
  return is_zero(md) ||
         (find_pooled_layout(md, a) && a.n == layout.n && a.d == layout.d && a.h == layout.h &&
          a.w == layout.w && a.run == layout.run && a.run_stride == layout.run_stride);
}

// Cuts a worker's scratch memory. What is far too much for a size of 32 bits shows.
struct scratch_layout {
  dim_t size = 0;
  size_t add(dim_t bytes) noexcept {
    const dim_t offset = size;
    size += round_up(bytes, dim_t(data_alignment));
    return size_t(offset);
  }
};

// values[i * n + j] = channel j of column i, for columns `step` elements apart from `offset` on.
inline void load_columns(const row_backend &rows, data_type type, const void *base, dim_t offset,
                         dim_t step, dim_t columns, dim_t n, float *values) noexcept {
  if (step == n) return rows.load(type, base, size_t(offset), values, size_t(columns * n));
  for (dim_t i = 0; i < columns; ++i)
    rows.load(type, base, size_t(offset + i * step), values + i * n, size_t(n));
}

}  // namespace dnnlet::drivers::pooling

#endif
