// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Sizes: axis, group size.
dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_shuffle_forward_primitive_desc_create(pd, c.engine, dnnl_prop_kind_t(c.p.prop),
                                                    c.md[0], c.md[1], int(c.sizes(0)[0]),
                                                    c.sizes(1)[0], c.attr);
}
dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_shuffle_backward_primitive_desc_create(
      pd, c.engine, c.md[0], c.md[1], int(c.sizes(0)[0]), c.sizes(1)[0], c.hint, c.attr);
}

}  // namespace

void run_shuffle(choices &c, session &s) {
  problem p;
  p.name = "shuffle";
  p.create = create_forward;
  p.is_elementwise = true;
  tensor_spec src, dst;
  src.arg = DNNL_ARG_SRC;
  src.shape = draw_shape(c, 1 + c.below(5), c.chance(10) ? 20000 : 2000);
  const size_t axis = src.shape.size() > 1 && c.chance(60) ? 1 : c.below(src.shape.size());
  const int64_t group = c.chance(2) ? 0 : c.between(1, 9);
  if (c.chance(97)) src.shape[axis] = std::max<int64_t>(group, 1) * c.between(1, 20);
  src.type = c.chance(40) ? c.pick({dnnl_s8, dnnl_u8, dnnl_s32, dnnl_f8_e5m2}) : draw_float(c);
  src.fill = draw_fill(c);
  draw_layout(c, src, false);
  dst = src;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  if (c.chance(40)) dst.layout = layout_kind::any;
  if (c.chance(3)) draw_layout(c, dst, true);
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  p.tensors = {src, dst};
  p.sizes = {{int64_t(axis)}, {group}};
  p.magnitude = 1000;
  p.attributes.user_scratchpad = c.chance(20);
  if (c.chance(60)) return check(p, c, s);
  p.prop = dnnl_forward_training;
  problem b = p;
  b.name = "shuffle backward";
  b.create = create_backward;
  b.prop = 0;
  b.tensors[0].arg = DNNL_ARG_DIFF_SRC;
  b.tensors[0].use = role::output;
  b.tensors[1] = src;
  b.tensors[1].arg = DNNL_ARG_DIFF_DST;
  if (c.chance(30)) b.tensors[0].layout = layout_kind::any;
  if (c.chance(80)) b.forward = std::make_shared<problem>(p);
  check(b, c, s);
}

}  // namespace dnnlet::fuzz
