// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/window.h"

namespace dnnlet::fuzz {

namespace {

// Tensors: src, weights, bias, dst, or their gradients; backward data has no bias. Sizes: strides,
// dilates, left, right.
dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_deconvolution_forward_primitive_desc_create(
      pd, c.engine, dnnl_prop_kind_t(c.p.prop), dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1],
      c.md[2], c.md[3], c.sizes(0), c.sizes(1), c.sizes(2), c.sizes(3), c.attr);
}
dnnl_status_t create_backward_data(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_deconvolution_backward_data_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1], c.md[2], c.sizes(0),
      c.sizes(1), c.sizes(2), c.sizes(3), c.hint, c.attr);
}
dnnl_status_t create_backward_weights(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_deconvolution_backward_weights_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1], c.md[2], c.md[3], c.sizes(0),
      c.sizes(1), c.sizes(2), c.sizes(3), c.hint, c.attr);
}

struct shapes {
  dims src, weights, bias, dst;
  window w;        // of the convolution, which goes from dst to src
  int64_t inputs;  // channels that an output sees
};

shapes make_shapes(choices &c, int64_t batch, const channel_groups &g, const window &w) {
  shapes s;
  s.w = w;
  s.inputs = g.in;
  s.src = {batch, g.groups * g.in};
  s.dst = {batch, g.groups * g.out};
  s.weights = {g.out, g.in};
  if (g.groups > 1 || c.chance(10)) s.weights.insert(s.weights.begin(), g.groups);
  s.bias = {g.groups * g.out};
  s.src.insert(s.src.end(), w.out.begin(), w.out.end());
  s.dst.insert(s.dst.end(), w.in.begin(), w.in.end());
  s.weights.insert(s.weights.end(), w.kernel.begin(), w.kernel.end());
  return s;
}

shapes draw_shapes(choices &c) {
  const size_t spatial = c.pick<size_t>({2, 2, 2, 1, 3});
  const window w = draw_window(c, spatial, spatial == 1 ? 33 : spatial == 2 ? 14 : 6);
  const int64_t batch = c.between(1, 3);
  channel_groups g = {1, 0, 0};
  g.in = c.extent(48), g.out = c.extent(48);
  if (c.chance(35)) {
    g.groups = c.extent(65);
    g.in = c.chance(60) ? 1 : c.between(1, 4);
    g.out = g.in == 1 && c.chance(80) ? 1 : c.between(1, 3);
  }
  return make_shapes(c, batch, g, w);
}

// Whole vectors of channels and parts of them, with rows that kernels have functions for.
shapes draw_shapes_of_channels(choices &c) {
  const channel_groups g = draw_channel_groups(c);
  const bool are_few = g.in * g.out < 64;  // others have fewer pixels
  const size_t spatial = c.pick<size_t>({2, 2, 2, 1, 3});
  window w = draw_window(c, spatial, spatial == 1 ? 33 : (are_few ? 15 : 9) / int64_t(spatial - 1));
  if (c.chance(35)) draw_long_row(c, w, !are_few ? 12 : spatial == 1 ? 600 : 40);
  const int64_t batch = c.between(1, are_few ? 3 : 2);
  return make_shapes(c, batch, g, w);
}

struct types {
  dnnl_data_type_t src, weights, bias, dst;
};

types draw_types(choices &c) {
  const dnnl_data_type_t f = draw_float(c);
  if (c.chance(25)) {
    const dnnl_data_type_t dst = c.pick({dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8, dnnl_bf16});
    return {c.pick({dnnl_u8, dnnl_s8}), dnnl_s8, c.pick({dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8}),
            dst};
  }
  if (c.chance(5)) return {dnnl_f32, c.pick({dnnl_bf16, dnnl_f16}), dnnl_f32, dnnl_f32};
  if (c.chance(5)) return {f, f, dnnl_f32, c.pick({dnnl_s8, dnnl_u8, dnnl_f16, dnnl_bf16})};
  if (c.chance(3)) {
    const dnnl_data_type_t f8 = c.pick({dnnl_f8_e5m2, dnnl_f8_e4m3});
    return {f8, f8, dnnl_f32, c.pick({f8, dnnl_f32})};
  }
  return {f, f, c.chance(70) ? f : dnnl_f32, c.chance(70) ? f : dnnl_f32};
}

