// SPDX-License-Identifier: Apache-2.0
#include "core/memory/source.h"

namespace dnnlet {

memory_source *heap_source() noexcept {
  return nullptr;
}

}  // namespace dnnlet
