// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/gradient_errors.h"

namespace dnnlet::fuzz {

namespace {

dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_eltwise_forward_primitive_desc_create(
      pd, c.engine, dnnl_prop_kind_t(c.p.prop), dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1],
      c.p.factors[0], c.p.factors[1], c.attr);
}

dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_eltwise_backward_primitive_desc_create(pd, c.engine, dnnl_alg_kind_t(c.p.algorithm),
                                                     c.md[2], c.md[1], c.md[0], c.p.factors[0],
                                                     c.p.factors[1], c.hint, c.attr);
}

void draw_function(choices &c, problem &p) {
  p.algorithm = c.chance(15) ? int(0x100 + c.below(7)) : int(0x20 + c.below(0x15));
  float alpha = c.pick({0.0f, 1.0f, 0.5f, 2.0f, -1.5f, 0.1f}),
        beta = c.pick({0.0f, 1.0f, 2.0f, 0.5f, -1.0f});
  switch (p.algorithm) {
    case dnnl_eltwise_clip:
    case dnnl_eltwise_clip_v2:
    case dnnl_eltwise_clip_v2_use_dst_for_bwd: alpha = -1, beta = std::max(beta, 0.5f); break;
    case dnnl_eltwise_hardswish:
    case dnnl_eltwise_hardsigmoid: alpha = c.pick({0.5f, 1.0f, 0.25f, 0.1f, -1.5f}); break;
    case dnnl_eltwise_soft_relu:
      if (alpha == 0) alpha = 1;
      break;
    case dnnl_eltwise_relu_use_dst_for_bwd:
    case dnnl_eltwise_elu_use_dst_for_bwd: alpha = alpha < 0 ? 0 : alpha; break;
    default: break;
  }
  p.factors = {alpha, beta};
}

bool is_exact(const problem &p) {
  const float alpha = p.factors[0];
  switch (p.algorithm) {
    case dnnl_eltwise_relu:
    case dnnl_eltwise_linear:
      return alpha == 0 || alpha == 1 || alpha == 0.5f || alpha == 2 || alpha == -1.5f;
    case dnnl_eltwise_abs:
    case dnnl_eltwise_square:
    case dnnl_eltwise_clip:
    case dnnl_eltwise_clip_v2: return true;
    default: return false;
  }
}

bool reads_dst(int algorithm) {
  return algorithm >= dnnl_eltwise_relu_use_dst_for_bwd &&
         algorithm <= dnnl_eltwise_clip_v2_use_dst_for_bwd;
}

}  // namespace

void run_eltwise(choices &c, session &s) {
  problem p;
  p.is_elementwise = true;
  draw_function(c, p);
  tensor_spec src, dst;
  src.arg = DNNL_ARG_SRC;
  src.shape = draw_shape(c, 1 + c.below(5), c.chance(10) ? 20000 : 2000);
  src.type = c.chance(25) ? c.pick({dnnl_s8, dnnl_u8, dnnl_s32}) : draw_float(c);
  src.fill = draw_fill(c);
  draw_layout(c, src, false);
  dst = src;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  if (c.chance(15)) dst.type = c.pick({dnnl_f32, dnnl_bf16, dnnl_f16, dnnl_s8, dnnl_u8, dnnl_s32});
  if (c.chance(30)) draw_layout(c, dst, true);
  const bool all_exact = src.fill == numbers::exact && is_exact(p);
  p.magnitude = src.type == dnnl_s32 ? 1000 : is_integer(src.type) ? 256 : 40;
  p.absolute = all_exact ? 0 : 0x1p-18;
  p.relative = all_exact ? 0 : 0x1p-18;
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  p.name = "eltwise";
  p.tensors = {src, dst};
  p.create = create_forward;
  if (c.chance(60)) {
    attribute_choice may;
    may.binary = may.eltwise = may.sum = may.dropout = may.stochastic = true;
    draw_attributes(c, p, may);
    const tensor_spec &from = p.tensors[0];
    if (c.chance(30) && p.tensors[1].use == role::output && p.tensors[1].type == from.type) {
      copy_layout(from, p.tensors[1]);
      p.tensors[1].whole = from.whole;
      p.tensors[0].use = role::both;
      p.is_in_place = true;
    }
    return check(p, c, s);
  }
  // data, diff_dst, diff_src
  problem b = p;
  b.name = "eltwise backward";
  b.create = create_backward;
  b.prop = 0;
  if (!all_exact) b.element_errors = gradient_errors;
  tensor_spec diff = src, result = src;
  diff.arg = DNNL_ARG_DIFF_DST;
  result.arg = DNNL_ARG_DIFF_SRC;
  result.use = role::output;
  if (c.chance(30)) draw_layout(c, diff, true);
  if (c.chance(30)) draw_layout(c, result, true);
  if (reads_dst(p.algorithm)) b.tensors[0].arg = DNNL_ARG_DST;
  b.tensors = {b.tensors[0], diff, result};
  p.prop = dnnl_forward_training;
  if (c.chance(80)) b.forward = std::make_shared<problem>(p);
  b.attributes.user_scratchpad = c.chance(20);
  check(b, c, s);
}

}  // namespace dnnlet::fuzz
