// SPDX-License-Identifier: Apache-2.0
// C = alpha * (op(A) - ao) * (op(B) - bo) + beta * C + co, u8 or s8 by s8 (core/kernel/gemm.h)
//   A, B, C matrices with a step from row to row, any alignment; C is disjoint from A and B
//   scratch: 11 / 8 of panel_bytes of a worker's stack (plugins/drivers/blas/stack.h), or, where
//   there are row_bytes, panel_bytes and these
//   error: sums are exact modulo 2^32; C is rounded once
//
// Sums over the bytes as they are, corrected by sums of rows and columns: B. Jacob et al.,
// "Quantization and training of neural networks for efficient integer-arithmetic-only inference",
// CVPR 2018, section 2.3.
#include "plugins/drivers/blas/gemm_int8.h"

#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr kernel rows[] = {{DNNLET_KERNEL_NAME("gemm_int8"), drivers::plan_gemm_int8,
                                   drivers::run_gemm_int8, &multiply_int8}};

extern const kernel_rows gemm_int8 = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
