// SPDX-License-Identifier: Apache-2.0
// What the CPU can do, as far as plugins ask for it.
#ifndef DNNLET_CORE_ENGINE_CPU_FEATURES_H
#define DNNLET_CORE_ENGINE_CPU_FEATURES_H

#include <cstdint>

namespace dnnlet {

// A set of features, one bit each. The names are those of plugins/<name>/plugin.cmake.
using cpu_features = uint64_t;

namespace cpu {
// One line for each feature: its name, and cpuinfo's question for it.
#define DNNLET_CPU_FEATURES(X) \
  X(sse3, x86_sse3) \
  X(ssse3, x86_ssse3) \
  X(sse4_1, x86_sse4_1) \
  X(sse4_2, x86_sse4_2) \
  X(aes, x86_aes) \
  X(pclmul, x86_pclmulqdq) \
  X(avx, x86_avx) \
  X(f16c, x86_f16c) \
  X(fma, x86_fma3) \
  X(avx2, x86_avx2) \
  X(lzcnt, x86_lzcnt) \
  X(bmi, x86_bmi) \
  X(bmi2, x86_bmi2) \
  X(avx512f, x86_avx512f) \
  X(avx512cd, x86_avx512cd) \
  X(avx512dq, x86_avx512dq) \
  X(avx512bw, x86_avx512bw) \
  X(avx512vl, x86_avx512vl) \
  X(avx512vnni, x86_avx512vnni) \
  X(avx512vbmi, x86_avx512vbmi) \
  X(avx512vbmi2, x86_avx512vbmi2) \
  X(avx512bitalg, x86_avx512bitalg) \
  X(avx512vpopcntdq, x86_avx512vpopcntdq) \
  X(gfni, x86_gfni) \
  X(vaes, x86_vaes) \
  X(vpclmulqdq, x86_vpclmulqdq) \
  X(avx512bf16, x86_avx512bf16) \
  X(neon, arm_neon) \
  X(neon_fma, arm_neon_fma) \
  X(arm_aes, arm_aes) \
  X(neon_fp16_arith, arm_neon_fp16_arith) \
  X(neon_dot, arm_neon_dot) \
  X(neon_bf16, arm_neon_bf16) \
  X(sve, arm_sve) \
  X(sve2, arm_sve2) \
  X(sve2_aes, arm_sve2_aes) \
  X(fast_bf16_dot, fast_bf16_dot)

enum index {
#define DNNLET_INDEX(name, question) name##_index,
  DNNLET_CPU_FEATURES(DNNLET_INDEX)
#undef DNNLET_INDEX
      feature_count
};
#define DNNLET_BIT(name, question) constexpr cpu_features name = cpu_features(1) << name##_index;
DNNLET_CPU_FEATURES(DNNLET_BIT)
#undef DNNLET_BIT
}  // namespace cpu

// The name of the lowest feature in the set, which is not empty.
const char *first_feature_name(cpu_features set) noexcept;

// cpuinfo's answer, or, with DNNLET_CPU_DETECTION=fixed, what the compiler was told to assume.
cpu_features detect_cpu_features() noexcept;
int processor_count() noexcept;

}  // namespace dnnlet

#endif
