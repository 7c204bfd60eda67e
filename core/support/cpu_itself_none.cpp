// SPDX-License-Identifier: Apache-2.0
// Architectures whose CPUs cannot be asked.
#include "core/support/cpu_itself.h"

namespace dnnlet {

cpu_features ask_cpu_itself() noexcept {
  return 0;
}

bool may_use_amx() noexcept {
  return false;
}

bool sve_power_of_two() noexcept {
  return false;
}

}  // namespace dnnlet
