// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_pooling_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_pooling_desc_t>(c);
  return dnnl_pooling_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.operation.alg_kind, kept(d.src_desc),
      kept(d.dst_desc), d.strides, d.kernel, d.dilation, d.padding_l, d.padding_r, c->attr);
}

status create_pooling_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_pooling_desc_t>(c);
  return dnnl_pooling_backward_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, kept(d.diff_src_desc), kept(d.diff_dst_desc),
      d.strides, d.kernel, d.dilation, d.padding_l, d.padding_r, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_pooling_v2_forward_desc_init(
    dnnl_pooling_desc_t *pool_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, const dnnl_dims_t strides,
    const dnnl_dims_t kernel, const dnnl_dims_t dilation, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r) {
  DNNLET_CHECK(begin(
      pool_desc, {"pooling forward", dnnl_pooling, prop_kind, alg_kind, create_pooling_forward}));
  keep(pool_desc->src_desc, src_desc);
  keep(pool_desc->dst_desc, dst_desc);
  DNNLET_CHECK(keep_given_dims(pool_desc->kernel, kernel, src_desc, "kernel"));
  return keep_window(*pool_desc, pool_desc->dilation, src_desc,
                     {strides, dilation, padding_l, padding_r});
}

dnnl_status_t dnnl_pooling_v2_backward_desc_init(
    dnnl_pooling_desc_t *pool_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t kernel, const dnnl_dims_t dilation,
    const dnnl_dims_t padding_l, const dnnl_dims_t padding_r) {
  DNNLET_CHECK(begin(pool_desc, {"pooling backward", dnnl_pooling, dnnl_backward_data, alg_kind,
                                 create_pooling_backward}));
  keep(pool_desc->diff_src_desc, diff_src_desc);
  keep(pool_desc->diff_dst_desc, diff_dst_desc);
  DNNLET_CHECK(keep_given_dims(pool_desc->kernel, kernel, diff_src_desc, "kernel"));
  return keep_window(*pool_desc, pool_desc->dilation, diff_src_desc,
                     {strides, dilation, padding_l, padding_r});
}

dnnl_status_t dnnl_pooling_forward_desc_init(
    dnnl_pooling_desc_t *pool_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, const dnnl_dims_t strides,
    const dnnl_dims_t kernel, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r) {
  return dnnl_pooling_v2_forward_desc_init(pool_desc, prop_kind, alg_kind, src_desc, dst_desc,
                                           strides, kernel, nullptr, padding_l, padding_r);
}

dnnl_status_t dnnl_pooling_backward_desc_init(dnnl_pooling_desc_t *pool_desc,
                                              dnnl_alg_kind_t alg_kind,
                                              const_dnnl_memory_desc_t diff_src_desc,
                                              const_dnnl_memory_desc_t diff_dst_desc,
                                              const dnnl_dims_t strides, const dnnl_dims_t kernel,
                                              const dnnl_dims_t padding_l,
                                              const dnnl_dims_t padding_r) {
  return dnnl_pooling_v2_backward_desc_init(pool_desc, alg_kind, diff_src_desc, diff_dst_desc,
                                            strides, kernel, nullptr, padding_l, padding_r);
}
