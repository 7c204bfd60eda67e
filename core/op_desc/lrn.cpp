// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_lrn_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_lrn_desc_t>(c);
  return dnnl_lrn_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.operation.alg_kind, kept(d.src_desc),
      kept(d.dst_desc), d.local_size, d.alpha, d.beta, d.k, c->attr);
}

status create_lrn_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_lrn_desc_t>(c);
  return dnnl_lrn_backward_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, kept(d.diff_src_desc), kept(d.diff_dst_desc),
      kept(d.src_desc), d.local_size, d.alpha, d.beta, d.k, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_lrn_v2_forward_desc_init(dnnl_lrn_desc_t *lrn_desc, dnnl_prop_kind_t prop_kind,
                                            dnnl_alg_kind_t alg_kind,
                                            const_dnnl_memory_desc_t src_desc,
                                            const_dnnl_memory_desc_t dst_desc,
                                            dnnl_dim_t local_size, float alpha, float beta,
                                            float k) {
  DNNLET_CHECK(begin(lrn_desc, {"lrn forward", dnnl_lrn, prop_kind, alg_kind, create_lrn_forward}));
  keep(lrn_desc->src_desc, src_desc);
  keep(lrn_desc->dst_desc, dst_desc);
  lrn_desc->local_size = local_size;
  lrn_desc->alpha = alpha;
  lrn_desc->beta = beta;
  lrn_desc->k = k;
  return dnnl_success;
}

dnnl_status_t dnnl_lrn_v2_backward_desc_init(dnnl_lrn_desc_t *lrn_desc, dnnl_alg_kind_t alg_kind,
                                             const_dnnl_memory_desc_t diff_src_desc,
                                             const_dnnl_memory_desc_t diff_dst_desc,
                                             const_dnnl_memory_desc_t src_desc,
                                             dnnl_dim_t local_size, float alpha, float beta,
                                             float k) {
  DNNLET_CHECK(begin(
      lrn_desc, {"lrn backward", dnnl_lrn, dnnl_backward_data, alg_kind, create_lrn_backward}));
  keep(lrn_desc->diff_src_desc, diff_src_desc);
  keep(lrn_desc->diff_dst_desc, diff_dst_desc);
  keep(lrn_desc->src_desc, src_desc);
  lrn_desc->local_size = local_size;
  lrn_desc->alpha = alpha;
  lrn_desc->beta = beta;
  lrn_desc->k = k;
  return dnnl_success;
}

dnnl_status_t dnnl_lrn_forward_desc_init(dnnl_lrn_desc_t *lrn_desc, dnnl_prop_kind_t prop_kind,
                                         dnnl_alg_kind_t alg_kind,
                                         const_dnnl_memory_desc_t data_desc, dnnl_dim_t local_size,
                                         float alpha, float beta, float k) {
  return dnnl_lrn_v2_forward_desc_init(lrn_desc, prop_kind, alg_kind, data_desc, data_desc,
                                       local_size, alpha, beta, k);
}

dnnl_status_t dnnl_lrn_backward_desc_init(dnnl_lrn_desc_t *lrn_desc, dnnl_alg_kind_t alg_kind,
                                          const_dnnl_memory_desc_t diff_data_desc,
                                          const_dnnl_memory_desc_t data_desc, dnnl_dim_t local_size,
                                          float alpha, float beta, float k) {
  return dnnl_lrn_v2_backward_desc_init(lrn_desc, alg_kind, diff_data_desc, diff_data_desc,
                                        data_desc, local_size, alpha, beta, k);
}
