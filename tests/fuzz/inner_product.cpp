// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Tensors: src, weights, bias, dst, or their gradients; backward data has no bias.
dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_inner_product_forward_primitive_desc_create(
      pd, c.engine, dnnl_prop_kind_t(c.p.prop), c.md[0], c.md[1], c.md[2], c.md[3], c.attr);
}
dnnl_status_t create_backward_data(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_inner_product_backward_data_primitive_desc_create(pd, c.engine, c.md[0], c.md[1],
                                                                c.md[2], c.hint, c.attr);
}
dnnl_status_t create_backward_weights(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_inner_product_backward_weights_primitive_desc_create(
      pd, c.engine, c.md[0], c.md[1], c.md[2], c.md[3], c.hint, c.attr);
}

struct shapes {
  dims src, weights, bias, dst;
  int64_t inputs;  // that an output sees
};

shapes draw_shapes(choices &c) {
  shapes s;
  const size_t spatial = c.pick<size_t>({0, 0, 2, 2, 1, 3});
  const int64_t batch = c.chance(30) ? 1 : c.extent(40), in = c.extent(spatial == 0 ? 200 : 40);
  const int64_t out = c.extent(90);
  s.src = {batch, in};
  s.weights = {out, in};
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t extent = c.between(1, spatial == 1 ? 9 : spatial == 2 ? 5 : 3);
    s.src.push_back(extent);
    s.weights.push_back(extent);
  }
  s.bias = {out};
  s.dst = {batch, out};
  s.inputs = count(s.src) / batch;
  return s;
}

struct types {
  dnnl_data_type_t src, weights, bias, dst;
};

types draw_types(choices &c) {
  const dnnl_data_type_t f = draw_float(c);
  if (c.chance(25)) {
    const dnnl_data_type_t dst = c.pick({dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8, dnnl_bf16});
    return {c.pick({dnnl_u8, dnnl_s8}), dnnl_s8,
            c.pick({dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8, dnnl_bf16}), dst};
  }
  if (c.chance(4)) {
    const dnnl_data_type_t f8 = c.pick({dnnl_f8_e5m2, dnnl_f8_e4m3});
    return {f8, c.pick({dnnl_f8_e5m2, dnnl_f8_e4m3}), dnnl_f32, c.pick({f8, dnnl_f32, dnnl_f16})};
  }
  return {f, f, c.chance(70) ? f : dnnl_f32, c.chance(70) ? f : dnnl_f32};
}

void run_forward(choices &c, session &s, const shapes &sh, problem &p) {
  attribute_choice may;
  if (is_integer(p.tensors[0].type) || c.chance(10))
    may.scales = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST};
  may.product = true;
  may.sum = may.eltwise = may.binary = may.prelu = true;
  draw_attributes(c, p, may);
  set_product_error(p, sh.inputs);
  check(p, c, s);
}

void run_backward(choices &c, session &s, const shapes &sh, bool by_data, problem &p) {
  p.prop = dnnl_forward_training;
  const auto forward = std::make_shared<problem>(p);
  if (c.chance(80)) p.forward = forward;
  p.prop = 0;
  p.attributes.user_scratchpad = c.chance(30);
  p.attributes.deterministic = c.chance(10);
  tensor_spec &result = p.tensors[by_data ? 0 : 1];
  p.tensors[3].arg = DNNL_ARG_DIFF_DST;
  p.tensors[3].use = role::input;
  result.use = role::output;
  if (!is_integer(p.tensors[0].type)) p.tensors[3].type = p.tensors[0].type;
  if (by_data) {
    p.name = "inner product backward data";
    p.create = create_backward_data;
    result.arg = DNNL_ARG_DIFF_SRC;
    p.tensors.erase(p.tensors.begin() + 2);
    set_product_error(p, sh.dst[1]);
  } else {
    p.name = "inner product backward weights";
    p.create = create_backward_weights;
    result.arg = DNNL_ARG_DIFF_WEIGHTS;
    p.tensors[2].arg = DNNL_ARG_DIFF_BIAS;
    p.tensors[2].use = role::output;
    set_product_error(p, sh.dst[0]);
  }
  if (c.chance(20)) result.type = dnnl_f32;
  check(p, c, s);
}

}  // namespace

void run_inner_product(choices &c, session &s) {
  const shapes sh = draw_shapes(c);
  const types t = draw_types(c);
  const numbers fill = draw_fill(c);
  problem p;
  p.name = "inner product";
  p.create = create_forward;
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  tensor_spec bias =
      draw_tensor(c, DNNL_ARG_BIAS, t.bias, sh.bias, is_integer(t.src) ? numbers::exact : fill);
  // oneDNN reads a bias as if it were dense, from its beginning.
  if (bias.layout != layout_kind::any) make_plain(bias);
  if (c.chance(50)) bias.layout = layout_kind::none;
  p.tensors = {draw_tensor(c, DNNL_ARG_SRC, t.src, sh.src, fill),
               draw_tensor(c, DNNL_ARG_WEIGHTS, t.weights, sh.weights, fill), bias,
               draw_tensor(c, DNNL_ARG_DST, t.dst, sh.dst, fill)};
  if (c.chance(40)) copy_layout(p.tensors[0], p.tensors[1]);
  p.tensors[3].use = role::output;
  const int pass = int(c.below(10));
  if (pass < 6) return run_forward(c, s, sh, p);
  run_backward(c, s, sh, pass < 8, p);
}

}  // namespace dnnlet::fuzz
