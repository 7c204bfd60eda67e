// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_convolution_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_convolution_desc_t>(c);
  return dnnl_convolution_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.operation.alg_kind, kept(d.src_desc),
      kept(d.weights_desc), kept(d.bias_desc), kept(d.dst_desc), d.strides, d.dilates, d.padding_l,
      d.padding_r, c->attr);
}

status create_convolution_backward_data(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_convolution_desc_t>(c);
  return dnnl_convolution_backward_data_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, kept(d.diff_src_desc), kept(d.weights_desc),
      kept(d.diff_dst_desc), d.strides, d.dilates, d.padding_l, d.padding_r, c->hint, c->attr);
}

status create_convolution_backward_weights(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_convolution_desc_t>(c);
  return dnnl_convolution_backward_weights_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, kept(d.src_desc), kept(d.diff_weights_desc),
      kept(d.diff_bias_desc), kept(d.diff_dst_desc), d.strides, d.dilates, d.padding_l, d.padding_r,
      c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_dilated_convolution_forward_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t dilates, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r) {
  DNNLET_CHECK(begin(conv_desc, {"convolution forward", dnnl_convolution, prop_kind, alg_kind,
                                 create_convolution_forward}));
  keep(conv_desc->src_desc, src_desc);
  keep(conv_desc->weights_desc, weights_desc);
  keep(conv_desc->bias_desc, bias_desc);
  keep(conv_desc->dst_desc, dst_desc);
  return keep_window(*conv_desc, conv_desc->dilates, src_desc,
                     {strides, dilates, padding_l, padding_r});
}

dnnl_status_t dnnl_dilated_convolution_backward_data_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t dilates,
    const dnnl_dims_t padding_l, const dnnl_dims_t padding_r) {
  DNNLET_CHECK(begin(conv_desc, {"convolution backward data", dnnl_convolution, dnnl_backward_data,
                                 alg_kind, create_convolution_backward_data}));
  keep(conv_desc->diff_src_desc, diff_src_desc);
  keep(conv_desc->weights_desc, weights_desc);
  keep(conv_desc->diff_dst_desc, diff_dst_desc);
  return keep_window(*conv_desc, conv_desc->dilates, diff_src_desc,
                     {strides, dilates, padding_l, padding_r});
}

dnnl_status_t dnnl_dilated_convolution_backward_weights_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t dilates,
    const dnnl_dims_t padding_l, const dnnl_dims_t padding_r) {
  DNNLET_CHECK(
      begin(conv_desc, {"convolution backward weights", dnnl_convolution, dnnl_backward_weights,
                        alg_kind, create_convolution_backward_weights}));
  keep(conv_desc->src_desc, src_desc);
  keep(conv_desc->diff_weights_desc, diff_weights_desc);
  keep(conv_desc->diff_bias_desc, diff_bias_desc);
  keep(conv_desc->diff_dst_desc, diff_dst_desc);
  return keep_window(*conv_desc, conv_desc->dilates, src_desc,
                     {strides, dilates, padding_l, padding_r});
}

dnnl_status_t dnnl_convolution_forward_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r) {
  return dnnl_dilated_convolution_forward_desc_init(conv_desc, prop_kind, alg_kind, src_desc,
                                                    weights_desc, bias_desc, dst_desc, strides,
                                                    nullptr, padding_l, padding_r);
}

dnnl_status_t dnnl_convolution_backward_data_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r) {
  return dnnl_dilated_convolution_backward_data_desc_init(conv_desc, alg_kind, diff_src_desc,
                                                          weights_desc, diff_dst_desc, strides,
                                                          nullptr, padding_l, padding_r);
}

dnnl_status_t dnnl_convolution_backward_weights_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r) {
  return dnnl_dilated_convolution_backward_weights_desc_init(
      conv_desc, alg_kind, src_desc, diff_weights_desc, diff_bias_desc, diff_dst_desc, strides,
      nullptr, padding_l, padding_r);
}
