// SPDX-License-Identifier: Apache-2.0
// Concatenations as copies; the parts of a row are nest_functions of reorder.
#ifndef DNNLET_PLUGINS_DRIVERS_CONCAT_CONCAT_H
#define DNNLET_PLUGINS_DRIVERS_CONCAT_CONCAT_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Every source is, for each index of what lies outside of the axis in dst, one run in both.
refusal plan_concat_runs(plan_request &request);
void run_concat_runs(const run_context &context);

// Every source is reordered to its part of dst, or of a row-major tensor that is reordered to dst.
refusal plan_concat_nests(plan_request &request);
void run_concat_nests(const run_context &context);

}  // namespace dnnlet::drivers

#endif
