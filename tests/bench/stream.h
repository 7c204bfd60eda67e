// SPDX-License-Identifier: Apache-2.0
// What dnnlet and the peer do differently: threads are a pool lent to dnnlet, OpenMP in the peer.
#ifndef DNNLET_TESTS_BENCH_STREAM_H
#define DNNLET_TESTS_BENCH_STREAM_H

#include <string>

#include "oneapi/dnnl/dnnl.hpp"

namespace bench {

// Before an engine is made.
void use_threads(int threads);
dnnl::stream make_stream(const dnnl::engine &engine, int threads);

// C = op(A) * op(B), with the threads of the stream.
struct gemm_arguments {
  char transa, transb;
  dnnl_dim_t m, n, k, lda, ldb;
};
dnnl_status_t multiply(const dnnl::stream &stream, const gemm_arguments &g, const float *a,
                       const float *b, float *c);
dnnl_status_t multiply(const dnnl::stream &stream, const gemm_arguments &g, const uint8_t *a,
                       const int8_t *b, int32_t *c);

// Of functions that are no primitives: the plugin, or "peer", then a name.
std::string kernel_of_function(const char *name);

}  // namespace bench

#endif
