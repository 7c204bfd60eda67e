// SPDX-License-Identifier: Apache-2.0
#include "core/support/environment.h"

namespace dnnlet {

const char *environment(const char *) noexcept {
  return nullptr;
}
int environment_number(const char *, int otherwise) noexcept {
  return otherwise;
}
int environment_word(const char *, const char *, int otherwise) noexcept {
  return otherwise;
}

}  // namespace dnnlet
