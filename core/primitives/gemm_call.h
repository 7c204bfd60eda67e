// SPDX-License-Identifier: Apache-2.0
// What the BLAS functions have in common. They know no engine: a call takes the best plugin that
// the caps allow at that time.
#ifndef DNNLET_CORE_PRIMITIVES_GEMM_CALL_H
#define DNNLET_CORE_PRIMITIVES_GEMM_CALL_H

#include "core/kernel/gemm.h"
#include "core/kernel/kernel.h"
#include "core/support/status.h"

namespace dnnlet {

// The arguments of a call, in its order but for the pointers. What is of no use to sgemm is 0.
struct gemm_call {
  const char *name;
  char transa, transb;
  dim_t m, n, k;
  float alpha;
  gemm_matrix a;  // row_step is lda; col_step is to be found
  gemm_matrix b;
  float beta;
  void *c;
  dim_t ldc;
};

// Checks the arguments and makes an operation of them.
status make_gemm(const gemm_call &call, gemm_op &op) noexcept;
// `pool`: whose threads compute, as in make_team().
status run_gemm(const char *name, const kernel_index &kernels, gemm_op &op, void *pool) noexcept;
// For the calls with a pool: whether this build takes one.
status check_takes_pool(const char *name) noexcept;

}  // namespace dnnlet

#endif
