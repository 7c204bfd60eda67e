// SPDX-License-Identifier: Apache-2.0
// Concatenations as copies; the parts of concat_nests are nest_functions of reorder.
#ifndef DNNLET_PLUGINS_DRIVERS_CONCAT_CONCAT_H
#define DNNLET_PLUGINS_DRIVERS_CONCAT_CONCAT_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/row_formula.h"

namespace dnnlet::drivers {

// Every source is, for each index of what lies outside of the axis in dst, one run in both.
refusal plan_concat_runs(plan_request &request);
void run_concat_runs(const run_context &context);

// The same with another type in dst.
struct concat_backend {
  formula_function convert;
};
refusal plan_concat_rows(plan_request &request);
void run_concat_rows(const run_context &context);

// Every source is reordered to its part of dst, or of a row-major tensor that is reordered to dst.
refusal plan_concat_nests(plan_request &request);
void run_concat_nests(const run_context &context);

}  // namespace dnnlet::drivers

#endif
