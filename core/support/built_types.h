// SPDX-License-Identifier: Apache-2.0
// The data types that primitives of this build take (DNNLET_TYPES). Descriptors may be of any type:
// what a program only passes on, or reads on another machine, is none of the build's business.
#ifndef DNNLET_CORE_SUPPORT_BUILT_TYPES_H
#define DNNLET_CORE_SUPPORT_BUILT_TYPES_H

#include "core/support/data_type.h"

#ifndef DNNLET_BUILT_TYPES
#define DNNLET_BUILT_TYPES ~0u
#endif

namespace dnnlet {

constexpr bool has_type(data_type type) noexcept {
  return (DNNLET_BUILT_TYPES) >> unsigned(type) & 1;
}

}  // namespace dnnlet

#endif
