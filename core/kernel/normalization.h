// SPDX-License-Identifier: Apache-2.0
// Batch, layer and group normalization, which differ in the elements that share a mean and a
// variance: those of a channel, those of a row along the last dimension, or those of a group of
// channels of one batch item. Scale and shift are by channel, in layer normalization by the index
// in the last dimension.
//
//   dst = (src - mean) / sqrt(variance + epsilon) * scale + shift
//
// With dnnl_rms_norm the mean is 0 and takes no part, and the variance is the mean of squares. With
// dnnl_fuse_norm_relu dst is max(0, dst), with dnnl_fuse_norm_add_relu max(0, dst + src_1), and a
// training pass notes in the workspace which elements were above 0.
#ifndef DNNLET_CORE_KERNEL_NORMALIZATION_H
#define DNNLET_CORE_KERNEL_NORMALIZATION_H

#include "core/kernel/op.h"

namespace dnnlet {

// The primitive is head.kind. What is not there has a zero descriptor, or 0 as its count.
struct normalization_op {
  static constexpr size_t plan_bytes = 192;

  op_header head;
  memory_desc src;
  memory_desc dst, src_1;                      // forward
  memory_desc diff_src, diff_dst, diff_src_1;  // backward
  memory_desc stats;                           // of the mean, and of the variance
  memory_desc weights;                         // of scale and shift, and of their gradients
  memory_desc workspace;                       // bytes: see relu_mask()
  dim_t groups;                                // group normalization
  float epsilon;
  unsigned flags;
  // How many there are of each, 0 or 1.
  int stats_in, stats_out, mean_in, mean_out;
  int scale, shift, diff_scale, diff_shift;

  bool has(dnnl_normalization_flags_t flag) const noexcept { return (flags & flag) != 0; }
  bool has_relu() const noexcept {
    return has(dnnl_fuse_norm_relu) || has(dnnl_fuse_norm_add_relu);
  }
};

// How the bytes of the workspace lie: one for each element of src, 1 where it was above 0, else 0;
// in src's order and blocks, dense.
memory_desc relu_mask(const normalization_op &op) noexcept;

// The dimension that scale and shift go along.
inline int scaled_dim(const normalization_op &op) noexcept {
  return op.head.kind == dnnl_layer_normalization ? op.src.ndims - 1 : 1;
}

}  // namespace dnnlet

#endif
