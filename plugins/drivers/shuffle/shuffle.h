// SPDX-License-Identifier: Apache-2.0
// Shuffles as copies.
#ifndef DNNLET_PLUGINS_DRIVERS_SHUFFLE_SHUFFLE_H
#define DNNLET_PLUGINS_DRIVERS_SHUFFLE_SHUFFLE_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The axis as two dimensions, which change places; the parts of a row are nest_functions of
// reorder.
refusal plan_shuffle_transpose(plan_request &request);
void run_shuffle_transpose(const run_context &context);

// Blocks of the axis innermost: a table says where each element of a block comes from.
refusal plan_shuffle_blocks(plan_request &request);
void run_shuffle_blocks(const run_context &context);

}  // namespace dnnlet::drivers

#endif
