// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_shuffle_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_shuffle_desc_t>(c);
  return dnnl_shuffle_forward_primitive_desc_create(c->out, c->engine, d.operation.prop_kind,
                                                    kept(d.src_desc), kept(d.dst_desc), d.axis,
                                                    d.group_size, c->attr);
}

status create_shuffle_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_shuffle_desc_t>(c);
  return dnnl_shuffle_backward_primitive_desc_create(c->out, c->engine, kept(d.diff_src_desc),
                                                     kept(d.diff_dst_desc), d.axis, d.group_size,
                                                     c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_shuffle_v2_forward_desc_init(dnnl_shuffle_desc_t *shuffle_desc,
                                                dnnl_prop_kind_t prop_kind,
                                                const_dnnl_memory_desc_t src_desc,
                                                const_dnnl_memory_desc_t dst_desc, int axis,
                                                dnnl_dim_t group_size) {
  DNNLET_CHECK(begin(shuffle_desc, {"shuffle forward", dnnl_shuffle, prop_kind, dnnl_alg_kind_undef,
                                    create_shuffle_forward}));
  keep(shuffle_desc->src_desc, src_desc);
  keep(shuffle_desc->dst_desc, dst_desc);
  shuffle_desc->axis = axis;
  shuffle_desc->group_size = group_size;
  return dnnl_success;
}

dnnl_status_t dnnl_shuffle_v2_backward_desc_init(dnnl_shuffle_desc_t *shuffle_desc,
                                                 const_dnnl_memory_desc_t diff_src_desc,
                                                 const_dnnl_memory_desc_t diff_dst_desc, int axis,
                                                 dnnl_dim_t group_size) {
  DNNLET_CHECK(begin(shuffle_desc, {"shuffle backward", dnnl_shuffle, dnnl_backward_data,
                                    dnnl_alg_kind_undef, create_shuffle_backward}));
  keep(shuffle_desc->diff_src_desc, diff_src_desc);
  keep(shuffle_desc->diff_dst_desc, diff_dst_desc);
  shuffle_desc->axis = axis;
  shuffle_desc->group_size = group_size;
  return dnnl_success;
}

dnnl_status_t dnnl_shuffle_forward_desc_init(dnnl_shuffle_desc_t *shuffle_desc,
                                             dnnl_prop_kind_t prop_kind,
                                             const_dnnl_memory_desc_t data_desc, int axis,
                                             dnnl_dim_t group_size) {
  return dnnl_shuffle_v2_forward_desc_init(shuffle_desc, prop_kind, data_desc, data_desc, axis,
                                           group_size);
}

dnnl_status_t dnnl_shuffle_backward_desc_init(dnnl_shuffle_desc_t *shuffle_desc,
                                              const_dnnl_memory_desc_t diff_data_desc, int axis,
                                              dnnl_dim_t group_size) {
  return dnnl_shuffle_v2_backward_desc_init(shuffle_desc, diff_data_desc, diff_data_desc, axis,
                                            group_size);
}
