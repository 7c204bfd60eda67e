// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Tensors: src0, src1, src2, dst.
dnnl_status_t create(const creation &c, dnnl_primitive_desc_t *pd) {
  // Others than select do without src2.
  const bool has_src2 = c.md[2] != nullptr;
  if (c.p.is_mutated && has_src2 != (c.p.algorithm == dnnl_binary_select))
    return dnnl_invalid_arguments;
  return dnnl_binary_primitive_desc_create_v2(pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0],
                                              c.md[1], c.md[2], c.md[3], c.attr);
}

dnnl_data_type_t draw_type(choices &c) {
  return c.chance(30) ? c.pick({dnnl_s8, dnnl_u8, dnnl_s32}) : draw_float(c);
}

// Extent one in some dimensions.
dims broadcast(choices &c, const dims &shape, const dims &other) {
  dims own = shape;
  const uint64_t which = c.pick<uint64_t>({0, ~uint64_t(0), ~uint64_t(2), c.below(64), 12});
  for (size_t d = 0; d < own.size(); ++d)
    if ((which >> d & 1) && other[d] == shape[d]) own[d] = 1;
  return own;
}

}  // namespace

void run_binary(choices &c, session &s) {
  problem p;
  p.name = "binary";
  p.create = create;
  p.is_elementwise = true;
  p.algorithm = int(dnnl_binary_add + c.below(13));
  const bool selects = p.algorithm == dnnl_binary_select;
  tensor_spec src0, src1, src2, dst;
  dst.shape = draw_shape(c, 1 + c.below(5), c.chance(10) ? 20000 : 2000);
  src0.arg = DNNL_ARG_SRC_0;
  src0.type = src1.type = dst.type = draw_type(c);
  src0.shape = src1.shape = src2.shape = dst.shape;
  if (c.chance(15)) src0.shape = broadcast(c, dst.shape, dst.shape);
  if (c.chance(60)) src1.shape = broadcast(c, dst.shape, src0.shape);
  if (c.chance(30)) src1.type = draw_type(c);
  if (c.chance(20)) dst.type = draw_type(c);
  src0.fill = src1.fill = draw_fill(c);
  if (p.algorithm == dnnl_binary_div && src1.fill != numbers::special)
    src1.fill = numbers::positive;
  draw_layout(c, src0, false);
  src1.arg = DNNL_ARG_SRC_1;
  draw_result_layout(c, src0, src1);
  src2.arg = DNNL_ARG_SRC_2;
  src2.type = dnnl_s8;
  src2.layout = layout_kind::none;
  if (selects && c.chance(30)) src2.shape = broadcast(c, dst.shape, dst.shape);
  if (selects) draw_result_layout(c, src0, src2);
  if (selects) src2.fill = numbers::exact;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  dst.fill = src0.fill;
  draw_result_layout(c, src0, dst);
  p.tensors = {src0, src1, src2, dst};
  const bool all_exact = src0.fill == numbers::exact && p.algorithm != dnnl_binary_div;
  p.magnitude = is_integer(src0.type) || is_integer(src1.type) ? 20000 : 8;
  p.relative = all_exact ? 0 : 4 * f32_half_step;
  attribute_choice may;
  may.scales = {DNNL_ARG_SRC_0, DNNL_ARG_SRC_1};
  may.binary = may.eltwise = may.sum = true;
  draw_attributes(c, p, may);
  if (!p.attributes.quantizations.empty() && src0.fill == numbers::special)
    p.is_elementwise = false;
  tensor_spec &result = p.tensors[3];
  if (c.chance(20) && src0.shape == result.shape && result.use == role::output &&
      result.type == src0.type) {
    copy_layout(src0, result);
    result.whole = src0.whole;
    p.tensors[0].use = role::both;
    p.is_in_place = true;
  }
  check(p, c, s);
}

}  // namespace dnnlet::fuzz
