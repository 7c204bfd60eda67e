// SPDX-License-Identifier: Apache-2.0
// Deconvolution in 1 to 3 spatial dimensions, with G groups: every element of src is spread over
// dst by the kernel,
//   dst[n][g OCg + oc][i * stride + k * (dilate + 1) - padding_l] = bias[g OCg + oc]
//       + sum over ic, i, k of src[n][g ICg + ic][i] * weights[g][oc][ic][k]
// where i and k stand for as many indices as there are spatial dimensions, and what lies outside of
// dst is nobody's.
//
// That is a convolution backward by data, whose diff_dst is src and whose diff_src is dst; backward
// by data it is a convolution forward, and backward by weights one whose src and diff_dst have
// changed places. Its weights are a convolution's with the input and the output channels exchanged.
//
// With scales and zero points, in this order:
//   sum of (src - zp_src) * weights
//   * scale_src * scale_weights, + bias, post-ops, / scale_dst, + zp_dst
#ifndef DNNLET_CORE_KERNEL_DECONVOLUTION_H
#define DNNLET_CORE_KERNEL_DECONVOLUTION_H

#include "core/kernel/convolution.h"

namespace dnnlet {

// In the backward passes the members are the gradients of what they are named for, where those are
// computed: backward_data writes src, backward_weights writes weights and bias, both read dst.
struct deconvolution_op {
  static constexpr size_t plan_bytes = convolution_op::plan_bytes + 32;

  op_header head;
  memory_desc src, weights, bias, dst;
  // By spatial dimension, outermost first: depth, height, width, as many as there are.
  dim_t strides[max_spatial_ndims], dilates[max_spatial_ndims];
  dim_t padding_l[max_spatial_ndims], padding_r[max_spatial_ndims];
};

// The convolution with the roles exchanged: its src is dst, its dst src; bias stays the one of dst.
convolution_op exchanged(const deconvolution_op &op) noexcept;
// Layouts that the convolution was given, where the deconvolution's were `any`.
void take_layouts(deconvolution_op &op, const convolution_op &from) noexcept;

}  // namespace dnnlet

#endif
