// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_reduction(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_reduction_desc_t>(c);
  return dnnl_reduction_primitive_desc_create(c->out, c->engine, d.operation.alg_kind,
                                              kept(d.src_desc), kept(d.dst_desc), d.p, d.eps,
                                              c->attr);
}

}  // namespace

dnnl_status_t dnnl_reduction_desc_init(dnnl_reduction_desc_t *desc, dnnl_alg_kind_t alg_kind,
                                       const_dnnl_memory_desc_t src_desc,
                                       const_dnnl_memory_desc_t dst_desc, float p, float eps) {
  DNNLET_CHECK(
      begin(desc, {"reduction", dnnl_reduction, dnnl_prop_kind_undef, alg_kind, create_reduction}));
  keep(desc->src_desc, src_desc);
  keep(desc->dst_desc, dst_desc);
  desc->p = p;
  desc->eps = eps;
  return dnnl_success;
}
