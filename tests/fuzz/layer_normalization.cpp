// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/normalization.h"

#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

dnnl_data_type_t weights_type(const problem &p) {
  for (const tensor_spec &t : p.tensors)
    if (t.arg == DNNL_ARG_SCALE || t.arg == DNNL_ARG_SHIFT || t.arg == DNNL_ARG_DIFF_SHIFT)
      return t.type;
  return dnnl_f32;
}

dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return only_as_described(
      c,
      dnnl_layer_normalization_forward_primitive_desc_create_v2(
          pd, c.engine, dnnl_prop_kind_t(c.p.prop), c.md[0], c.md[1], statistics_of(c),
          weights_type(c.p), c.p.factors[0], unsigned(c.p.algorithm), c.attr),
      pd);
}
// src, diff_dst, diff_src, ...
dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return only_as_described(c,
                           dnnl_layer_normalization_backward_primitive_desc_create_v2(
                               pd, c.engine, dnnl_prop_kind_t(c.p.prop), c.md[2], c.md[1], c.md[0],
                               statistics_of(c), weights_type(c.p), weights_type(c.p),
                               c.p.factors[0], unsigned(c.p.algorithm), c.hint, c.attr),
                           pd);
}

}  // namespace

void run_layer_normalization(choices &c, session &s) {
  normalization_choice n = {};
  n.name = "layer normalization";
  n.forward = create_forward;
  n.backward = create_backward;
  n.may_flags = dnnl_rms_norm;
  n.least_ndims = 2;
  n.most_ndims = 5;
  n.has_types = true;
  n.attributes.eltwise = n.attributes.binary = n.attributes.sum = true;
  n.attributes.scales = {DNNL_ARG_SRC, DNNL_ARG_DST};
  n.statistics = [](const dims &shape, int64_t groups) -> dims {
    (void)groups;
    return dims(shape.begin(), shape.end() - 1);
  };
  n.channels = [](const dims &shape) { return shape.back(); };
  check_normalization(n, c, s);
}

}  // namespace dnnlet::fuzz
