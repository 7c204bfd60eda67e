// SPDX-License-Identifier: Apache-2.0
// Gradients of resampling; five facts: resampling_forward.cpp.
#include "plugins/kernels/resampling/weighted_lines.h"
#include "plugins/kernels/support/half_vectors.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("resampling_channels"),
     whole_vectors<resampling_op, plan_own_tensors<drivers::plan_resampling_channels>>,
     drivers::run_resampling_channels, &resampling_parts},
    {DNNLET_KERNEL_NAME("resampling_planes"), plan_own_tensors<drivers::plan_resampling_planes>,
     drivers::run_resampling_planes, &resampling_parts}};

}  // namespace

extern const kernel_rows resampling_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
