// SPDX-License-Identifier: Apache-2.0
// The answer of those functions of the API that this version does not compute.
#ifndef DNNLET_CORE_PRIMITIVES_NOT_THERE_H
#define DNNLET_CORE_PRIMITIVES_NOT_THERE_H

#include "core/support/status.h"

namespace dnnlet {

inline status not_there(const char *what) noexcept {
  return unimplemented(what, ": this version does not compute it");
}

}  // namespace dnnlet

#endif
