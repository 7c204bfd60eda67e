// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/fuzz/convolved.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Tensors: src, weights, bias, dst, or their gradients; backward data has no bias. Sizes: strides,
// dilates, left, right.
dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_convolution_forward_primitive_desc_create(
      pd, c.engine, dnnl_prop_kind_t(c.p.prop), dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1],
      c.md[2], c.md[3], c.sizes(0), c.sizes(1), c.sizes(2), c.sizes(3), c.attr);
}
dnnl_status_t create_backward_data(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_convolution_backward_data_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1], c.md[2], c.sizes(0),
      c.sizes(1), c.sizes(2), c.sizes(3), c.hint, c.attr);
}
dnnl_status_t create_backward_weights(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_convolution_backward_weights_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1], c.md[2], c.md[3], c.sizes(0),
      c.sizes(1), c.sizes(2), c.sizes(3), c.hint, c.attr);
}

// What Winograd's algorithm takes, as near to these shapes as it is.
void make_winograd(convolved &s) {
  const int64_t out = s.weights[s.weights.size() - s.w.kernel.size() - 2];
  window &w = s.w;
  for (dims *list : {&w.in, &w.left, &w.right}) list->resize(2, list->front());
  w.kernel = {3, 3}, w.stride = {1, 1}, w.dilation = {0, 0}, w.out = {0, 0};
  for (size_t d = 0; d < 2; ++d) {
    for (dims *padding : {&w.left, &w.right}) (*padding)[d] = std::min<int64_t>((*padding)[d], 2);
    w.in[d] = std::max<int64_t>(w.in[d], 3);
    w.out[d] = w.in[d] + w.left[d] + w.right[d] - 2;
  }
  s.src = {s.src[0], s.inputs, w.in[0], w.in[1]};
  s.weights = {out, s.inputs, 3, 3};
  s.bias = {out};
  s.dst = {s.dst[0], out, w.out[0], w.out[1]};
}

// What is multiplied plane by plane, or block by block of so many channels: 1x1, without padding,
// of more than a few channels.
void make_planes(convolved &s, int64_t block) {
  constexpr int64_t more = 24;
  window &w = s.w;
  for (size_t d = 0; d < w.in.size(); ++d) {
    w.kernel[d] = 1;
    w.left[d] = w.right[d] = w.dilation[d] = 0;
    w.out[d] = (w.in[d] - 1) / w.stride[d] + 1;
  }
  const auto whole = [&](int64_t few) { return (few + more) / block * block; };
  const int64_t out = whole(s.weights[s.weights.size() - w.kernel.size() - 2]);
  s.inputs = whole(s.inputs);
  s.src = {s.src[0], s.inputs};
  s.dst = {s.dst[0], out};
  s.weights = {out, s.inputs};
  s.bias = {out};
  s.src.insert(s.src.end(), w.in.begin(), w.in.end());
  s.dst.insert(s.dst.end(), w.out.begin(), w.out.end());
  s.weights.insert(s.weights.end(), w.kernel.begin(), w.kernel.end());
}

// What is an inner product: a kernel that sees all of src at once.
void make_whole(convolved &s) {
  window &w = s.w;
  const size_t spatial = w.in.size();
  w.kernel = w.in;
  w.dilation = w.left = w.right = dims(spatial, 0);
  w.out = dims(spatial, 1);
  std::copy(w.out.begin(), w.out.end(), s.dst.end() - ptrdiff_t(spatial));
  std::copy(w.kernel.begin(), w.kernel.end(), s.weights.end() - ptrdiff_t(spatial));
}

// A channel in each group, and whole vectors of bytes of them, or of neighbouring pixels.
void make_depthwise(choices &c, convolved &s) {
  const auto channels = c.chance(40) ? c.pick({4, 8, 16, 32}) : int64_t(9 + c.below(135));
  s.inputs = 1;
  s.src[1] = s.dst[1] = channels;
  s.weights = {channels, 1, 1};
  s.weights.insert(s.weights.end(), s.w.kernel.begin(), s.w.kernel.end());
  s.bias = {channels};
}

void set_error(problem &p, int64_t length) {
  set_product_error(p, length);
  // dnnl.h has the bound: of the largest sum of magnitudes, which is no more than this.
  if (p.algorithm == dnnl_convolution_winograd) p.absolute += p.magnitude * 0x1p-17;
}

// The last post-op: a depthwise convolution of the result, which has to be that of a 1x1 one.
void draw_depthwise(choices &c, problem &p) {
  tensor_spec &dst = p.tensors[3];
  if (dst.shape.size() != 4 || p.tensors[1].shape.size() != 4) return;
  post_op op;
  op.kind = dnnl_convolution;
  op.type = is_integer(p.tensors[1].type) ? dnnl_s8 : p.tensors[1].type;
  op.dst_type = dst.type;
  if (c.chance(50)) op.bias_type = dnnl_f32;
  op.kernel = 3;
  op.stride = c.between(1, 2);
  for (size_t d : {2, 3}) {
    dst.shape[d] = (dst.shape[d] + op.stride - 1) / op.stride;
    if (dst.layout != layout_kind::tag) dst.layout = layout_kind::any;
  }
  p.absolute = p.absolute > 0 ? 30 * p.absolute : 0;
  p.magnitude *= 30;
  p.attributes.post_ops.push_back(op);
}

