// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_eltwise_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_eltwise_desc_t>(c);
  return dnnl_eltwise_forward_primitive_desc_create(c->out, c->engine, d.operation.prop_kind,
                                                    d.operation.alg_kind, kept(d.src_desc),
                                                    kept(d.dst_desc), d.alpha, d.beta, c->attr);
}

status create_eltwise_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_eltwise_desc_t>(c);
  return dnnl_eltwise_backward_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, kept(d.diff_src_desc), kept(d.diff_dst_desc),
      kept(d.data_desc), d.alpha, d.beta, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_eltwise_v2_forward_desc_init(
    dnnl_eltwise_desc_t *eltwise_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, float alpha, float beta) {
  DNNLET_CHECK(begin(eltwise_desc, {"eltwise forward", dnnl_eltwise, prop_kind, alg_kind,
                                    create_eltwise_forward}));
  keep(eltwise_desc->src_desc, src_desc);
  keep(eltwise_desc->dst_desc, dst_desc);
  eltwise_desc->alpha = alpha;
  eltwise_desc->beta = beta;
  return dnnl_success;
}

dnnl_status_t dnnl_eltwise_v2_backward_desc_init(dnnl_eltwise_desc_t *eltwise_desc,
                                                 dnnl_alg_kind_t alg_kind,
                                                 const_dnnl_memory_desc_t diff_src_desc,
                                                 const_dnnl_memory_desc_t diff_dst_desc,
                                                 const_dnnl_memory_desc_t data_desc, float alpha,
                                                 float beta) {
  DNNLET_CHECK(begin(eltwise_desc, {"eltwise backward", dnnl_eltwise, dnnl_backward_data, alg_kind,
                                    create_eltwise_backward}));
  keep(eltwise_desc->diff_src_desc, diff_src_desc);
  keep(eltwise_desc->diff_dst_desc, diff_dst_desc);
  keep(eltwise_desc->data_desc, data_desc);
  eltwise_desc->alpha = alpha;
  eltwise_desc->beta = beta;
  return dnnl_success;
}

dnnl_status_t dnnl_eltwise_forward_desc_init(dnnl_eltwise_desc_t *eltwise_desc,
                                             dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
                                             const_dnnl_memory_desc_t data_desc, float alpha,
                                             float beta) {
  return dnnl_eltwise_v2_forward_desc_init(eltwise_desc, prop_kind, alg_kind, data_desc, data_desc,
                                           alpha, beta);
}

dnnl_status_t dnnl_eltwise_backward_desc_init(dnnl_eltwise_desc_t *eltwise_desc,
                                              dnnl_alg_kind_t alg_kind,
                                              const_dnnl_memory_desc_t diff_data_desc,
                                              const_dnnl_memory_desc_t data_desc, float alpha,
                                              float beta) {
  return dnnl_eltwise_v2_backward_desc_init(eltwise_desc, alg_kind, diff_data_desc, diff_data_desc,
                                            data_desc, alpha, beta);
}
