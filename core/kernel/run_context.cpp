// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/kernel.h"

namespace dnnlet {

const dnnl_memory *run_context::memory(int arg) const noexcept {
  for (int i = 0; i < arg_count; ++i)
    if (args[i].arg == arg) return args[i].memory;
  return nullptr;
}

}  // namespace dnnlet
