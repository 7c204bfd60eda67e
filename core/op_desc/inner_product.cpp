// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_inner_product_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_inner_product_desc_t>(c);
  return dnnl_inner_product_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, kept(d.src_desc), kept(d.weights_desc),
      kept(d.bias_desc), kept(d.dst_desc), c->attr);
}

status create_inner_product_backward_data(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_inner_product_desc_t>(c);
  return dnnl_inner_product_backward_data_primitive_desc_create(
      c->out, c->engine, kept(d.diff_src_desc), kept(d.weights_desc), kept(d.diff_dst_desc),
      c->hint, c->attr);
}

status create_inner_product_backward_weights(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_inner_product_desc_t>(c);
  return dnnl_inner_product_backward_weights_primitive_desc_create(
      c->out, c->engine, kept(d.src_desc), kept(d.diff_weights_desc), kept(d.diff_bias_desc),
      kept(d.diff_dst_desc), c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_inner_product_forward_desc_init(dnnl_inner_product_desc_t *ip_desc,
                                                   dnnl_prop_kind_t prop_kind,
                                                   const_dnnl_memory_desc_t src_desc,
                                                   const_dnnl_memory_desc_t weights_desc,
                                                   const_dnnl_memory_desc_t bias_desc,
                                                   const_dnnl_memory_desc_t dst_desc) {
  DNNLET_CHECK(begin(ip_desc, {"inner product forward", dnnl_inner_product, prop_kind,
                               dnnl_alg_kind_undef, create_inner_product_forward}));
  keep(ip_desc->src_desc, src_desc);
  keep(ip_desc->weights_desc, weights_desc);
  keep(ip_desc->bias_desc, bias_desc);
  keep(ip_desc->dst_desc, dst_desc);
  return dnnl_success;
}

dnnl_status_t dnnl_inner_product_backward_data_desc_init(dnnl_inner_product_desc_t *ip_desc,
                                                         const_dnnl_memory_desc_t diff_src_desc,
                                                         const_dnnl_memory_desc_t weights_desc,
                                                         const_dnnl_memory_desc_t diff_dst_desc) {
  DNNLET_CHECK(
      begin(ip_desc, {"inner product backward data", dnnl_inner_product, dnnl_backward_data,
                      dnnl_alg_kind_undef, create_inner_product_backward_data}));
  keep(ip_desc->diff_src_desc, diff_src_desc);
  keep(ip_desc->weights_desc, weights_desc);
  keep(ip_desc->diff_dst_desc, diff_dst_desc);
  return dnnl_success;
}

dnnl_status_t dnnl_inner_product_backward_weights_desc_init(
    dnnl_inner_product_desc_t *ip_desc, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_desc) {
  DNNLET_CHECK(
      begin(ip_desc, {"inner product backward weights", dnnl_inner_product, dnnl_backward_weights,
                      dnnl_alg_kind_undef, create_inner_product_backward_weights}));
  keep(ip_desc->src_desc, src_desc);
  keep(ip_desc->diff_weights_desc, diff_weights_desc);
  keep(ip_desc->diff_bias_desc, diff_bias_desc);
  keep(ip_desc->diff_dst_desc, diff_dst_desc);
  return dnnl_success;
}
