// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_binary(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_binary_desc_t>(c);
  return dnnl_binary_primitive_desc_create_v2(c->out, c->engine, d.operation.alg_kind,
                                              kept(d.src0_desc), kept(d.src1_desc),
                                              kept(d.src2_desc), kept(d.dst_desc), c->attr);
}

}  // namespace

dnnl_status_t dnnl_binary_v2_desc_init(dnnl_binary_desc_t *binary_desc, dnnl_alg_kind_t alg_kind,
                                       const_dnnl_memory_desc_t src0_desc,
                                       const_dnnl_memory_desc_t src1_desc,
                                       const_dnnl_memory_desc_t src2_desc,
                                       const_dnnl_memory_desc_t dst_desc) {
  DNNLET_CHECK(
      begin(binary_desc, {"binary", dnnl_binary, dnnl_prop_kind_undef, alg_kind, create_binary}));
  keep(binary_desc->src0_desc, src0_desc);
  keep(binary_desc->src1_desc, src1_desc);
  keep(binary_desc->src2_desc, src2_desc);
  keep(binary_desc->dst_desc, dst_desc);
  return dnnl_success;
}

dnnl_status_t dnnl_binary_desc_init(dnnl_binary_desc_t *binary_desc, dnnl_alg_kind_t alg_kind,
                                    const_dnnl_memory_desc_t src0_desc,
                                    const_dnnl_memory_desc_t src1_desc,
                                    const_dnnl_memory_desc_t dst_desc) {
  return dnnl_binary_v2_desc_init(binary_desc, alg_kind, src0_desc, src1_desc, nullptr, dst_desc);
}
