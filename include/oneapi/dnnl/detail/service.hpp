// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_SERVICE_HPP
#define ONEAPI_DNNL_DETAIL_SERVICE_HPP

#include <string>

#include "oneapi/dnnl/detail/error.hpp"
#include "oneapi/dnnl/detail/math_mode.hpp"
#include "oneapi/dnnl/dnnl.h"

namespace dnnl {

/// The result of functions that do not throw.
enum class status {
  success = dnnl_success,
  out_of_memory = dnnl_out_of_memory,
  invalid_arguments = dnnl_invalid_arguments,
  unimplemented = dnnl_unimplemented,
  last_impl_reached = dnnl_last_impl_reached,
  runtime_error = dnnl_runtime_error,
  not_required = dnnl_not_required,
};

using version_t = dnnl_version_t;

/// The version of the linked library, and how it was built.
inline const version_t *version() {
  return dnnl_version();
}

/// What the library reports on stdout: 0 nothing, 1 primitives executed, 2 primitives created too.
inline status set_verbose(int level) {
  return static_cast<status>(dnnl_set_verbose(level));
}

/// The math mode of primitive_attr objects made from now on.
inline status set_default_fpmath_mode(fpmath_mode mode) {
  return static_cast<status>(dnnl_set_default_fpmath_mode(convert_to_c(mode)));
}

inline fpmath_mode get_default_fpmath_mode() {
  return static_cast<fpmath_mode>(detail::fetch<dnnl_fpmath_mode_t>(
      "could not get the default math mode", dnnl_get_default_fpmath_mode));
}

/// Settings of oneDNN's code generator. This library has none.
inline status set_jit_dump(int enable) {
  return static_cast<status>(dnnl_set_jit_dump(enable));
}

inline status set_jit_profiling_flags(unsigned flags) {
  return static_cast<status>(dnnl_set_jit_profiling_flags(flags));
}

inline status set_jit_profiling_jitdumpdir(const std::string &dir) {
  return static_cast<status>(dnnl_set_jit_profiling_jitdumpdir(dir.c_str()));
}

/// x86 instruction sets, in sets that contain each other.
enum class cpu_isa {
  isa_default = dnnl_cpu_isa_default,
  sse41 = dnnl_cpu_isa_sse41,
  avx = dnnl_cpu_isa_avx,
  avx2 = dnnl_cpu_isa_avx2,
  avx2_vnni = dnnl_cpu_isa_avx2_vnni,
  avx2_vnni_2 = dnnl_cpu_isa_avx2_vnni_2,
  avx512_core = dnnl_cpu_isa_avx512_core,
  avx512_core_vnni = dnnl_cpu_isa_avx512_core_vnni,
  avx512_core_bf16 = dnnl_cpu_isa_avx512_core_bf16,
  avx10_1_512 = dnnl_cpu_isa_avx10_1_512,
  avx512_core_fp16 = dnnl_cpu_isa_avx512_core_fp16,
  avx10_1_512_amx = dnnl_cpu_isa_avx10_1_512_amx,
  avx512_core_amx = dnnl_cpu_isa_avx512_core_amx,
  avx10_1_512_amx_fp16 = dnnl_cpu_isa_avx10_1_512_amx_fp16,
  avx512_core_amx_fp16 = dnnl_cpu_isa_avx512_core_amx_fp16,
  avx10_2 = dnnl_cpu_isa_avx10_2,
  avx10_2_512 = dnnl_cpu_isa_avx10_2_512,
  avx10_2_amx_2 = dnnl_cpu_isa_avx10_2_amx_2,
  avx10_2_512_amx_2 = dnnl_cpu_isa_avx10_2_512_amx_2,
};

/// Uses no instructions beyond a set, if called before the first engine is made.
inline status set_max_cpu_isa(cpu_isa isa) {
  return static_cast<status>(dnnl_set_max_cpu_isa(static_cast<dnnl_cpu_isa_t>(isa)));
}

/// The instructions that the library uses.
inline cpu_isa get_effective_cpu_isa() {
  return static_cast<cpu_isa>(dnnl_get_effective_cpu_isa());
}

enum class cpu_isa_hints {
  no_hints = dnnl_cpu_isa_no_hints,
  /// Vectors of 256 bits rather than 512.
  prefer_ymm = dnnl_cpu_isa_prefer_ymm,
};

inline status set_cpu_isa_hints(cpu_isa_hints isa_hints) {
  return static_cast<status>(dnnl_set_cpu_isa_hints(static_cast<dnnl_cpu_isa_hints_t>(isa_hints)));
}

inline cpu_isa_hints get_cpu_isa_hints() {
  return static_cast<cpu_isa_hints>(dnnl_get_cpu_isa_hints());
}

/// How many primitives the cache may hold. This library has no cache, and only keeps the number.
inline int get_primitive_cache_capacity() {
  return detail::fetch<int>("could not get the capacity of the primitive cache",
                            dnnl_get_primitive_cache_capacity);
}

inline void set_primitive_cache_capacity(int capacity) {
  error::wrap_c_api(dnnl_set_primitive_cache_capacity(capacity),
                    "could not set the capacity of the primitive cache");
}

/// C = alpha op(A) op(B) + beta C, for row-major matrices: op(A) is M x K, op(B) is K x N. op is
/// the transpose if transa (transb) is 'T', nothing if it is 'N'; ld* are the lengths of rows.
inline status sgemm(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K, float alpha,
                    const float *A, dnnl_dim_t lda, const float *B, dnnl_dim_t ldb, float beta,
                    float *C, dnnl_dim_t ldc) {
  return static_cast<status>(
      dnnl_sgemm(transa, transb, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc));
}

/// C = alpha (op(A) - ao) (op(B) - bo) + beta C + co, as sgemm(), computed in integers and rounded
/// and saturated to s32. offsetc says what co holds: 'F' one number, 'C' one per row, 'R' one per
/// column.
inline status gemm_u8s8s32(char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N,
                           dnnl_dim_t K, float alpha, const uint8_t *A, dnnl_dim_t lda, uint8_t ao,
                           const int8_t *B, dnnl_dim_t ldb, int8_t bo, float beta, int32_t *C,
                           dnnl_dim_t ldc, const int32_t *co) {
  return static_cast<status>(dnnl_gemm_u8s8s32(transa, transb, offsetc, M, N, K, alpha, A, lda, ao,
                                               B, ldb, bo, beta, C, ldc, co));
}

/// The same for a signed A.
inline status gemm_s8s8s32(char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N,
                           dnnl_dim_t K, float alpha, const int8_t *A, dnnl_dim_t lda, int8_t ao,
                           const int8_t *B, dnnl_dim_t ldb, int8_t bo, float beta, int32_t *C,
                           dnnl_dim_t ldc, const int32_t *co) {
  return static_cast<status>(dnnl_gemm_s8s8s32(transa, transb, offsetc, M, N, K, alpha, A, lda, ao,
                                               B, ldb, bo, beta, C, ldc, co));
}

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_SERVICE_HPP
