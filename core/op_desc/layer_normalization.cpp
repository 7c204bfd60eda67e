// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_layer_normalization_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_layer_normalization_desc_t>(c);
  return dnnl_layer_normalization_forward_primitive_desc_create_v2(
      c->out, c->engine, d.operation.prop_kind, kept(d.src_desc), kept(d.dst_desc),
      kept(d.stat_desc), d.scale_shift_data_type, d.epsilon, d.flags, c->attr);
}

status create_layer_normalization_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_layer_normalization_desc_t>(c);
  return dnnl_layer_normalization_backward_primitive_desc_create_v2(
      c->out, c->engine, d.operation.prop_kind, kept(d.diff_src_desc), kept(d.diff_dst_desc),
      kept(d.src_desc), kept(d.stat_desc), d.diff_scale_shift_data_type, d.scale_shift_data_type,
      d.epsilon, d.flags, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_layer_normalization_v3_forward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_memory_desc_t stat_desc, dnnl_data_type_t scale_shift_data_type, float epsilon,
    unsigned flags) {
  DNNLET_CHECK(begin(lnrm_desc, {"layer normalization forward", dnnl_layer_normalization, prop_kind,
                                 dnnl_alg_kind_undef, create_layer_normalization_forward}));
  keep(lnrm_desc->src_desc, src_desc);
  keep(lnrm_desc->dst_desc, dst_desc);
  keep(lnrm_desc->stat_desc, stat_desc);
  lnrm_desc->scale_shift_data_type = scale_shift_data_type;
  lnrm_desc->epsilon = epsilon;
  lnrm_desc->flags = flags;
  return dnnl_success;
}

dnnl_status_t dnnl_layer_normalization_v3_backward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t stat_desc,
    dnnl_data_type_t diff_scale_shift_data_type, dnnl_data_type_t scale_shift_data_type,
    float epsilon, unsigned flags) {
  DNNLET_CHECK(
      begin(lnrm_desc, {"layer normalization backward", dnnl_layer_normalization, prop_kind,
                        dnnl_alg_kind_undef, create_layer_normalization_backward}));
  keep(lnrm_desc->diff_src_desc, diff_src_desc);
  keep(lnrm_desc->diff_dst_desc, diff_dst_desc);
  keep(lnrm_desc->src_desc, src_desc);
  keep(lnrm_desc->stat_desc, stat_desc);
  lnrm_desc->diff_scale_shift_data_type = diff_scale_shift_data_type;
  lnrm_desc->scale_shift_data_type = scale_shift_data_type;
  lnrm_desc->epsilon = epsilon;
  lnrm_desc->flags = flags;
  return dnnl_success;
}

dnnl_status_t dnnl_layer_normalization_forward_desc_init(dnnl_layer_normalization_desc_t *lnrm_desc,
                                                         dnnl_prop_kind_t prop_kind,
                                                         const_dnnl_memory_desc_t data_desc,
                                                         const_dnnl_memory_desc_t stat_desc,
                                                         float epsilon, unsigned flags) {
  return dnnl_layer_normalization_v2_forward_desc_init(lnrm_desc, prop_kind, data_desc, data_desc,
                                                       stat_desc, epsilon, flags);
}

dnnl_status_t dnnl_layer_normalization_v2_forward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_memory_desc_t stat_desc, float epsilon, unsigned flags) {
  return dnnl_layer_normalization_v3_forward_desc_init(lnrm_desc, prop_kind, src_desc, dst_desc,
                                                       stat_desc, dnnl_f32, epsilon, flags);
}

dnnl_status_t dnnl_layer_normalization_backward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_data_desc, const_dnnl_memory_desc_t data_desc,
    const_dnnl_memory_desc_t stat_desc, float epsilon, unsigned flags) {
  return dnnl_layer_normalization_v2_backward_desc_init(
      lnrm_desc, prop_kind, diff_data_desc, diff_data_desc, data_desc, stat_desc, epsilon, flags);
}

dnnl_status_t dnnl_layer_normalization_v2_backward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t stat_desc, float epsilon,
    unsigned flags) {
  return dnnl_layer_normalization_v3_backward_desc_init(lnrm_desc, prop_kind, diff_src_desc,
                                                        diff_dst_desc, src_desc, stat_desc,
                                                        dnnl_f32, dnnl_f32, epsilon, flags);
}
