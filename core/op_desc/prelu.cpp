// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_prelu_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_prelu_desc_t>(c);
  return dnnl_prelu_forward_primitive_desc_create(c->out, c->engine, d.operation.prop_kind,
                                                  kept(d.src_desc), kept(d.weights_desc),
                                                  kept(d.dst_desc), c->attr);
}

status create_prelu_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_prelu_desc_t>(c);
  return dnnl_prelu_backward_primitive_desc_create(
      c->out, c->engine, kept(d.src_desc), kept(d.weights_desc), kept(d.diff_src_desc),
      kept(d.diff_weights_desc), kept(d.diff_dst_desc), c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_prelu_v2_forward_desc_init(dnnl_prelu_desc_t *prelu_desc,
                                              dnnl_prop_kind_t prop_kind,
                                              const_dnnl_memory_desc_t src_desc,
                                              const_dnnl_memory_desc_t weights_desc,
                                              const_dnnl_memory_desc_t dst_desc) {
  DNNLET_CHECK(begin(prelu_desc, {"prelu forward", dnnl_prelu, prop_kind, dnnl_alg_kind_undef,
                                  create_prelu_forward}));
  keep(prelu_desc->src_desc, src_desc);
  keep(prelu_desc->weights_desc, weights_desc);
  keep(prelu_desc->dst_desc, dst_desc);
  return dnnl_success;
}

dnnl_status_t dnnl_prelu_v2_backward_desc_init(dnnl_prelu_desc_t *prelu_desc,
                                               const_dnnl_memory_desc_t src_desc,
                                               const_dnnl_memory_desc_t weights_desc,
                                               const_dnnl_memory_desc_t diff_src_desc,
                                               const_dnnl_memory_desc_t diff_weights_desc,
                                               const_dnnl_memory_desc_t diff_dst_desc) {
  DNNLET_CHECK(begin(prelu_desc, {"prelu backward", dnnl_prelu, dnnl_backward, dnnl_alg_kind_undef,
                                  create_prelu_backward}));
  keep(prelu_desc->src_desc, src_desc);
  keep(prelu_desc->weights_desc, weights_desc);
  keep(prelu_desc->diff_src_desc, diff_src_desc);
  keep(prelu_desc->diff_weights_desc, diff_weights_desc);
  keep(prelu_desc->diff_dst_desc, diff_dst_desc);
  return dnnl_success;
}

dnnl_status_t dnnl_prelu_forward_desc_init(dnnl_prelu_desc_t *prelu_desc,
                                           dnnl_prop_kind_t prop_kind,
                                           const_dnnl_memory_desc_t data_desc,
                                           const_dnnl_memory_desc_t weights_desc) {
  return dnnl_prelu_v2_forward_desc_init(prelu_desc, prop_kind, data_desc, weights_desc, data_desc);
}

dnnl_status_t dnnl_prelu_backward_desc_init(dnnl_prelu_desc_t *prelu_desc,
                                            const_dnnl_memory_desc_t data_desc,
                                            const_dnnl_memory_desc_t weights_desc,
                                            const_dnnl_memory_desc_t diff_data_desc,
                                            const_dnnl_memory_desc_t diff_weights_desc) {
  return dnnl_prelu_v2_backward_desc_init(prelu_desc, data_desc, weights_desc, diff_data_desc,
                                          diff_weights_desc, diff_data_desc);
}