void run_forward(choices &c, session &s, const shapes &sh, problem &p) {
  attribute_choice may;
  if (is_integer(p.tensors[0].type) || c.chance(10)) {
    may.scales = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST};
    may.zero_points = {DNNL_ARG_SRC, DNNL_ARG_DST};
  }
  may.sum = may.eltwise = may.binary = may.prelu = true;
  draw_attributes(c, p, may);
  set_product_error(p, sh.inputs * sh.w.taps());
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
  if (!is_integer(p.tensors[0].type)) p.tensors[3].type = p.tensors[by_data ? 1 : 0].type;
  if (by_data) {
    p.name = "deconvolution backward data";
    p.create = create_backward_data;
    result.arg = DNNL_ARG_DIFF_SRC;
    p.tensors.erase(p.tensors.begin() + 2);
    set_product_error(p, sh.dst[1] * sh.w.taps());
  } else {
    p.name = "deconvolution backward weights";
    p.create = create_backward_weights;
    result.arg = DNNL_ARG_DIFF_WEIGHTS;
    p.tensors[2].arg = DNNL_ARG_DIFF_BIAS;
    p.tensors[2].use = role::output;
    set_product_error(p, sh.dst[0] * count(sh.w.in));
  }
  if (c.chance(20)) result.type = dnnl_f32;
  check(p, c, s);
}

// Forward, or one of its gradients.
void check_passes(choices &c, session &s, problem &p, const shapes &sh) {
  p.tensors[3].use = role::output;
  const int pass = int(c.below(10));
  if (pass == 5) p.algorithm = dnnl_deconvolution_winograd;  // forward another name for direct
  if (pass < 6) return run_forward(c, s, sh, p);
  run_backward(c, s, sh, pass < 8, p);
}

}  // namespace

void run_deconvolution(choices &c, session &s) {
  const shapes sh = draw_shapes(c);
  const types t = draw_types(c);
  const numbers fill = draw_fill(c);
  problem p;
  p.name = "deconvolution";
  p.create = create_forward;
  p.algorithm = dnnl_deconvolution_direct;
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  p.sizes = {sh.w.stride, sh.w.dilation, sh.w.left, sh.w.right};
  tensor_spec bias =
      draw_tensor(c, DNNL_ARG_BIAS, t.bias, sh.bias, is_integer(t.src) ? numbers::exact : fill);
  if (c.chance(50)) bias.layout = layout_kind::none;
  p.tensors = {draw_tensor(c, DNNL_ARG_SRC, t.src, sh.src, fill),
               draw_tensor(c, DNNL_ARG_WEIGHTS, t.weights, sh.weights, fill), bias,
               draw_tensor(c, DNNL_ARG_DST, t.dst, sh.dst, fill)};
  if (c.chance(50)) copy_layout(p.tensors[0], p.tensors[3]);
  check_passes(c, s, p, sh);
}

// With src and dst in two of the layouts in which channels are taken where they lie.
void run_deconvolution_channels(choices &c, session &s) {
  const shapes sh = draw_shapes_of_channels(c);
  const types t = draw_types(c);
  const numbers fill = draw_fill(c);
  problem p;
  p.name = "deconvolution";
  p.create = create_forward;
  p.algorithm = dnnl_deconvolution_direct;
  p.prop = dnnl_forward_training;
  p.sizes = {sh.w.stride, sh.w.dilation, sh.w.left, sh.w.right};
  tensor_spec bias =
      draw_tensor(c, DNNL_ARG_BIAS, t.bias, sh.bias, is_integer(t.src) ? numbers::exact : fill);
  if (c.chance(50)) bias.layout = layout_kind::none;
  p.tensors = {draw_tensor(c, DNNL_ARG_SRC, t.src, sh.src, fill),
               draw_tensor(c, DNNL_ARG_WEIGHTS, t.weights, sh.weights, fill), bias,
               draw_tensor(c, DNNL_ARG_DST, t.dst, sh.dst, fill)};
  if (c.chance(60)) p.tensors[1].layout = layout_kind::any;
  draw_channel_runs(c, p.tensors[0]);
  draw_channel_runs(c, p.tensors[3]);
  check_passes(c, s, p, sh);
}

}  // namespace dnnlet::fuzz
