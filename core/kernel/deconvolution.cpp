// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/deconvolution.h"

namespace dnnlet {

namespace {

template <class T>
void swap(T &a, T &b) noexcept {
  const T first = a;
  a = b;
  b = first;
}

// The input channels take the place of the output channels, wherever they lie.
void exchange_channels(memory_desc &weights, int data_ndims) noexcept {
  const int oc = weights.ndims > data_ndims ? 1 : 0, ic = oc + 1;
  swap(weights.dims[oc], weights.dims[ic]);
  if (!is_blocked(weights)) return;
  swap(weights.blocked.strides[oc], weights.blocked.strides[ic]);
  if (weights.inner_nblks > 0) swap(padded_dims(weights)[oc], padded_dims(weights)[ic]);
  for (int i = 0; i < weights.inner_nblks; ++i) {
    uint8_t &d = weights.inner_idxs[i];
    d = uint8_t(d == oc ? ic : d == ic ? oc : d);
  }
}

}  // namespace

convolution_op exchanged(const deconvolution_op &op) noexcept {
  convolution_op c = {};
  const dnnl_prop_kind_t prop = op.head.prop;
  c.head = {dnnl_convolution,
            is_forward(prop)             ? dnnl_backward_data
            : prop == dnnl_backward_data ? dnnl_forward_training
                                         : prop,
            dnnl_convolution_direct};
  c.src = op.dst;
  c.dst = op.src;
  c.bias = op.bias;
  c.weights = op.weights;
  exchange_channels(c.weights, op.src.ndims);
  for (int d = 0; d < op.src.ndims - 2; ++d) {
    c.strides[d] = op.strides[d];
    c.dilates[d] = op.dilates[d];
    c.padding_l[d] = op.padding_l[d];
    c.padding_r[d] = op.padding_r[d];
  }
  return c;
}

void take_layouts(deconvolution_op &op, const convolution_op &from) noexcept {
  op.src = from.dst;
  op.dst = from.src;
  op.bias = from.bias;
  op.weights = from.weights;
  exchange_channels(op.weights, op.src.ndims);
}

}  // namespace dnnlet
