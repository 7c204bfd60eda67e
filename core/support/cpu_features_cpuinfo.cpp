// SPDX-License-Identifier: Apache-2.0
// DNNLET_CPU_DETECTION=cpuinfo. cpuinfo allocates when it is initialised; nothing else here does.
#include <cpuinfo.h>

#if defined(__linux__)
#include <sched.h>
#if defined(__aarch64__)
#include <sys/auxv.h>
#endif
#else
#include <unistd.h>
#endif

#include "core/support/cpu_itself.h"

namespace dnnlet {

namespace {

// Questions that cpuinfo does not know.
bool cpuinfo_has_arm_sve2_aes() noexcept {
#if defined(__aarch64__) && defined(__linux__)
  constexpr unsigned long hwcap2_sveaes = 1ul << 2;
  return (getauxval(AT_HWCAP2) & hwcap2_sveaes) != 0;
#else
  return false;
#endif
}

bool cpuinfo_has_arm_sve_power_of_two() noexcept {
  return cpuinfo_has_arm_sve() && sve_power_of_two();
}

bool cpuinfo_has_x86_amx() noexcept {
  return may_use_amx();
}

// Intel's dot product of bf16 is slower than f32 arithmetic (Emerald Rapids: half its rate); AMD's
// and Arm's have twice its rate.
bool cpuinfo_has_fast_bf16_dot() noexcept {
  return (cpuinfo_has_x86_avx512bf16() && cpuinfo_get_core(0)->vendor == cpuinfo_vendor_amd) ||
         cpuinfo_has_arm_neon_bf16();
}

}  // namespace

cpu_features detect_cpu_features() noexcept {
  if (!cpuinfo_initialize()) return ask_cpu_itself();
  cpu_features found = 0;
#define DNNLET_ASK(name, question, bit) \
  if (cpuinfo_has_##question()) found |= cpu::name;
  DNNLET_CPU_FEATURES(DNNLET_ASK)
#undef DNNLET_ASK
  return found;
}

int processor_count() noexcept {
  if (cpuinfo_initialize()) return int(cpuinfo_get_processors_count());
#if defined(__linux__)
  cpu_set_t usable;
  return sched_getaffinity(0, sizeof(usable), &usable) == 0 ? CPU_COUNT(&usable) : 1;
#else
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? int(online) : 1;
#endif
}

const char *detection_remark() noexcept {
  if (cpuinfo_initialize()) return nullptr;
  return "cpuinfo fails here (no /proc?): features are what the CPU tells itself";
}

}  // namespace dnnlet
