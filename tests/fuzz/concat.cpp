// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Tensors: dst, then the sources; sizes: the axis, and 1 where dst is left to the library.
dnnl_status_t create(const creation &c, dnnl_primitive_desc_t *pd) {
  const bool is_open = c.sizes(1)[0] == 1 && c.p.tensors[0].layout == layout_kind::any;
  const auto dst = is_open ? nullptr : c.md[0];
  return dnnl_concat_primitive_desc_create(pd, c.engine, dst, int(c.p.tensors.size()) - 1,
                                           int(c.sizes(0)[0]), c.md.data() + 1, c.attr);
}

dnnl_data_type_t draw_type(choices &c) {
  return c.chance(30) ? c.pick({dnnl_s8, dnnl_u8, dnnl_s32}) : draw_float(c);
}

}  // namespace

void run_concat(choices &c, session &s) {
  problem p;
  p.name = "concat";
  p.create = create;
  p.is_elementwise = true;
  tensor_spec dst;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  dst.shape = draw_shape(c, 1 + c.below(5), c.chance(10) ? 20000 : 1000);
  dst.type = draw_type(c);
  dst.fill = draw_fill(c);
  const size_t axis = c.below(dst.shape.size());
  const size_t n = c.chance(10) ? 1 + c.below(20) : 1 + c.below(4);
  const dnnl_data_type_t type = c.chance(80) ? dst.type : draw_type(c);
  const bool all_alike = c.chance(60), whole_blocks = c.chance(30);
  p.tensors = {dst};
  dst.shape[axis] = 0;
  for (size_t i = 0; i < n; ++i) {
    tensor_spec src = dst;
    src.arg = DNNL_ARG_MULTIPLE_SRC + int(i);
    src.use = role::input;
    src.type = type;
    src.shape[axis] = whole_blocks ? 16 * c.between(1, 3) : c.chance(3) ? 0 : c.extent(40);
    if (i > 0 && all_alike)
      copy_layout(p.tensors[1], src);
    else
      draw_layout(c, src, false);
    dst.shape[axis] += src.shape[axis];
    p.tensors.push_back(src);
  }
  p.sizes = {{int64_t(axis)}, {c.chance(10) ? 1 : 0}};
  draw_layout(c, dst, true);
  if (all_alike && c.chance(60)) copy_layout(p.tensors[1], dst);
  if (p.sizes[1][0] == 1) dst.layout = layout_kind::any, dst.type = type;
  p.tensors[0] = dst;
  p.magnitude = is_integer(type) ? 1000 : 8;
  attribute_choice may;
  for (size_t i = 0; i < n && i < 4; ++i) may.scales.push_back(DNNL_ARG_MULTIPLE_SRC + int(i));
  if (c.chance(30)) draw_attributes(c, p, may);
  for (quantization &q : p.attributes.quantizations)
    if (c.chance(90)) q.mask = 0, q.groups.clear();
  if (!p.attributes.quantizations.empty()) {
    p.relative = dst.fill == numbers::exact ? 0 : 4 * f32_half_step;
    if (dst.fill == numbers::special) p.is_elementwise = false;
  }
  check(p, c, s);
}

}  // namespace dnnlet::fuzz
