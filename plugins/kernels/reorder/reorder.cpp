// SPDX-License-Identifier: Apache-2.0
// Reorder between any layouts whose blocks fit each other; five facts:
// plugins/drivers/reorder/nest_copy.cpp, plugins/drivers/reorder/nest_convert.cpp.
#include "core/kernel/reorder.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/kernels/reorder/quantize.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

// Beside another plugin, rounding to a type is what counts; copies are left to that one.
refusal plan_conversion(plan_request &request) {
  if (!is_whole && !has_own(request.problem<reorder_op>().dst.data_type))
    return "the plugin beside converts to dst's type";
  return drivers::plan_reorder_conversion(request);
}

constexpr kernel rows[] = {{DNNLET_KERNEL_NAME("reorder_copy"), drivers::plan_reorder_copy,
                            drivers::run_reorder_copy, &reorder_functions},
                           {DNNLET_KERNEL_NAME("reorder_convert"), plan_conversion,
                            drivers::run_reorder_conversion, &reorder_functions}};
constexpr int first_own = is_whole ? 0 : 1;

}  // namespace

extern const kernel_rows reorder = {rows + first_own, 2 - first_own};

}  // namespace dnnlet::DNNLET_PLUGIN
