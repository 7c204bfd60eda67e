// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/convolved.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Tensors: src, weights, bias, dst, or their gradients; backward data has no bias. Sizes: strides,
// dilates, left, right.
dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_deconvolution_forward_primitive_desc_create(
      pd, c.engine, dnnl_prop_kind_t(c.p.prop), dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1],
      c.md[2], c.md[3], c.sizes(0), c.sizes(1), c.sizes(2), c.sizes(3), c.attr);
}
dnnl_status_t create_backward_data(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_deconvolution_backward_data_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1], c.md[2], c.sizes(0),
      c.sizes(1), c.sizes(2), c.sizes(3), c.hint, c.attr);
}
dnnl_status_t create_backward_weights(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_deconvolution_backward_weights_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1], c.md[2], c.md[3], c.sizes(0),
      c.sizes(1), c.sizes(2), c.sizes(3), c.hint, c.attr);
}

void run_forward(choices &c, session &s, const convolved &sh, problem &p) {
  attribute_choice may;
  if (is_integer(p.tensors[0].type) || c.chance(10)) {
    may.scales = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST};
    may.zero_points = {DNNL_ARG_SRC, DNNL_ARG_DST};
  }
  may.sum = may.eltwise = may.binary = may.prelu = true;
  draw_attributes(c, p, may);
  set_product_error(p, sh.inputs * sh.w.taps());
  check(p, c, s);
}

void run_backward(choices &c, session &s, const convolved &sh, bool by_data, problem &p) {
  p.prop = dnnl_forward_training;
  const auto forward = std::make_shared<problem>(p);
  if (c.chance(80)) p.forward = forward;
  p.prop = 0;
  p.attributes.user_scratchpad = c.chance(30);
  p.attributes.deterministic = c.chance(10);
  tensor_spec &result = p.tensors[by_data ? 0 : 1];
  p.tensors[3].arg = DNNL_ARG_DIFF_DST;
  p.tensors[3].use = role::input;
  result.use = role::output;
  if (!is_integer(p.tensors[0].type)) p.tensors[3].type = p.tensors[by_data ? 1 : 0].type;
  if (by_data) {
    p.name = "deconvolution backward data";
    p.create = create_backward_data;
    result.arg = DNNL_ARG_DIFF_SRC;
    p.tensors.erase(p.tensors.begin() + 2);
    set_product_error(p, sh.dst[1] * sh.w.taps());
  } else {
    p.name = "deconvolution backward weights";
    p.create = create_backward_weights;
    result.arg = DNNL_ARG_DIFF_WEIGHTS;
    p.tensors[2].arg = DNNL_ARG_DIFF_BIAS;
    p.tensors[2].use = role::output;
    set_product_error(p, sh.dst[0] * count(sh.w.in));
  }
  if (c.chance(20)) result.type = dnnl_f32;
  check(p, c, s);
}

// Forward, or one of its gradients.
void check_passes(choices &c, session &s, problem &p, const convolved &sh) {
  p.tensors[3].use = role::output;
  const int pass = int(c.below(10));
  if (pass == 5) p.algorithm = dnnl_deconvolution_winograd;  // forward another name for direct
  if (pass < 6) return run_forward(c, s, sh, p);
  run_backward(c, s, sh, pass < 8, p);
}

}  // namespace

void run_deconvolution(choices &c, session &s) {
  const convolved sh = draw_convolved(c, moves_over::dst);
  const convolved_types t = draw_convolved_types(c, moves_over::dst);
  const numbers fill = draw_fill(c);
  problem p;
  p.name = "deconvolution";
  p.create = create_forward;
  p.algorithm = dnnl_deconvolution_direct;
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  set_convolved(c, p, sh, t, fill);
  if (c.chance(50)) copy_layout(p.tensors[0], p.tensors[3]);
  check_passes(c, s, p, sh);
}

void run_deconvolution_channels(choices &c, session &s) {
  const convolved sh = draw_convolved_channels(c, moves_over::dst);
  const convolved_types t = draw_convolved_types(c, moves_over::dst);
  const numbers fill = draw_fill(c);
  problem p;
  p.name = "deconvolution";
  p.create = create_forward;
  p.algorithm = dnnl_deconvolution_direct;
  p.prop = dnnl_forward_training;
  set_convolved(c, p, sh, t, fill);
  set_channel_runs(c, p);
  check_passes(c, s, p, sh);
}

}  // namespace dnnlet::fuzz
