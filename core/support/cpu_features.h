// SPDX-License-Identifier: Apache-2.0
// What the CPU can do, as far as plugins ask for it.
#ifndef DNNLET_CORE_SUPPORT_CPU_FEATURES_H
#define DNNLET_CORE_SUPPORT_CPU_FEATURES_H

#include <cstdint>

namespace dnnlet {

// A set of features, one bit each. The names are those of plugins/<name>/plugin.cmake.
using cpu_features = uint64_t;

namespace cpu {
// One line for each feature: its name, cpuinfo's question for it, and where the CPU itself tells of
// it (cpu_itself.h). amx: tiles, of bf16 and of bytes, with the operating system's permission;
// sve_power_of_two: vectors of 128, 256, 512, 1024 or 2048 bits.
#define DNNLET_CPU_FEATURES(X) \
  X(sse3, x86_sse3, x86(leaf_1_ecx, 0)) \
  X(ssse3, x86_ssse3, x86(leaf_1_ecx, 9)) \
  X(sse4_1, x86_sse4_1, x86(leaf_1_ecx, 19)) \
  X(sse4_2, x86_sse4_2, x86(leaf_1_ecx, 20)) \
  X(aes, x86_aes, x86(leaf_1_ecx, 25)) \
  X(pclmul, x86_pclmulqdq, x86(leaf_1_ecx, 1)) \
  X(avx, x86_avx, x86(leaf_1_ecx, 28, ymm)) \
  X(f16c, x86_f16c, x86(leaf_1_ecx, 29, ymm)) \
  X(fma, x86_fma3, x86(leaf_1_ecx, 12, ymm)) \
  X(avx2, x86_avx2, x86(leaf_7_ebx, 5, ymm)) \
  X(lzcnt, x86_lzcnt, x86(extended_leaf_1_ecx, 5)) \
  X(bmi, x86_bmi, x86(leaf_7_ebx, 3)) \
  X(bmi2, x86_bmi2, x86(leaf_7_ebx, 8)) \
  X(avx512f, x86_avx512f, x86(leaf_7_ebx, 16, zmm)) \
  X(avx512cd, x86_avx512cd, x86(leaf_7_ebx, 28, zmm)) \
  X(avx512dq, x86_avx512dq, x86(leaf_7_ebx, 17, zmm)) \
  X(avx512bw, x86_avx512bw, x86(leaf_7_ebx, 30, zmm)) \
  X(avx512vl, x86_avx512vl, x86(leaf_7_ebx, 31, zmm)) \
  X(avx512vnni, x86_avx512vnni, x86(leaf_7_ecx, 11, zmm)) \
  X(avx512vbmi, x86_avx512vbmi, x86(leaf_7_ecx, 1, zmm)) \
  X(avx512vbmi2, x86_avx512vbmi2, x86(leaf_7_ecx, 6, zmm)) \
  X(avx512bitalg, x86_avx512bitalg, x86(leaf_7_ecx, 12, zmm)) \
  X(avx512vpopcntdq, x86_avx512vpopcntdq, x86(leaf_7_ecx, 14, zmm)) \
  X(gfni, x86_gfni, x86(leaf_7_ecx, 8)) \
  X(vaes, x86_vaes, x86(leaf_7_ecx, 9)) \
  X(vpclmulqdq, x86_vpclmulqdq, x86(leaf_7_ecx, 10)) \
  X(avxvnni, x86_avxvnni, x86(leaf_7_1_eax, 4, ymm)) \
  X(avx512bf16, x86_avx512bf16, x86(leaf_7_1_eax, 5, zmm)) \
  X(amx, x86_amx, derived) \
  X(neon, arm_neon, arm(hwcap, 1, 12)) \
  X(neon_fma, arm_neon_fma, arm(hwcap, 1, 16)) \
  X(arm_aes, arm_aes, arm(hwcap, 3)) \
  X(neon_fp16_arith, arm_neon_fp16_arith, arm(hwcap, 10)) \
  X(neon_dot, arm_neon_dot, arm(hwcap, 20)) \
  X(neon_bf16, arm_neon_bf16, arm(hwcap2, 14)) \
  X(neon_i8mm, arm_i8mm, arm(hwcap2, 13)) \
  X(sve, arm_sve, arm(hwcap, 22)) \
  X(sve_power_of_two, arm_sve_power_of_two, derived) \
  X(sve2, arm_sve2, arm(hwcap2, 1)) \
  X(sve2_aes, arm_sve2_aes, arm(hwcap2, 2)) \
  X(fast_bf16_dot, fast_bf16_dot, derived)

enum index {
#define DNNLET_INDEX(name, question, bit) name##_index,
  DNNLET_CPU_FEATURES(DNNLET_INDEX)
#undef DNNLET_INDEX
      feature_count
};
#define DNNLET_BIT(name, question, bit) \
  constexpr cpu_features name = cpu_features(1) << name##_index;
DNNLET_CPU_FEATURES(DNNLET_BIT)
#undef DNNLET_BIT
}  // namespace cpu

// The name of the lowest feature in the set, which is not empty.
const char *first_feature_name(cpu_features set) noexcept;

// cpuinfo's answer; where it has none, the CPU's own; or, with DNNLET_CPU_DETECTION=fixed, what the
// compiler was told to assume.
cpu_features detect_cpu_features() noexcept;
int processor_count() noexcept;
// A sentence about how the features were found out, where that is not as usual; else null.
const char *detection_remark() noexcept;

}  // namespace dnnlet

#endif
