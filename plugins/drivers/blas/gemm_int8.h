// SPDX-License-Identifier: Apache-2.0
// Integer gemm around the GEMM tile, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_BLAS_GEMM_INT8_H
#define DNNLET_PLUGINS_DRIVERS_BLAS_GEMM_INT8_H

#include "core/kernel/gemm.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/product.h"

namespace dnnlet::drivers {

// Lines of u8 or s8, and where they are packed.
struct byte_lines {
  const void *from;
  dim_t from_step;  // elements from line to line
  dim_t lines, length;
  void *to;
  dim_t to_step;  // elements
};
using pack_function = void (*)(const byte_lines &p) noexcept;

// How op(A) becomes the elements that tiles read, from u8 or from s8. Lines along K are converted
// line by line, with zeros up to whole groups; lines across K as those of B are.
struct int8_packing {
  pack_function along, across;
};

struct gemm_int8_backend {
  size_t (*lanes)() noexcept;
  const product *multiply;  // int8 by int8
  int8_packing a_of_u8, a_of_s8;
  // Lines become rows of groups, as in product.h, with zeros up to whole groups. Across K, rows of
  // groups end with whole vectors; along K, a line is a column.
  int8_packing b;
};

refusal plan_gemm_int8(plan_request &request) noexcept;
void run_gemm_int8(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
