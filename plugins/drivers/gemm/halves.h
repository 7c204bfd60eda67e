// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_HALVES_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_HALVES_H

#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

// What a plugin lends: to[i] = from[i], in f32 or rounded to two bytes; and transposition
// (nest_copy.h).
struct half_reading {
  void (*convert)(const void *from, float *to, dim_t count);
  bool (*transpose)(const even_transposition &) noexcept;
};
struct half_writing {
  void (*convert)(const float *from, void *to, dim_t count);
  bool (*transpose)(const even_transposition &) noexcept;
};

// Planes of neighbouring pixels, of elements of two bytes, to rows of channels, as pixel_reader
// reads them. False, and nothing done, where there are too few.
bool read_halves(const half_reading &functions, const pixel_run &run, const void *base, float *rows,
                 dim_t row_step) noexcept;
// Rows of channels to planes of such elements, as pixel_writer writes them. False, and nothing
// done, where rows are too short or too far apart.
bool write_halves(const half_writing &functions, const pixel_run &run, const float *rows,
                  dim_t row_step, void *base) noexcept;

}  // namespace dnnlet::drivers

#endif
