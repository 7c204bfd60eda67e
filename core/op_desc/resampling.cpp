// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_resampling_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_resampling_desc_t>(c);
  return dnnl_resampling_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.operation.alg_kind,
      d.has_factors ? d.factors : nullptr, kept(d.src_desc), kept(d.dst_desc), c->attr);
}

status create_resampling_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_resampling_desc_t>(c);
  return dnnl_resampling_backward_primitive_desc_create(
      c->out, c->engine, d.operation.alg_kind, d.has_factors ? d.factors : nullptr,
      kept(d.diff_src_desc), kept(d.diff_dst_desc), c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_resampling_forward_desc_init(dnnl_resampling_desc_t *resampling_desc,
                                                dnnl_prop_kind_t prop_kind,
                                                dnnl_alg_kind_t alg_kind, const float *factors,
                                                const_dnnl_memory_desc_t src_desc,
                                                const_dnnl_memory_desc_t dst_desc) {
  DNNLET_CHECK(begin(resampling_desc, {"resampling forward", dnnl_resampling, prop_kind, alg_kind,
                                       create_resampling_forward}));
  resampling_desc->has_factors = keep_factors(resampling_desc->factors, factors, src_desc);
  keep(resampling_desc->src_desc, src_desc);
  keep(resampling_desc->dst_desc, dst_desc);
  return dnnl_success;
}

dnnl_status_t dnnl_resampling_backward_desc_init(dnnl_resampling_desc_t *resampling_desc,
                                                 dnnl_alg_kind_t alg_kind, const float *factors,
                                                 const_dnnl_memory_desc_t diff_src_desc,
                                                 const_dnnl_memory_desc_t diff_dst_desc) {
  DNNLET_CHECK(begin(resampling_desc, {"resampling backward", dnnl_resampling, dnnl_backward_data,
                                       alg_kind, create_resampling_backward}));
  resampling_desc->has_factors = keep_factors(resampling_desc->factors, factors, diff_src_desc);
  keep(resampling_desc->diff_src_desc, diff_src_desc);
  keep(resampling_desc->diff_dst_desc, diff_dst_desc);
  return dnnl_success;
}
