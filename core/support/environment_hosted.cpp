// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "core/support/environment.h"
#include "core/support/text.h"

namespace dnnlet {

const char *environment(const char *name) noexcept {
  static const char *const prefixes[] = {"ONEDNN_", "DNNL_", "DNNLET_"};
  for (const char *prefix : prefixes) {
    char full[64];
    text_writer(full, sizeof(full)) << prefix << name;
    if (const char *value = std::getenv(full)) return value;
  }
  return nullptr;
}

}  // namespace dnnlet
