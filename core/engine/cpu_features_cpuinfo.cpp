// SPDX-License-Identifier: Apache-2.0
// DNNLET_CPU_DETECTION=cpuinfo. cpuinfo allocates when it is initialised; nothing else here does.
#include <cpuinfo.h>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

#include "core/engine/cpu_features.h"

namespace dnnlet {

namespace {

// cpuinfo does not know this one.
bool cpuinfo_has_arm_sve2_aes() noexcept {
#if defined(__aarch64__) && defined(__linux__)
  constexpr unsigned long hwcap2_sveaes = 1ul << 2;
  return (getauxval(AT_HWCAP2) & hwcap2_sveaes) != 0;
#else
  return false;
#endif
}

// Intel's dot product of bf16 is slower than f32 arithmetic (Emerald Rapids: half its rate); AMD's
// and Arm's have twice its rate.
bool cpuinfo_has_fast_bf16_dot() noexcept {
  return (cpuinfo_has_x86_avx512bf16() && cpuinfo_get_core(0)->vendor == cpuinfo_vendor_amd) ||
         cpuinfo_has_arm_neon_bf16();
}

}  // namespace

cpu_features detect_cpu_features() noexcept {
  if (!cpuinfo_initialize()) return 0;
  cpu_features found = 0;
#define DNNLET_ASK(name, question) \
  if (cpuinfo_has_##question()) found |= cpu::name;
  DNNLET_CPU_FEATURES(DNNLET_ASK)
#undef DNNLET_ASK
  return found;
}

int processor_count() noexcept {
  return cpuinfo_initialize() ? int(cpuinfo_get_processors_count()) : 1;
}

}  // namespace dnnlet
