// SPDX-License-Identifier: Apache-2.0
// Reorder between any layouts whose blocks fit each other; five facts:
// plugins/drivers/reorder/nest_copy.cpp, plugins/drivers/reorder/nest_convert.cpp,
// plugins/drivers/reorder/packed.cpp.
#include "core/kernel/reorder.h"
#include "core/support/built_types.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/kernels/reorder/quantize.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/kernels/support/own_dst.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

// The last row is for s8, which plugins beside others do not round to.
constexpr bool packs = is_whole && has_type(dnnl_s8);
constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("reorder_copy"), own_dst_plan<reorder_op, drivers::plan_reorder_copy>,
     drivers::run_reorder_copy, &reorder_functions},
    {DNNLET_KERNEL_NAME("reorder_convert"),
     own_dst_plan<reorder_op, drivers::plan_reorder_conversion>, drivers::run_reorder_conversion,
     &reorder_functions},
    {DNNLET_KERNEL_NAME("reorder_packed"), packs ? drivers::plan_reorder_packed : nullptr,
     packs ? drivers::run_reorder_packed : nullptr, &reorder_functions}};

}  // namespace

extern const kernel_rows reorder = {rows, packs ? 3 : 2};

}  // namespace dnnlet::DNNLET_PLUGIN
