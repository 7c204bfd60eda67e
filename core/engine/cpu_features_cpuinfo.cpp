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
