// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Sizes: 1 where the factors say what dst is.
const float *factors_of(const creation &c) {
  return c.p.factors.size() < 3 ? nullptr : c.p.factors.data();
}
const_dnnl_memory_desc_t dst_of(const creation &c) {
  const bool is_open = c.sizes(0)[0] == 1 && c.p.tensors[1].layout == layout_kind::any;
  return is_open ? nullptr : c.md[1];
}
dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_resampling_forward_primitive_desc_create(pd, c.engine, dnnl_prop_kind_t(c.p.prop),
                                                       dnnl_alg_kind_t(c.p.algorithm),
                                                       factors_of(c), c.md[0], dst_of(c), c.attr);
}
dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_resampling_backward_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), factors_of(c), c.md[0], dst_of(c), c.hint,
      c.attr);
}

dnnl_data_type_t draw_type(choices &c) {
  return c.chance(25) ? c.pick({dnnl_s8, dnnl_u8, dnnl_s32}) : draw_float(c);
}

}  // namespace

void run_resampling(choices &c, session &s) {
  problem p;
  p.name = "resampling";
  p.create = create_forward;
  p.algorithm = c.pick({dnnl_resampling_nearest, dnnl_resampling_linear});
  const bool is_linear = p.algorithm == dnnl_resampling_linear;
  tensor_spec src, dst;
  src.arg = DNNL_ARG_SRC;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  src.shape = dst.shape = {c.between(1, 3), c.extent(65)};
  const size_t spatial = c.pick<size_t>({2, 2, 2, 1, 3});
  double terms = 1;
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t most = spatial == 1 ? 65 : spatial == 2 ? 20 : 7;
    const int64_t in = c.extent(most), out = c.chance(30)   ? 2 * in
                                             : c.chance(10) ? in
                                                            : c.extent(most);
    src.shape.push_back(in);
    dst.shape.push_back(c.chance(1) ? 0 : out);
    terms *= 2 * (double(out) / double(std::max<int64_t>(in, 1)) + 2);
    p.factors.push_back(float(out) / float(std::max<int64_t>(in, 1)));
  }
  p.factors.resize(3, 1.0f);
  src.type = dst.type = draw_type(c);
  if (c.chance(20)) dst.type = draw_type(c);
  src.fill = dst.fill = draw_fill(c);
  draw_layout(c, src, false);
  draw_result_layout(c, src, dst);
  p.sizes = {{c.chance(10) ? 1 : 0}};
  if (p.sizes[0][0] == 1)
    dst.layout = layout_kind::any, dst.type = src.type;
  else if (c.chance(50))
    p.factors.clear();
  p.tensors = {src, dst};
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  p.is_elementwise = !is_linear;
  p.magnitude = is_integer(src.type) || is_integer(dst.type) ? 1000 : 3;
  if (is_linear) p.absolute = 16 * p.magnitude * f32_half_step;
  p.attributes.user_scratchpad = c.chance(20);
  if (c.chance(60)) {
    attribute_choice may;
    may.binary = may.eltwise = may.sum = true;
    if (p.sizes[0][0] == 0) draw_attributes(c, p, may);
    return check(p, c, s);
  }
  p.prop = dnnl_forward_training;
  problem b = p;
  b.name = "resampling backward";
  b.create = create_backward;
  b.prop = 0;
  b.is_elementwise = false;
  b.tensors[0].arg = DNNL_ARG_DIFF_SRC;
  b.tensors[0].use = role::output;
  b.tensors[1].arg = DNNL_ARG_DIFF_DST;
  b.tensors[1].use = role::input;
  if (c.chance(30)) b.tensors[0].layout = layout_kind::any;
  b.absolute =
      terms * b.magnitude * 4 * f32_half_step * (src.fill == numbers::exact && !is_linear ? 0 : 1);
  if (c.chance(80)) b.forward = std::make_shared<problem>(p);
  check(b, c, s);
}

}  // namespace dnnlet::fuzz
