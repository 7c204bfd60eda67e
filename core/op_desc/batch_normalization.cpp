// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_batch_normalization_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_batch_normalization_desc_t>(c);
  return dnnl_batch_normalization_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, kept(d.src_desc), kept(d.dst_desc), d.epsilon,
      d.flags, c->attr);
}

status create_batch_normalization_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_batch_normalization_desc_t>(c);
  return dnnl_batch_normalization_backward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, kept(d.diff_src_desc), kept(d.diff_dst_desc),
      kept(d.src_desc), d.epsilon, d.flags, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_batch_normalization_v2_forward_desc_init(
    dnnl_batch_normalization_desc_t *bnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, float epsilon,
    unsigned flags) {
  DNNLET_CHECK(begin(bnrm_desc, {"batch normalization forward", dnnl_batch_normalization, prop_kind,
                                 dnnl_alg_kind_undef, create_batch_normalization_forward}));
  keep(bnrm_desc->src_desc, src_desc);
  keep(bnrm_desc->dst_desc, dst_desc);
  bnrm_desc->epsilon = epsilon;
  bnrm_desc->flags = flags;
  return dnnl_success;
}

dnnl_status_t dnnl_batch_normalization_v2_backward_desc_init(
    dnnl_batch_normalization_desc_t *bnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, float epsilon, unsigned flags) {
  DNNLET_CHECK(
      begin(bnrm_desc, {"batch normalization backward", dnnl_batch_normalization, prop_kind,
                        dnnl_alg_kind_undef, create_batch_normalization_backward}));
  keep(bnrm_desc->diff_src_desc, diff_src_desc);
  keep(bnrm_desc->diff_dst_desc, diff_dst_desc);
  keep(bnrm_desc->src_desc, src_desc);
  bnrm_desc->epsilon = epsilon;
  bnrm_desc->flags = flags;
  return dnnl_success;
}

dnnl_status_t dnnl_batch_normalization_forward_desc_init(dnnl_batch_normalization_desc_t *bnrm_desc,
                                                         dnnl_prop_kind_t prop_kind,
                                                         const_dnnl_memory_desc_t data_desc,
                                                         float epsilon, unsigned flags) {
  return dnnl_batch_normalization_v2_forward_desc_init(bnrm_desc, prop_kind, data_desc, data_desc,
                                                       epsilon, flags);
}

dnnl_status_t dnnl_batch_normalization_backward_desc_init(
    dnnl_batch_normalization_desc_t *bnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_data_desc, const_dnnl_memory_desc_t data_desc, float epsilon,
    unsigned flags) {
  return dnnl_batch_normalization_v2_backward_desc_init(bnrm_desc, prop_kind, diff_data_desc,
                                                        diff_data_desc, data_desc, epsilon, flags);
}
