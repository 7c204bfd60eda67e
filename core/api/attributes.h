// SPDX-License-Identifier: Apache-2.0
// What the files of the attributes' C functions share.
#ifndef DNNLET_CORE_API_ATTRIBUTES_H
#define DNNLET_CORE_API_ATTRIBUTES_H

#include "core/kernel/attributes.h"
#include "core/support/status.h"

namespace dnnlet {

inline status check_attr(const char *function, const void *attr) noexcept {
  return attr ? dnnl_success : null_argument(function, "attr");
}

}  // namespace dnnlet

#endif
