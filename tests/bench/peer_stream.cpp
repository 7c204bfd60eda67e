// SPDX-License-Identifier: Apache-2.0
#include <omp.h>

#include "stream.h"

namespace bench {

void use_threads(int threads) {
  omp_set_num_threads(threads);
}

dnnl::stream make_stream(const dnnl::engine &engine, int) {
  return dnnl::stream(engine);
}

std::string kernel_of_function(const char *name) {
  return std::string("peer:") + name;
}

dnnl_status_t multiply(const dnnl::stream &, const gemm_arguments &g, const float *a,
                       const float *b, float *c) {
  return dnnl_sgemm(g.transa, g.transb, g.m, g.n, g.k, 1, a, g.lda, b, g.ldb, 0, c, g.n);
}

dnnl_status_t multiply(const dnnl::stream &, const gemm_arguments &g, const uint8_t *a,
                       const int8_t *b, int32_t *c) {
  const int32_t offset = 0;
  return dnnl_gemm_u8s8s32(g.transa, g.transb, 'F', g.m, g.n, g.k, 1, a, g.lda, 0, b, g.ldb, 0, 0,
                           c, g.n, &offset);
}

}  // namespace bench
