// SPDX-License-Identifier: Apache-2.0
// sgemm around the GEMM tile, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_BLAS_SGEMM_H
#define DNNLET_PLUGINS_DRIVERS_BLAS_SGEMM_H

#include "core/kernel/gemm.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/product.h"

namespace dnnlet::drivers {

// A block of a matrix in rows: to[r * to_step + c] = from[r * from_step + c], and zeros where a
// row ends before `width`; or transposed: from[c * from_step + r].
struct packed_block {
  const float *from;
  dim_t from_step;
  float *to;
  dim_t to_step;
  dim_t rows, cols;
  dim_t width;
};

struct sgemm_backend {
  size_t (*lanes)() noexcept;
  const product *multiply;  // f32 by f32
  void (*pack)(const packed_block &block) noexcept;
  void (*pack_transposed)(const packed_block &block) noexcept;
  void (*scale)(float *x, dim_t count, float factor) noexcept;
};

refusal plan_sgemm(plan_request &request) noexcept;
void run_sgemm(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
