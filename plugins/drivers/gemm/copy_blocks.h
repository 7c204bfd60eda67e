// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_COPY_BLOCKS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_COPY_BLOCKS_H

#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

// Blocks of channels, of elements of `size` bytes that stay as they are: whole ones of 16, 32 or 64
// bytes go to rows, as pixel_reader copies them. Returns how many channels that are; 0 where blocks
// are of another size, or do not begin at run.channel.
dim_t copy_blocks(const pixel_run &run, dim_t size, const void *base, void *rows,
                  dim_t row_step) noexcept;

// So many bytes of each row; from one to the next, so many.
struct copied_rows {
  const char *from;
  dim_t from_step;
  char *to;
  dim_t to_step;
  dim_t rows, bytes;
};
void copy_rows(const copied_rows &r) noexcept;

}  // namespace dnnlet::drivers

#endif
