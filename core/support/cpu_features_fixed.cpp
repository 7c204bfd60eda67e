// SPDX-License-Identifier: Apache-2.0
// DNNLET_CPU_DETECTION=fixed: the CPU is the one that the toolchain file compiles for, or what
// DNNLET_CPU_FEATURES says.
#include "core/support/cpu_features.h"

namespace dnnlet {

cpu_features detect_cpu_features() noexcept {
  return DNNLET_FIXED_CPU_FEATURES;
}

int processor_count() noexcept {
  return 1;
}

const char *detection_remark() noexcept {
  return nullptr;
}

}  // namespace dnnlet
