// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

constexpr int inf_as_zero = 0x1002;  // which oneDNN's headers do not name

dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_softmax_forward_primitive_desc_create(pd, c.engine, dnnl_prop_kind_t(c.p.prop),
                                                    dnnl_alg_kind_t(c.p.algorithm), c.md[0],
                                                    c.md[1], int(c.sizes(0)[0]), c.attr);
}
// dst, diff_dst, diff_src
dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_softmax_backward_primitive_desc_create(pd, c.engine, dnnl_alg_kind_t(c.p.algorithm),
                                                     c.md[2], c.md[1], c.md[0], int(c.sizes(0)[0]),
                                                     c.hint, c.attr);
}

dnnl_data_type_t draw_type(choices &c) {
  return c.pick({dnnl_f32, dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_f16, dnnl_bf16, dnnl_s8, dnnl_u8,
                 dnnl_f8_e5m2, dnnl_f8_e4m3});
}

}  // namespace

void run_softmax(choices &c, session &s) {
  problem p;
  p.name = "softmax";
  p.create = create_forward;
  p.algorithm = c.pick({int(dnnl_softmax_accurate), int(dnnl_softmax_log), inf_as_zero});
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  tensor_spec src, dst;
  src.arg = DNNL_ARG_SRC;
  src.shape = draw_shape(c, 1 + c.below(6), c.chance(10) ? 20000 : 3000);
  src.type = draw_type(c);
  src.fill = c.pick({numbers::natural, numbers::exact, numbers::natural, numbers::special});
  draw_layout(c, src, false);
  p.sizes = {{int64_t(c.below(src.shape.size()))}};
  dst = src;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  draw_result_layout(c, src, dst);
  if (c.chance(20)) dst.type = draw_type(c);
  p.tensors = {src, dst};
  const bool is_log = p.algorithm == dnnl_softmax_log;
  // Differences of integers up to 255, and of logarithms of sums.
  p.magnitude = is_log ? 300 : 1;
  p.absolute = is_log ? 300 * 0x1p-22 : 0x1p-22;
  p.relative = 0x1p-16;
  if (c.chance(60)) {
    attribute_choice may;
    may.eltwise = may.binary = may.dropout = true;
    if (is_integer(src.type) || is_integer(dst.type)) may.scales = {DNNL_ARG_SRC, DNNL_ARG_DST};
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
  problem b = p;
  b.name = "softmax backward";
  b.create = create_backward;
  b.prop = 0;
  const auto draw_gradient_type = [&] { return c.pick({dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_f16}); };
  tensor_spec y = src, diff, result;
  y.arg = DNNL_ARG_DST;
  y.type = draw_gradient_type();
  if (y.fill == numbers::special) y.fill = numbers::natural;
  diff = result = y;
  diff.arg = DNNL_ARG_DIFF_DST;
  result.arg = DNNL_ARG_DIFF_SRC;
  result.use = role::output;
  if (c.chance(20)) result.type = draw_gradient_type();
  // oneDNN's reference takes all three to lie alike, but it does not take f16 on most CPUs.
  if (y.type == dnnl_f16) {
    if (c.chance(50)) draw_layout(c, diff, true);
    if (c.chance(50)) draw_layout(c, result, true);
  }
  b.tensors = {y, diff, result};
  // Sums of n terms: dst need not be a softmax here.
  const double n = double(src.shape[size_t(p.sizes[0][0])]);
  b.magnitude = 8 * 64 * n * 64;
  b.absolute = b.magnitude * (n / 32 + 40) * f32_half_step;
  b.relative = 0x1p-18;
  if (b.algorithm == dnnl_softmax_log) {
    b.magnitude *= 50;  // e^8 and less, but for exact numbers
    b.absolute *= 50;
  }
  b.attributes.user_scratchpad = c.chance(20);
  check(b, c, s);
}

}  // namespace dnnlet::fuzz
