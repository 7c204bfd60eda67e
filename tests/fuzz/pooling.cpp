// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/window.h"

namespace dnnlet::fuzz {

namespace {

// Sizes: strides, kernel, dilation, left, right.
dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_pooling_forward_primitive_desc_create(
      pd, c.engine, dnnl_prop_kind_t(c.p.prop), dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1],
      c.sizes(0), c.sizes(1), c.sizes(2), c.sizes(3), c.sizes(4), c.attr);
}
dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_pooling_backward_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1], c.sizes(0), c.sizes(1),
      c.sizes(2), c.sizes(3), c.sizes(4), c.hint, c.attr);
}

}  // namespace

void run_pooling(choices &c, session &s) {
  problem p;
  const size_t spatial = c.pick<size_t>({2, 2, 2, 1, 3});
  window w = draw_window(c, spatial, spatial == 1 ? 65 : spatial == 2 ? 36 : 8);
  if (c.chance(15)) {  // global
    w.kernel = w.in;
    w.stride = w.out = dims(spatial, 1);
    w.dilation = w.left = w.right = dims(spatial, 0);
  }
  tensor_spec src, dst;
  src.arg = DNNL_ARG_SRC;
  // Whole blocks of channels have kernels of their own.
  const bool has_whole_blocks = c.chance(20);
  src.shape = {c.between(1, 3), has_whole_blocks ? 16 * c.between(1, 4) : c.extent(65)};
  dst.shape = src.shape;
  src.shape.insert(src.shape.end(), w.in.begin(), w.in.end());
  dst.shape.insert(dst.shape.end(), w.out.begin(), w.out.end());
  src.type = dst.type = c.chance(25) ? c.pick({dnnl_s8, dnnl_u8, dnnl_s32}) : draw_float(c);
  if (c.chance(10)) dst.type = c.pick({dnnl_f32, dnnl_bf16, dnnl_s8, dnnl_u8, dnnl_f16});
  src.fill = dst.fill = draw_fill(c);
  if (has_whole_blocks && c.chance(50))
    draw_channel_blocks(c, src);
  else
    draw_layout(c, src, false);
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  draw_result_layout(c, src, dst);
  p.name = "pooling";
  p.create = create_forward;
  p.algorithm = c.pick(
      {dnnl_pooling_max, dnnl_pooling_avg_include_padding, dnnl_pooling_avg_exclude_padding});
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  p.tensors = {src, dst};
  p.sizes = {w.stride, w.kernel, w.dilation, w.left, w.right};
  p.is_elementwise = p.algorithm == dnnl_pooling_max;
  p.magnitude = is_integer(src.type) ? 1000 : 3;
  if (!p.is_elementwise) {
    p.relative = 4 * f32_half_step;
    p.absolute = double(w.taps()) * p.magnitude * f32_half_step;
  }
  if (c.chance(60)) {
    attribute_choice may;
    may.binary = may.eltwise = true;
    draw_attributes(c, p, may);
    return check(p, c, s);
  }
  p.prop = dnnl_forward_training;
  problem b = p;
  b.name = "pooling backward";
  b.create = create_backward;
  b.prop = 0;
  b.is_elementwise = false;
  b.tensors[0].arg = DNNL_ARG_DIFF_SRC;
  b.tensors[0].use = role::output;
  b.tensors[1].arg = DNNL_ARG_DIFF_DST;
  b.tensors[1].use = role::input;
  if (c.chance(30)) b.tensors[0].layout = layout_kind::any;
  if (c.chance(95)) b.tensors[1].type = src.type;
  // Each element is in many windows, of which it takes a share.
  b.absolute = double(w.taps()) * b.magnitude * 4 * f32_half_step *
               (src.fill == numbers::exact && p.is_elementwise ? 0 : 1);
  b.relative = b.absolute > 0 ? 4 * f32_half_step : 0;
  if (c.chance(90)) b.forward = std::make_shared<problem>(p);
  b.attributes.user_scratchpad = c.chance(20);
  check(b, c, s);
}

}  // namespace dnnlet::fuzz
