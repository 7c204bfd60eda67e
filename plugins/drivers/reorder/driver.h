// SPDX-License-Identifier: Apache-2.0
// Reorder as kernels plan and run it; their parts are nest_functions.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_DRIVER_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_DRIVER_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/reorder/nest_copy.h"

namespace dnnlet::drivers {

// The same type and no attributes: elements are bytes, or half of one.
refusal plan_reorder_copy(plan_request &request) noexcept;
void run_reorder_copy(const run_context &context) noexcept;

// Other types and attributes, computed in f32; 64-bit types without attributes.
refusal plan_reorder_conversion(plan_request &request) noexcept;
void run_reorder_conversion(const run_context &context) noexcept;

// Either of them, into a packed sparse dst.
refusal plan_reorder_packed(plan_request &request) noexcept;
void run_reorder_packed(const run_context &context) noexcept;

// Copies a tensor into another layout of the same type, of 1, 2, 4 or 8 bytes, for kernels that
// pack their weights: both blocked, of the same dims, none of them zero or open. Padding is left as
// it is.
void copy_layout(const team &workers, const nest_functions &functions, const memory_desc &from,
                 const void *src, const memory_desc &to, void *dst) noexcept;

}  // namespace dnnlet::drivers

#endif
