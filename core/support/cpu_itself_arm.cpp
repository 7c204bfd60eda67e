// SPDX-License-Identifier: Apache-2.0
// The bits that Linux hands to every program (Documentation/arch/arm64/elf_hwcaps.rst), and the
// length of SVE's vectors.
#if defined(__linux__)
#include <sys/auxv.h>
#endif

#include "core/support/cpu_itself.h"

namespace dnnlet {

cpu_features ask_cpu_itself() noexcept {
#if defined(__linux__)
  cpu::answers a = {};
  a.words[cpu::hwcap] = getauxval(AT_HWCAP);
  a.words[cpu::hwcap2] = getauxval(AT_HWCAP2);
  cpu_features found = cpu::features_of(a);
  if ((found & cpu::neon_bf16) != 0) found |= cpu::fast_bf16_dot;
  if ((found & cpu::sve) != 0 && sve_power_of_two()) found |= cpu::sve_power_of_two;
  return found;
#else
  return 0;
#endif
}

bool may_use_amx() noexcept {
  return false;
}

bool sve_power_of_two() noexcept {
#if defined(__aarch64__)
  uint64_t bytes;
  // volatile: what follows from nothing may be computed earlier, before it is known that there is
  // SVE.
  __asm__ volatile(".arch_extension sve\n\tcntb %0" : "=r"(bytes));
  return (bytes & (bytes - 1)) == 0;
#else
  return false;
#endif
}

}  // namespace dnnlet
