// SPDX-License-Identifier: Apache-2.0
// Inner product: every output sees all of an image,
//   dst[n][oc] = bias[oc] + sum over ic, k of src[n][ic][k] * weights[oc][ic][k]
// where k stands for as many indices as there are spatial dimensions, 0 to 3.
//
// With scales, in this order: the sum * scale_src * scale_weights, + bias, post-ops, / scale_dst.
#ifndef DNNLET_CORE_KERNEL_INNER_PRODUCT_H
#define DNNLET_CORE_KERNEL_INNER_PRODUCT_H

#include "core/kernel/op.h"

namespace dnnlet {

// In the backward passes the members are the gradients of what they are named for, where those are
// computed: backward_data writes src, backward_weights writes weights and bias, both read dst.
struct inner_product_op {
  static constexpr size_t plan_bytes = 512;

  op_header head;
  memory_desc src, weights, bias, dst;
};

}  // namespace dnnlet

#endif
