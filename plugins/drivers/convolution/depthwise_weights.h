// SPDX-License-Identifier: Apache-2.0
// How depthwise convolution backward by weights is cut: by shape, and by the width of the vectors,
// which no sum depends on.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_WEIGHTS_H

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/gemm/lanes.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers {

struct depthwise_gradient {
  convolution_sizes z;
  activation src, dst;
  data_type src_type, dst_type;
  dim_t taps, rows;  // points of the kernel; rows of pixels in diff_dst, of all images
  dim_t channels;
  channel_times times;  // of src and of dst
};

bool make_geometry(const convolution_op &op, depthwise_gradient &p) noexcept;

// Outputs are as far apart as taps.
inline bool slides(const convolution_sizes &z) noexcept {
  return z.stride_w == z.dilate_w;
}

inline lane_gradient_function keeping_of(const lane_gradients &gradients,
                                         const depthwise_gradient &p) noexcept {
  return slides(p.z) ? gradients.keeping : gradients.keeping_far;
}

struct depthwise_gradient_cut {
  dim_t lanes, block, columns, step, parts, rows_at_once, kept;
  bool keeps, src_in_place, dst_in_place, is_wide;
  bool sums_in_place;  // those of the first part are diff_weights
  size_t sums_at, narrow_at, bias_at, workers_at, worker_bytes, src_at, dst_at, kept_at;
};

// Channels of a task: fewer than planned where tasks are too few to be alike for all workers.
dim_t block_of_task(const depthwise_gradient &p, const depthwise_gradient_cut &plan,
                    dim_t workers) noexcept;

}  // namespace dnnlet::drivers

#endif
