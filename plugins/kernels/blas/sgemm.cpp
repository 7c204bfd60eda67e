// SPDX-License-Identifier: Apache-2.0
// C = alpha * op(A) * op(B) + beta * C, f32 (core/kernel/gemm.h)
//   A, B, C f32 matrices with a step from row to row, any alignment; C is disjoint from A and B
//   scratch: panel_bytes of each worker's stack (plugins/drivers/blas/stack.h), and where that is
//   not enough for a panel of B, or rows of A are packed, row_bytes
//   error: one rounding for each product, of alpha * op(B) and of beta * C
//   K. Goto, R. van de Geijn: "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3),
//   2008, with a panel of B in the L1 cache instead of a block of A in the L2
#include "plugins/drivers/blas/sgemm.h"

#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("sgemm"), drivers::plan_sgemm, drivers::run_sgemm, &multiply_f32}};

extern const kernel_rows sgemm = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
