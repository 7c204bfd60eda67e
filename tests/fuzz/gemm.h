// SPDX-License-Identifier: Apache-2.0
// A call of a BLAS function, as data.
#ifndef DNNLET_TESTS_FUZZ_GEMM_H
#define DNNLET_TESTS_FUZZ_GEMM_H

#include <string>

#include "oneapi/dnnl/dnnl.h"

namespace dnnlet::fuzz {

enum class gemm_kind { f32, u8s8, s8s8 };

struct gemm_call {
  gemm_kind kind;
  char transa, transb, offsetc;
  int64_t m, n, k, lda, ldb, ldc;
  float alpha, beta;
  int ao, bo;
  const void *a, *b, *co;
  void *c;
};

std::string text(const gemm_call &g);
dnnl_status_t call(const gemm_call &g);
/// The same on a pool; dnnl_unimplemented where the library takes no pools.
dnnl_status_t call_on_pool(const gemm_call &g, int threads);

}  // namespace dnnlet::fuzz

#endif
