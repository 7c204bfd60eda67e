// SPDX-License-Identifier: Apache-2.0
// Binary operations as row formulas.
#ifndef DNNLET_PLUGINS_DRIVERS_BINARY_BINARY_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_BINARY_BINARY_ROWS_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Parts: formula_backend. Two rows, which do the same: oneDNN's tests tell by the implementation's
// name in which ways src1 repeats, those of networks or others.
refusal plan_binary_rows(plan_request &request);
refusal plan_binary_repeats(plan_request &request);
void run_binary_rows(const run_context &context);

}  // namespace dnnlet::drivers

#endif
