// SPDX-License-Identifier: Apache-2.0
// The functions are there, the primitive is not: this file is its place.
#include "core/primitives/not_there.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

dnnl_status_t dnnl_prelu_forward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                       dnnl_prop_kind_t, const_dnnl_memory_desc_t,
                                                       const_dnnl_memory_desc_t,
                                                       const_dnnl_memory_desc_t,
                                                       const_dnnl_primitive_attr_t) {
  return not_there("prelu forward");
}

dnnl_status_t dnnl_prelu_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t) {
  return not_there("prelu backward");
}
