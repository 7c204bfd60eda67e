// SPDX-License-Identifier: Apache-2.0
// Convolution in 1 to 3 spatial dimensions, with G groups:
//   dst[n][g OCg + oc][o] = bias[g OCg + oc]
//       + sum over ic, k of src[n][g ICg + ic][o * stride + k * (dilate + 1) - padding_l]
//                         * weights[g][oc][ic][k]
// where o and k stand for as many indices as there are spatial dimensions, and src is zero outside.
//
// With scales and zero points, in this order:
//   sum of (src - zp_src) * (weights - zp_weights), where src outside equals zp_src
//   * scale_src * scale_weights, + bias, dropout, post-ops, / scale_dst, + zp_dst
//
// A depthwise post-op makes it two convolutions, the second on what the first one has rounded to
// its dst type: see pointwise_part() and depthwise_part().
#ifndef DNNLET_CORE_KERNEL_CONVOLUTION_H
#define DNNLET_CORE_KERNEL_CONVOLUTION_H

#include "core/kernel/attributes.h"
#include "core/kernel/spatial.h"

namespace dnnlet {

// In the backward passes the members are the gradients of what they are named for, where those are
// computed: backward_data writes src, backward_weights writes weights and bias, both read dst.
struct convolution_op {
  static constexpr size_t plan_bytes = 256;

  op_header head;
  memory_desc src, weights, bias, dst;
  // By spatial dimension, outermost first: depth, height, width, as many as there are.
  dim_t strides[max_spatial_ndims], dilates[max_spatial_ndims];
  dim_t padding_l[max_spatial_ndims], padding_r[max_spatial_ndims];
  // With a depthwise post-op, of which dst is the output: the type of the first convolution's dst.
  dnnl_data_type_t middle_type;
};

// The room for plans of convolutions with a depthwise post-op, which have those of both parts.
struct two_convolutions {
  static constexpr size_t plan_bytes = 2 * convolution_op::plan_bytes + 64;
};

struct convolution_sizes : spatial_sizes {
  dim_t n, groups, ic, oc;  // channels of all groups together
  bool has_groups;          // weights have the dimension
};
// Of spatial dimension `d`, from 0.
window window_of(const convolution_op &op, int d) noexcept;
convolution_sizes sizes_of(const convolution_op &op) noexcept;

// The two convolutions of one with a depthwise post-op. What lies between them is row-major.
convolution_op pointwise_part(const convolution_op &op) noexcept;
convolution_op depthwise_part(const convolution_op &op, const post_ops &ops, int at) noexcept;

}  // namespace dnnlet

#endif
