// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "tests/fuzz/gemm.h"

namespace dnnlet::fuzz {

std::string text(const gemm_call &g) {
  static const char *const names[] = {"sgemm", "gemm_u8s8s32", "gemm_s8s8s32"};
  char line[240];
  std::snprintf(
      line, sizeof(line),
      "%s %d %d %d (letters) %lldx%lldx%lld ld %lld %lld %lld alpha %g beta %g ao %d bo %d",
      names[int(g.kind)], g.transa, g.transb, g.offsetc, static_cast<long long>(g.m),
      static_cast<long long>(g.n), static_cast<long long>(g.k), static_cast<long long>(g.lda),
      static_cast<long long>(g.ldb), static_cast<long long>(g.ldc), double(g.alpha), double(g.beta),
      g.ao, g.bo);
  return line;
}

dnnl_status_t call(const gemm_call &g) {
  const auto *co = static_cast<const int32_t *>(g.co);
  const auto *b = static_cast<const int8_t *>(g.b);
  auto *c = static_cast<int32_t *>(g.c);
  switch (g.kind) {
    case gemm_kind::f32:
      return dnnl_sgemm(g.transa, g.transb, g.m, g.n, g.k, g.alpha, static_cast<const float *>(g.a),
                        g.lda, static_cast<const float *>(g.b), g.ldb, g.beta,
                        static_cast<float *>(g.c), g.ldc);
    case gemm_kind::u8s8:
      return dnnl_gemm_u8s8s32(g.transa, g.transb, g.offsetc, g.m, g.n, g.k, g.alpha,
                               static_cast<const uint8_t *>(g.a), g.lda, static_cast<uint8_t>(g.ao),
                               b, g.ldb, static_cast<int8_t>(g.bo), g.beta, c, g.ldc, co);
    default:
      return dnnl_gemm_s8s8s32(g.transa, g.transb, g.offsetc, g.m, g.n, g.k, g.alpha,
                               static_cast<const int8_t *>(g.a), g.lda, static_cast<int8_t>(g.ao),
                               b, g.ldb, static_cast<int8_t>(g.bo), g.beta, c, g.ldc, co);
  }
}

}  // namespace dnnlet::fuzz
