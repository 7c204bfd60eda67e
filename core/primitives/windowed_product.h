// SPDX-License-Identifier: Apache-2.0
// What convolution and deconvolution are created from: the same tensors and numbers, of which the
// same is asked.
#ifndef DNNLET_CORE_PRIMITIVES_WINDOWED_PRODUCT_H
#define DNNLET_CORE_PRIMITIVES_WINDOWED_PRODUCT_H

#include "core/memory/memory_desc.h"

namespace dnnlet {

// What the create calls are given, under the names of the forward pass. bias may be null, or a
// descriptor of nothing; null dilates are 0, null padding_r is padding_l.
struct windowed_product {
  const char *what;
  dnnl_prop_kind_t prop;
  dnnl_alg_kind_t alg;
  const memory_desc *src, *weights, *bias, *dst;
  const dim_t *strides, *dilates, *padding_l, *padding_r;
};

// Whether everything that is needed was given.
status check_arguments(const windowed_product &given) noexcept;
// Whether all sizes are known, and those of the tensors fit together; windows come later.
status check_shapes(const windowed_product &given) noexcept;

// Op is the operation descriptor of either.
template <class Op>
void take_product(Op &op, dnnl_primitive_kind_t kind, const windowed_product &given) noexcept {
  op = {};
  op.head = {kind, given.prop, given.alg};
  op.src = *given.src;
  op.weights = *given.weights;
  op.bias = given.bias ? *given.bias : zero_md;
  op.dst = *given.dst;
  for (int d = 0; d < op.src.ndims - 2; ++d) {
    op.strides[d] = given.strides[d];
    op.dilates[d] = given.dilates ? given.dilates[d] : 0;
    op.padding_l[d] = given.padding_l[d];
    op.padding_r[d] = given.padding_r ? given.padding_r[d] : given.padding_l[d];
  }
}

}  // namespace dnnlet

#endif
