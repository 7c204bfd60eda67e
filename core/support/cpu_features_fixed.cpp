// SPDX-License-Identifier: Apache-2.0
// DNNLET_CPU_DETECTION=fixed: the CPU is the one that the toolchain file compiles for, or what
// DNNLET_CPU_FEATURES says.
#include "core/support/cpu_itself.h"

namespace dnnlet {

cpu_features detect_cpu_features() noexcept {
  constexpr cpu_features fixed = DNNLET_FIXED_CPU_FEATURES;
  return (fixed & cpu::amx) == 0 || may_use_amx() ? fixed : fixed & ~cpu::amx;
}

int processor_count() noexcept {
  return 1;
}

const char *detection_remark() noexcept {
  return nullptr;
}

}  // namespace dnnlet
