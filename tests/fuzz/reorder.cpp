// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

dnnl_status_t create(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_reorder_primitive_desc_create(pd, c.md[0], c.engine, c.md[1], c.engine, c.attr);
}

dnnl_data_type_t draw_type(choices &c) {
  if (c.chance(60)) return c.pick({dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_s8, dnnl_u8});
  return c.pick({dnnl_f16, dnnl_s32, dnnl_f64, dnnl_f8_e5m2, dnnl_f8_e4m3, dnnl_s4, dnnl_u4});
}

// Scales in blocks along the last two dimensions.
void draw_groups(choices &c, problem &p) {
  const dims &shape = p.tensors[0].shape;
  if (shape.size() != 2 || count(shape) == 0) return;
  quantization q;
  q.arg = DNNL_ARG_SRC;
  q.mask = 3;
  q.groups = {1, 1};
  const size_t d = c.below(2);
  for (const int64_t size : {64, 32, 16, 8, 4, 3, 2})
    if (shape[d] % size == 0 && q.groups[d] == 1) q.groups[d] = size;
  p.attributes.quantizations = {q};
}

}  // namespace

void run_reorder(choices &c, session &s) {
  problem p;
  p.name = "reorder";
  p.create = create;
  p.is_elementwise = true;
  tensor_spec src, dst;
  src.arg = DNNL_ARG_FROM;
  src.shape = draw_shape(c, 1 + c.below(6), c.chance(10) ? 30000 : 3000);
  src.type = draw_type(c);
  src.fill = draw_fill(c);
  draw_layout(c, src, false);
  dst = src;
  dst.arg = DNNL_ARG_TO;
  dst.use = role::output;
  if (c.chance(60)) dst.type = draw_type(c);
  if (c.chance(80)) draw_layout(c, dst, false);
  if (c.chance(8)) {
    src.is_runtime = c.chance(70);
    dst.is_runtime = !src.is_runtime || c.chance(70);
  }
  p.tensors = {src, dst};
  p.magnitude = is_integer(src.type) ? 1000 : 8;
  attribute_choice may;
  may.scales = {DNNL_ARG_SRC, DNNL_ARG_DST};
  may.zero_points = {DNNL_ARG_SRC, DNNL_ARG_DST};
  may.sum = true;
  draw_attributes(c, p, may);
  if (c.chance(5)) draw_groups(c, p);
  if (!p.attributes.quantizations.empty() || !p.attributes.post_ops.empty())
    p.relative = src.fill == numbers::exact ? 0 : 4 * f32_half_step;
  if (src.fill == numbers::special && p.relative > 0) p.is_elementwise = false;
  check(p, c, s);
}

}  // namespace dnnlet::fuzz