// Forward, or one of its gradients.
void check_passes(choices &c, session &s, problem &p, const convolved &sh) {
  p.tensors[3].use = role::output;
  const int pass = int(c.below(10));
  if (pass < 6) {
    attribute_choice may;
    may.scales = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST};
    may.zero_points = {DNNL_ARG_SRC, DNNL_ARG_DST};
    may.product = true;
    may.sum = may.eltwise = may.binary = may.prelu = may.dropout = may.stochastic = true;
    if (!is_integer(p.tensors[0].type)) may.scales = may.zero_points = {};
    if (is_integer(p.tensors[0].type)) may.stochastic = false;
    draw_attributes(c, p, may);
    set_error(p, sh.inputs * sh.w.taps());
    if (p.attributes.post_ops.empty() && sh.w.taps() == 1 && c.chance(40)) draw_depthwise(c, p);
    return check(p, c, s);
  }
  p.prop = dnnl_forward_training;
  const auto forward = std::make_shared<problem>(p);
  if (c.chance(80)) p.forward = forward;
  p.prop = 0;
  p.attributes.user_scratchpad = c.chance(30);
  p.attributes.deterministic = c.chance(10);
  tensor_spec &result = p.tensors[pass < 8 ? 0 : 1];
  p.tensors[3].arg = DNNL_ARG_DIFF_DST;
  p.tensors[3].use = role::input;
  result.use = role::output;
  if (!is_integer(p.tensors[0].type)) p.tensors[3].type = p.tensors[0].type;
  if (pass < 8) {
    p.name = "convolution backward data";
    p.create = create_backward_data;
    result.arg = DNNL_ARG_DIFF_SRC;
    // Not left as a tensor that is not there: a mutation would make it one that nothing reads.
    p.tensors.erase(p.tensors.begin() + 2);
    set_error(p, sh.dst[1] * sh.w.taps());
  } else {
    p.name = "convolution backward weights";
    p.create = create_backward_weights;
    result.arg = DNNL_ARG_DIFF_WEIGHTS;
    p.tensors[2].arg = DNNL_ARG_DIFF_BIAS;
    p.tensors[2].use = role::output;
    set_error(p, sh.dst[0] * count(sh.w.out));
  }
  if (c.chance(20)) result.type = dnnl_f32;
  if (c.chance(8)) {
    p.attributes.stochastic = result.arg;
    if (result.layout == layout_kind::any) make_plain(result);  // its elements are counted
  }
  check(p, c, s);
}

}  // namespace

void run_convolution(choices &c, session &s) {
  convolved sh = draw_convolved(c, moves_over::src);
  convolved_types t = draw_convolved_types(c, moves_over::src);
  numbers fill = draw_fill(c);
  problem p;
  p.name = "convolution";
  p.create = create_forward;
  const uint64_t which = c.below(256);
  p.algorithm = which > 38   ? dnnl_convolution_direct
                : which < 24 ? dnnl_convolution_auto
                             : dnnl_convolution_winograd;
  if (p.algorithm == dnnl_convolution_winograd) {
    make_winograd(sh);
    if (which < 37) t = {dnnl_f32, dnnl_f32, dnnl_f32, dnnl_f32};
    if (fill == numbers::exact) fill = numbers::natural;  // which it is not
  }
  if (which > 231 && which <= 243) make_whole(sh);
  const bool is_depthwise = which > 219 && which <= 231;
  if (is_depthwise) {
    make_depthwise(c, sh);
    t.src = c.pick({dnnl_u8, dnnl_s8}), t.weights = dnnl_s8;
    if (is_integer(t.dst)) t.dst = c.pick({t.dst, dnnl_u8, dnnl_s8});
  }
  const bool are_planes = which > 243 && which <= 249, are_blocks = which > 249;
  if (are_planes) {
    make_planes(sh, 1);
    t = {dnnl_f32, dnnl_f32, dnnl_f32, dnnl_f32};
  }
  if (are_blocks) make_planes(sh, 16);
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  set_convolved(c, p, sh, t, fill);
  if (c.chance(50)) copy_layout(p.tensors[0], p.tensors[3]);
  if (are_blocks) set_channel_runs(c, p);
  for (tensor_spec &tensor : p.tensors)
    if (is_depthwise && tensor.layout != layout_kind::none) tensor.layout = layout_kind::any;
  for (tensor_spec &tensor : p.tensors)
    if (are_planes && tensor.layout != layout_kind::none) make_plain(tensor);
  check_passes(c, s, p, sh);
}

void run_convolution_channels(choices &c, session &s) {
  const convolved sh = draw_convolved_channels(c, moves_over::src);
  const convolved_types t = draw_convolved_types(c, moves_over::src);
  const numbers fill = draw_fill(c);
  problem p;
  p.name = "convolution";
  p.create = create_forward;
  p.algorithm = dnnl_convolution_direct;
  p.prop = dnnl_forward_training;
  set_convolved(c, p, sh, t, fill);
  set_channel_runs(c, p);
  check_passes(c, s, p, sh);
}

}  // namespace dnnlet::fuzz
