// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// src, weights, dst
dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_prelu_forward_primitive_desc_create(pd, c.engine, dnnl_prop_kind_t(c.p.prop), c.md[0],
                                                  c.md[1], c.md[2], c.attr);
}
// src, weights, diff_dst, diff_src, diff_weights
dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_prelu_backward_primitive_desc_create(pd, c.engine, c.md[0], c.md[1], c.md[3], c.md[4],
                                                   c.md[2], c.hint, c.attr);
}

dnnl_data_type_t draw_type(choices &c) {
  return c.pick(
      {dnnl_f32, dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_f16, dnnl_bf16, dnnl_s8, dnnl_u8, dnnl_s32});
}

}  // namespace

void run_prelu(choices &c, session &s) {
  problem p;
  p.name = "prelu";
  p.create = create_forward;
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  tensor_spec src, weights, dst;
  src.arg = DNNL_ARG_SRC;
  src.shape = draw_shape(c, 1 + c.below(5), c.chance(10) ? 30000 : 3000);
  src.type = draw_type(c);
  src.fill = c.pick({numbers::natural, numbers::exact, numbers::exact, numbers::special});
  draw_layout(c, src, false);
  weights.arg = DNNL_ARG_WEIGHTS;
  weights.shape = src.shape;
  weights.type = c.chance(70) ? src.type : draw_type(c);
  weights.fill = src.fill == numbers::special ? numbers::natural : src.fill;
  double n = 1;  // terms of a weight's gradient
  const uint64_t mask = c.chance(40) ? 2 : c.below(32);
  for (size_t d = 0; d < src.shape.size(); ++d) {
    if (mask >> d & 1) continue;
    n *= double(src.shape[d]);
    weights.shape[d] = 1;
  }
  c.chance(50) ? draw_layout(c, weights, true) : make_plain(weights);
  dst = src;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  p.tensors = {src, weights, dst};
  const double largest = src.type == dnnl_s32 ? 1000 : is_integer(src.type) ? 256 : 8;
  p.magnitude = largest * (weights.type == dnnl_s32 ? 1000 : is_integer(weights.type) ? 256 : 8);
  const bool is_exact = src.fill == numbers::exact;
  p.relative = is_exact ? 0 : 0x1p-22;
  p.absolute = 0;
  p.attributes.user_scratchpad = c.chance(20);
  if (c.chance(50)) {
    if (c.chance(30)) {
      p.tensors[0].use = role::both;
      p.tensors[2].whole = src.whole;
      p.is_in_place = true;
    }
    return check(p, c, s);
  }
  if (src.fill == numbers::special) p.tensors[0].fill = src.fill = numbers::natural;
  problem b = p;
  b.name = "prelu backward";
  b.create = create_backward;
  b.prop = 0;
  tensor_spec diff = src, diff_src, diff_weights = weights;
  diff.arg = DNNL_ARG_DIFF_DST;
  if (c.chance(15)) diff.type = draw_type(c);
  diff_src = diff;
  diff_src.arg = DNNL_ARG_DIFF_SRC;
  diff_src.use = role::output;
  diff_weights.arg = DNNL_ARG_DIFF_WEIGHTS;
  diff_weights.use = role::output;
  if (c.chance(15)) diff_weights.type = draw_type(c);
  b.tensors = {src, weights, diff, diff_src, diff_weights};
  const double of_diff = diff.type == dnnl_s32 ? 1000 : is_integer(diff.type) ? 256 : 8;
  b.magnitude = std::max(p.magnitude, of_diff * largest) * std::max(n, 1.0);
  // Beyond 2^24, sums of integers are rounded too.
  b.absolute = is_exact && b.magnitude < 0x1p24 ? 0 : b.magnitude * (n + 16) * f32_half_step;
  b.relative = is_exact ? 0 : 0x1p-20;
  check(b, c, s);
}

}  // namespace dnnlet::fuzz
