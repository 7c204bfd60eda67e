// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

dnnl_status_t create(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_reduction_primitive_desc_create(pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0],
                                              c.md[1], c.p.factors[0], c.p.factors[1], c.attr);
}

dnnl_data_type_t draw_type(choices &c) {
  return c.pick(
      {dnnl_f32, dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_f16, dnnl_bf16, dnnl_s8, dnnl_u8, dnnl_s32});
}

// How far sums of n numbers may be apart.
void set_errors(problem &p, double n) {
  const tensor_spec &src = p.tensors[0];
  const double largest = src.type == dnnl_s32 ? 1000 : is_integer(src.type) ? 256 : 8;
  const bool is_norm = p.algorithm >= dnnl_reduction_norm_lp_max;
  switch (p.algorithm) {
    case dnnl_reduction_max:
    case dnnl_reduction_min: p.magnitude = largest; break;
    case dnnl_reduction_mul:
      p.magnitude = 1;
      p.relative = n * 2 * f32_half_step;
      break;
    default:
      p.magnitude = (is_norm ? largest * largest * largest : largest) * n + 8;
      p.absolute = p.magnitude * (n + 16) * f32_half_step;
      p.relative = is_norm ? 0x1p-17 : 0x1p-20;
  }
  // Small integers, of which all sums are exact.
  const bool adds = p.algorithm == dnnl_reduction_sum || p.algorithm == dnnl_reduction_max ||
                    p.algorithm == dnnl_reduction_min;
  if (adds && src.fill == numbers::exact) p.absolute = p.relative = 0;
}

}  // namespace

void run_reduction(choices &c, session &s) {
  problem p;
  p.name = "reduction";
  p.create = create;
  p.algorithm = int(dnnl_reduction_max + c.below(9));
  const bool is_norm = p.algorithm >= dnnl_reduction_norm_lp_max;
  p.factors = {c.pick({2.0f, 1.0f, 3.0f, 1.5f}), c.pick({0.5f, 0.0f, 1e-3f, 4.0f})};
  tensor_spec src, dst;
  src.arg = DNNL_ARG_SRC;
  src.shape = draw_shape(c, 1 + c.below(6), c.chance(10) ? 40000 : 3000);
  src.type = is_norm ? c.pick({dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_f16}) : draw_type(c);
  src.fill = c.pick({numbers::natural, numbers::exact, numbers::exact, numbers::special});
  // Products overflow, and so do powers of special numbers.
  if (p.algorithm == dnnl_reduction_mul) src.fill = numbers::powers;
  if (is_norm && src.fill == numbers::special) src.fill = numbers::natural;
  draw_layout(c, src, false);
  dst = src;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  bool reduces = false;
  double n = 1;
  for (size_t d = 0; d < src.shape.size(); ++d) {
    if (src.shape[d] == 1 || c.chance(50)) continue;
    n *= double(src.shape[d]);
    dst.shape[d] = 1;
    reduces = true;
  }
  if (!reduces) {
    size_t longest = 0;
    for (size_t d = 0; d < src.shape.size(); ++d)
      if (src.shape[d] > src.shape[longest]) longest = d;
    if (src.shape[longest] <= 1) src.shape[longest] = 5, make_plain(src);
    dst.shape = src.shape;
    dst.shape[longest] = 1;
    n = double(src.shape[longest]);
  }
  if (c.chance(25)) dst.type = draw_type(c);
  if (p.algorithm == dnnl_reduction_mul) {
    // Where results of products are integers they wrap in oneDNN, and saturate here.
    if (n > 30) p.algorithm = dnnl_reduction_mean;
    if (is_integer(src.type)) src.type = dnnl_f32;
    if (is_integer(dst.type)) dst.type = dnnl_f32;
  }
  c.chance(40) ? draw_layout(c, dst, true) : make_plain(dst);
  p.tensors = {src, dst};
  set_errors(p, n);
  attribute_choice may;
  may.sum = may.eltwise = may.binary = true;
  if (p.algorithm != dnnl_reduction_mul) draw_attributes(c, p, may);
  check(p, c, s);
}

}  // namespace dnnlet::fuzz
