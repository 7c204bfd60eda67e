// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_COMBINES_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_COMBINES_ROWS_H

#include "core/support/built_types.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// Whether post-ops with an operand take blocks of rows at once; else each row by itself, which is
// 2.4 KB less: builds for f32 alone are to be small.
constexpr bool combines_rows = has_large_caches && has_types_beside_f32;

}  // namespace dnnlet::drivers

#endif
