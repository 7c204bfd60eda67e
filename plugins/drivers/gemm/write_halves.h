// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_WRITE_HALVES_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_WRITE_HALVES_H

#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

// What a plugin lends: to[i] = from[i], rounded to two bytes; and transposition (nest_copy.h).
struct half_functions {
  void (*convert)(const float *from, void *to, dim_t count);
  bool (*transpose)(const even_transposition &) noexcept;
};

// Rows of channels to planes of elements of two bytes, as pixel_writer writes them. False, and
// nothing done, where rows are too short or too far apart.
bool write_halves(const half_functions &functions, const pixel_run &run, const float *rows,
                  dim_t row_step, void *base) noexcept;

}  // namespace dnnlet::drivers

#endif
