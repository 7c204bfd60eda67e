// SPDX-License-Identifier: Apache-2.0
// Reorder between any layouts whose blocks fit each other; what it computes and how is in
// quantize.cpp, transpose-inl.h and plugins/drivers/reorder.
#include "plugins/drivers/reorder/driver.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

void run_copy(const run_context &context) {
  drivers::run_reorder_copy(context, reorder_functions);
}
void run_conversion(const run_context &context) {
  drivers::run_reorder_conversion(context, reorder_functions);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("reorder_copy"), drivers::plan_reorder_copy, run_copy},
    {DNNLET_KERNEL_NAME("reorder_convert"), drivers::plan_reorder_conversion, run_conversion}};

}  // namespace

extern const kernel_rows reorder = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
