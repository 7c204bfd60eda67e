// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_softmax_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_softmax_desc_t>(c);
  return dnnl_softmax_forward_primitive_desc_create(c->out, c->engine, d.operation.prop_kind,
                                                    d.operation.alg_kind, kept(d.src_desc),
                                                    kept(d.dst_desc), d.softmax_axis, c->attr);
}

status create_softmax_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_softmax_desc_t>(c);
  return dnnl_softmax_backward_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, kept(d.diff_src_desc), kept(d.diff_dst_desc),
      kept(d.dst_desc), d.softmax_axis, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_softmax_v2_forward_desc_init(
    dnnl_softmax_desc_t *softmax_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, int softmax_axis) {
  DNNLET_CHECK(begin(softmax_desc, {"softmax forward", dnnl_softmax, prop_kind, alg_kind,
                                    create_softmax_forward}));
  keep(softmax_desc->src_desc, src_desc);
  keep(softmax_desc->dst_desc, dst_desc);
  softmax_desc->softmax_axis = softmax_axis;
  return dnnl_success;
}

dnnl_status_t dnnl_softmax_v2_backward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                                 dnnl_alg_kind_t alg_kind,
                                                 const_dnnl_memory_desc_t diff_src_desc,
                                                 const_dnnl_memory_desc_t diff_dst_desc,
                                                 const_dnnl_memory_desc_t dst_desc,
                                                 int softmax_axis) {
  DNNLET_CHECK(begin(softmax_desc, {"softmax backward", dnnl_softmax, dnnl_backward_data, alg_kind,
                                    create_softmax_backward}));
  keep(softmax_desc->diff_src_desc, diff_src_desc);
  keep(softmax_desc->diff_dst_desc, diff_dst_desc);
  keep(softmax_desc->dst_desc, dst_desc);
  softmax_desc->softmax_axis = softmax_axis;
  return dnnl_success;
}

dnnl_status_t dnnl_softmax_forward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                             dnnl_prop_kind_t prop_kind,
                                             const_dnnl_memory_desc_t data_desc, int softmax_axis) {
  return dnnl_softmax_v2_forward_desc_init(softmax_desc, prop_kind, dnnl_softmax_accurate,
                                           data_desc, data_desc, softmax_axis);
}

dnnl_status_t dnnl_softmax_backward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                              const_dnnl_memory_desc_t diff_data_desc,
                                              const_dnnl_memory_desc_t data_desc,
                                              int softmax_axis) {
  return dnnl_softmax_v2_backward_desc_init(softmax_desc, dnnl_softmax_accurate, diff_data_desc,
                                            diff_data_desc, data_desc, softmax_axis);
}

dnnl_status_t dnnl_logsoftmax_forward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                                dnnl_prop_kind_t prop_kind,
                                                const_dnnl_memory_desc_t data_desc,
                                                int logsoftmax_axis) {
  return dnnl_softmax_v2_forward_desc_init(softmax_desc, prop_kind, dnnl_softmax_log, data_desc,
                                           data_desc, logsoftmax_axis);
}

dnnl_status_t dnnl_logsoftmax_backward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                                 const_dnnl_memory_desc_t diff_data_desc,
                                                 const_dnnl_memory_desc_t data_desc,
                                                 int logsoftmax_axis) {
  return dnnl_softmax_v2_backward_desc_init(softmax_desc, dnnl_softmax_log, diff_data_desc,
                                            diff_data_desc, data_desc, logsoftmax_axis);
}
