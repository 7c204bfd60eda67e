// SPDX-License-Identifier: Apache-2.0
// Resampling:  dst[n][c][o] = post_ops(sum of weights * src[n][c][neighbours of o]), oneDNN v3,
// resampling; backward the sum of weights * diff_dst, over the elements of dst that have a part of
// it
//   src, dst: f32, bf16, f16, s8, u8 in any mixture, alike in channels, disjoint;
//   resampling_channels: nhwc or blocks of channels; resampling_planes: nchw, and nhwc of less than
//   8 channels scratch: tables of the neighbours in each dimension, and a row of what is read and
//   written for each worker of resampling_planes; error: the number of terms in roundings, then to
//   dst's type
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

extern const kernel_rows resampling_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
