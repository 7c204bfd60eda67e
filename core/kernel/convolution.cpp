// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/convolution.h"

namespace dnnlet {

window window_of(const convolution_op &op, int d) noexcept {
  const int spatial = op.src.ndims - 2;
  return {op.src.dims[2 + d], op.weights.dims[op.weights.ndims - spatial + d],
          op.dst.dims[2 + d], op.strides[d],
          op.dilates[d],      op.padding_l[d],
          op.padding_r[d]};
}

convolution_sizes sizes_of(const convolution_op &op) noexcept {
  const int spatial = op.src.ndims - 2;
  const bool has_groups = op.weights.ndims == op.src.ndims + 1;
  window windows[max_spatial_ndims];
  for (int d = 0; d < spatial; ++d) windows[d] = window_of(op, d);
  return {sizes_of(windows, spatial),
          op.src.dims[0],
          has_groups ? op.weights.dims[0] : 1,
          op.src.dims[1],
          op.dst.dims[1],
          has_groups};
}

convolution_op pointwise_part(const convolution_op &op) noexcept {
  convolution_op first = op;
  dim_t dims[max_ndims] = {op.dst.dims[0], op.dst.dims[1]};
  for (int d = 2; d < op.dst.ndims; ++d) {
    const dim_t length = op.src.dims[d] + op.padding_l[d - 2] + op.padding_r[d - 2];
    dims[d] = length > 0 ? (length - 1) / op.strides[d - 2] + 1 : 0;  // the kernel is one point
  }
  init_by_strides(first.dst, op.dst.ndims, dims, op.middle_type, nullptr);
  return first;
}

convolution_op depthwise_part(const convolution_op &op, const post_ops &ops, int at) noexcept {
  const depthwise_post_op &second = ops.entries[at].depthwise;
  convolution_op part = {};
  part.head = op.head;
  part.src = pointwise_part(op).dst;
  part.weights = ops.operand(second.weights);
  part.bias = ops.operand(second.bias);
  part.dst = op.dst;
  for (int d = 0; d < op.dst.ndims - 2; ++d) {
    part.strides[d] = second.stride;
    part.padding_l[d] = second.padding;
    part.padding_r[d] = (op.dst.dims[2 + d] - 1) * second.stride - part.src.dims[2 + d] +
                        second.kernel - second.padding;
  }
  return part;
}

}  // namespace dnnlet
