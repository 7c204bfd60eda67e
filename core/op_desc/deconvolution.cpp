// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_deconvolution_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_deconvolution_desc_t>(c);
  return dnnl_deconvolution_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.operation.alg_kind, kept(d.src_desc),
      kept(d.weights_desc), kept(d.bias_desc), kept(d.dst_desc), d.strides, d.dilates, d.padding_l,
      d.padding_r, c->attr);
}

status create_deconvolution_backward_data(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_deconvolution_desc_t>(c);
  return dnnl_deconvolution_backward_data_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, kept(d.diff_src_desc), kept(d.weights_desc),
      kept(d.diff_dst_desc), d.strides, d.dilates, d.padding_l, d.padding_r, c->hint, c->attr);
}

status create_deconvolution_backward_weights(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_deconvolution_desc_t>(c);
  return dnnl_deconvolution_backward_weights_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, kept(d.src_desc), kept(d.diff_weights_desc),
      kept(d.diff_bias_desc), kept(d.diff_dst_desc), d.strides, d.dilates, d.padding_l, d.padding_r,
      c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_dilated_deconvolution_forward_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t dilates, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r) {
  DNNLET_CHECK(begin(deconv_desc, {"deconvolution forward", dnnl_deconvolution, prop_kind, alg_kind,
                                   create_deconvolution_forward}));
  keep(deconv_desc->src_desc, src_desc);
  keep(deconv_desc->weights_desc, weights_desc);
  keep(deconv_desc->bias_desc, bias_desc);
  keep(deconv_desc->dst_desc, dst_desc);
  return keep_window(*deconv_desc, deconv_desc->dilates, src_desc,
                     {strides, dilates, padding_l, padding_r});
}

dnnl_status_t dnnl_dilated_deconvolution_backward_data_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t dilates,
    const dnnl_dims_t padding_l, const dnnl_dims_t padding_r) {
  DNNLET_CHECK(
      begin(deconv_desc, {"deconvolution backward data", dnnl_deconvolution, dnnl_backward_data,
                          alg_kind, create_deconvolution_backward_data}));
  keep(deconv_desc->diff_src_desc, diff_src_desc);
  keep(deconv_desc->weights_desc, weights_desc);
  keep(deconv_desc->diff_dst_desc, diff_dst_desc);
  return keep_window(*deconv_desc, deconv_desc->dilates, diff_src_desc,
                     {strides, dilates, padding_l, padding_r});
}

dnnl_status_t dnnl_dilated_deconvolution_backward_weights_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
    const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t dilates, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r) {
  DNNLET_CHECK(
      begin(deconv_desc, {"deconvolution backward weights", dnnl_deconvolution,
                          dnnl_backward_weights, alg_kind, create_deconvolution_backward_weights}));
  keep(deconv_desc->src_desc, src_desc);
  keep(deconv_desc->diff_weights_desc, diff_weights_desc);
  keep(deconv_desc->diff_bias_desc, diff_bias_desc);
  keep(deconv_desc->diff_dst_desc, diff_dst_desc);
  return keep_window(*deconv_desc, deconv_desc->dilates, src_desc,
                     {strides, dilates, padding_l, padding_r});
}

dnnl_status_t dnnl_deconvolution_forward_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r) {
  return dnnl_dilated_deconvolution_forward_desc_init(deconv_desc, prop_kind, alg_kind, src_desc,
                                                      weights_desc, bias_desc, dst_desc, strides,
                                                      nullptr, padding_l, padding_r);
}

dnnl_status_t dnnl_deconvolution_backward_data_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r) {
  return dnnl_dilated_deconvolution_backward_data_desc_init(deconv_desc, alg_kind, diff_src_desc,
                                                            weights_desc, diff_dst_desc, strides,
                                                            nullptr, padding_l, padding_r);
}

dnnl_status_t dnnl_deconvolution_backward_weights_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
    const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r) {
  return dnnl_dilated_deconvolution_backward_weights_desc_init(
      deconv_desc, alg_kind, src_desc, diff_weights_desc, diff_bias_desc, diff_dst_desc, strides,
      nullptr, padding_l, padding_r);
}
