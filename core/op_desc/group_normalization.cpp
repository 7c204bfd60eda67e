// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_group_normalization_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_group_normalization_desc_t>(c);
  return dnnl_group_normalization_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, kept(d.src_desc), kept(d.dst_desc), d.groups,
      d.epsilon, d.flags, c->attr);
}

status create_group_normalization_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_group_normalization_desc_t>(c);
  return dnnl_group_normalization_backward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, kept(d.diff_src_desc), kept(d.diff_dst_desc),
      kept(d.src_desc), d.groups, d.epsilon, d.flags, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_group_normalization_forward_desc_init(dnnl_group_normalization_desc_t *gnrm_desc,
                                                         dnnl_prop_kind_t prop_kind,
                                                         const_dnnl_memory_desc_t src_desc,
                                                         const_dnnl_memory_desc_t dst_desc,
                                                         dnnl_dim_t groups, float epsilon,
                                                         unsigned flags) {
  DNNLET_CHECK(begin(gnrm_desc, {"group normalization forward", dnnl_group_normalization, prop_kind,
                                 dnnl_alg_kind_undef, create_group_normalization_forward}));
  keep(gnrm_desc->src_desc, src_desc);
  keep(gnrm_desc->dst_desc, dst_desc);
  gnrm_desc->groups = groups;
  gnrm_desc->epsilon = epsilon;
  gnrm_desc->flags = flags;
  return dnnl_success;
}

dnnl_status_t dnnl_group_normalization_backward_desc_init(
    dnnl_group_normalization_desc_t *gnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, dnnl_dim_t groups, float epsilon, unsigned flags) {
  DNNLET_CHECK(
      begin(gnrm_desc, {"group normalization backward", dnnl_group_normalization, prop_kind,
                        dnnl_alg_kind_undef, create_group_normalization_backward}));
  keep(gnrm_desc->diff_src_desc, diff_src_desc);
  keep(gnrm_desc->diff_dst_desc, diff_dst_desc);
  keep(gnrm_desc->src_desc, src_desc);
  gnrm_desc->groups = groups;
  gnrm_desc->epsilon = epsilon;
  gnrm_desc->flags = flags;
  return dnnl_success;
}
