// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_matmul(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_matmul_desc_t>(c);
  return dnnl_matmul_primitive_desc_create(c->out, c->engine, kept(d.src_desc),
                                           kept(d.weights_desc), kept(d.bias_desc),
                                           kept(d.dst_desc), c->attr);
}

}  // namespace

dnnl_status_t dnnl_matmul_desc_init(dnnl_matmul_desc_t *matmul_desc,
                                    const_dnnl_memory_desc_t src_desc,
                                    const_dnnl_memory_desc_t weights_desc,
                                    const_dnnl_memory_desc_t bias_desc,
                                    const_dnnl_memory_desc_t dst_desc) {
  DNNLET_CHECK(begin(matmul_desc, {"matmul", dnnl_matmul, dnnl_prop_kind_undef, dnnl_alg_kind_undef,
                                   create_matmul}));
  keep(matmul_desc->src_desc, src_desc);
  keep(matmul_desc->weights_desc, weights_desc);
  keep(matmul_desc->bias_desc, bias_desc);
  keep(matmul_desc->dst_desc, dst_desc);
  return dnnl_success;
}
