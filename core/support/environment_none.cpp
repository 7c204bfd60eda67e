// SPDX-License-Identifier: Apache-2.0
#include "core/support/environment.h"

namespace dnnlet {

const char *environment(const char *) noexcept {
  return nullptr;
}

}  // namespace dnnlet
