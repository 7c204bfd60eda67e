// SPDX-License-Identifier: Apache-2.0
// The floating point mode of primitives created without one of their own.
#ifndef DNNLET_CORE_SUPPORT_SETTINGS_H
#define DNNLET_CORE_SUPPORT_SETTINGS_H

#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet {

dnnl_fpmath_mode_t default_fpmath_mode() noexcept;
void set_default_fpmath_mode(dnnl_fpmath_mode_t mode) noexcept;

}  // namespace dnnlet

#endif
