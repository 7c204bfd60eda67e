// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Tensors: dst, then the sources; factors: their scales; sizes: 1 where dst is left to the library.
dnnl_status_t create(const creation &c, dnnl_primitive_desc_t *pd) {
  const int n = int(c.p.factors.size());
  const bool is_open = c.sizes(0)[0] == 1 && c.p.tensors[0].layout == layout_kind::any;
  const auto dst = is_open ? nullptr : c.md[0];
  return dnnl_sum_primitive_desc_create(pd, c.engine, dst, n, c.p.factors.data(), c.md.data() + 1,
                                        c.attr);
}

dnnl_data_type_t draw_type(choices &c) {
  return c.chance(25) ? c.pick({dnnl_s8, dnnl_u8, dnnl_s32}) : draw_float(c);
}

}  // namespace

void run_sum(choices &c, session &s) {
  problem p;
  p.name = "sum";
  p.create = create;
  tensor_spec dst;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  dst.shape = draw_shape(c, 1 + c.below(5), c.chance(10) ? 20000 : 2000);
  dst.type = draw_type(c);
  dst.fill = draw_fill(c);
  draw_layout(c, dst, true);
  p.sizes = {{c.chance(10) ? 1 : 0}};
  if (p.sizes[0][0] == 1) dst.layout = layout_kind::any;
  p.tensors = {dst};
  const size_t n = c.chance(10) ? 1 + c.below(20) : 1 + c.below(4);
  const dnnl_data_type_t type = c.chance(60) ? dst.type : draw_type(c);
  const bool all_alike = c.chance(60), one_type = c.chance(80);
  double most = 0;
  for (size_t i = 0; i < n; ++i) {
    tensor_spec src = dst;
    src.arg = DNNL_ARG_MULTIPLE_SRC + int(i);
    src.use = role::input;
    src.type = one_type ? type : draw_type(c);
    if (i > 0 && all_alike)
      copy_layout(p.tensors[1], src);
    else
      draw_layout(c, src, false);
    if (i > 0 && all_alike) src.whole = p.tensors[1].whole;
    p.tensors.push_back(src);
    p.factors.push_back(c.pick({1.0f, 1.0f, 0.5f, 2.0f, -1.5f, 0.25f, 0.0f}));
    const double size = is_integer(src.type) ? src.type == dnnl_s32 ? 1000 : 256 : 1;
    most += std::abs(double(p.factors.back())) * std::max(size, 3.0);
  }
  if (all_alike && p.sizes[0][0] == 0 && c.chance(70)) {
    copy_layout(p.tensors[1], p.tensors[0]);
    p.tensors[0].whole = p.tensors[1].whole;
  }
  if (p.sizes[0][0] == 1) p.tensors[0].type = p.tensors[1].type;
  p.magnitude = most;
  p.absolute = dst.fill == numbers::exact ? 0 : double(n) * most * 2 * f32_half_step;
  p.relative = 0;
  p.attributes.user_scratchpad = c.chance(20);
  if (all_alike && n > 0 && p.tensors[0].use == role::output && c.chance(20) &&
      p.tensors[0].type == p.tensors[1].type && p.tensors[0].layout == p.tensors[1].layout &&
      p.tensors[0].tag == p.tensors[1].tag && p.tensors[0].strides == p.tensors[1].strides &&
      p.tensors[0].whole == p.tensors[1].whole && p.tensors[0].offsets == p.tensors[1].offsets) {
    p.tensors[1].use = role::both;
    p.is_in_place = true;
  }
  check(p, c, s);
}

}  // namespace dnnlet::fuzz
