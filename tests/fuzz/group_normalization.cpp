// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/normalization.h"

#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return only_as_described(c,
                           dnnl_group_normalization_forward_primitive_desc_create(
                               pd, c.engine, dnnl_prop_kind_t(c.p.prop), c.md[0], c.md[1],
                               c.sizes(0)[0], c.p.factors[0], unsigned(c.p.algorithm), c.attr),
                           pd);
}
// src, diff_dst, diff_src, ...
dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return only_as_described(
      c,
      dnnl_group_normalization_backward_primitive_desc_create(
          pd, c.engine, dnnl_prop_kind_t(c.p.prop), c.md[2], c.md[1], c.md[0], c.sizes(0)[0],
          c.p.factors[0], unsigned(c.p.algorithm), c.hint, c.attr),
      pd);
}

}  // namespace

void run_group_normalization(choices &c, session &s) {
  normalization_choice n = {};
  n.name = "group normalization";
  n.forward = create_forward;
  n.backward = create_backward;
  n.may_flags = 0;
  n.least_ndims = 3;  // oneDNN reads beyond tensors of 2
  n.most_ndims = 5;
  n.has_types = true;
  n.attributes.eltwise = n.attributes.binary = true;
  n.attributes.scales = {DNNL_ARG_SRC, DNNL_ARG_DST};
  n.statistics = [](const dims &shape, int64_t groups) -> dims { return {shape[0], groups}; };
  n.channels = [](const dims &shape) { return shape[1]; };
  check_normalization(n, c, s);
}

}  // namespace dnnlet::fuzz
