// SPDX-License-Identifier: Apache-2.0
// Reorder between any layouts whose blocks fit each other; five facts:
// plugins/drivers/reorder/nest_copy.cpp, plugins/drivers/reorder/nest_convert.cpp.
#include "plugins/drivers/reorder/driver.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr kernel rows[] = {{DNNLET_KERNEL_NAME("reorder_copy"), drivers::plan_reorder_copy,
                            drivers::run_reorder_copy, &reorder_functions},
                           {DNNLET_KERNEL_NAME("reorder_convert"), drivers::plan_reorder_conversion,
                            drivers::run_reorder_conversion, &reorder_functions}};

}  // namespace

extern const kernel_rows reorder = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
