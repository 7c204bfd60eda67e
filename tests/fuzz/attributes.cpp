// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/attributes.h"

#include <algorithm>

#include "tests/fuzz/element.h"
#include "tests/fuzz/layouts.h"

namespace dnnlet::fuzz {

namespace {

bool is_exact(const problem &p) {
  return !p.tensors.empty() && p.tensors[0].fill == numbers::exact;
}

// The dimension of channels: of weights the first ones, of others the second.
int channel_mask(const problem &p, int arg) {
  if (arg != DNNL_ARG_WEIGHTS) return p.find(arg)->shape.size() > 1 ? 2 : 1;
  const tensor_spec *src = p.find(DNNL_ARG_SRC);
  return src && p.find(arg)->shape.size() > src->shape.size() ? 3 : 1;
}

void draw_quantization(choices &c, problem &p, int arg, bool is_zero_point) {
  quantization q;
  q.arg = arg;
  q.is_zero_point = is_zero_point;
  if (!p.find(arg) || p.find(arg)->shape.empty()) return;
  q.type = is_zero_point ? dnnl_s32 : dnnl_f32;
  if (c.chance(15))
    q.type = is_zero_point ? c.pick({dnnl_s8, dnnl_u8}) : c.pick({dnnl_bf16, dnnl_f16});
  if (c.chance(10))
    q.is_on_host = true;
  else if (c.chance(50))
    q.mask = channel_mask(p, arg);
  else if (c.chance(10))
    q.mask = int(c.below(1u << p.find(arg)->shape.size()));
  p.attributes.quantizations.push_back(q);
}

post_op draw_eltwise(choices &c, bool only_exact) {
  post_op op;
  op.kind = dnnl_eltwise;
  const bool is_gate = only_exact && c.likes_networks && c.chance(50);
  op.algorithm =
      is_gate ? c.pick({dnnl_eltwise_hardswish, dnnl_eltwise_hardsigmoid})
      : only_exact
          ? c.pick({dnnl_eltwise_relu, dnnl_eltwise_abs, dnnl_eltwise_linear, dnnl_eltwise_clip})
          : c.pick({dnnl_eltwise_relu, dnnl_eltwise_tanh, dnnl_eltwise_elu, dnnl_eltwise_square,
                    dnnl_eltwise_abs, dnnl_eltwise_linear, dnnl_eltwise_soft_relu,
                    dnnl_eltwise_logistic, dnnl_eltwise_gelu_tanh, dnnl_eltwise_swish,
                    dnnl_eltwise_clip, dnnl_eltwise_clip_v2, dnnl_eltwise_gelu_erf,
                    dnnl_eltwise_mish, dnnl_eltwise_hardswish, dnnl_eltwise_hardsigmoid});
  op.alpha = c.pick({0.0f, 0.5f, 1.0f, 2.0f});
  op.beta = c.pick({0.0f, 1.0f, 4.0f});
  if (op.algorithm == dnnl_eltwise_clip || op.algorithm == dnnl_eltwise_clip_v2)
    op.alpha = -2, op.beta += 1;
  if (op.algorithm == dnnl_eltwise_soft_relu) op.alpha = std::max(op.alpha, 0.5f);
  return op;
}

// A tensor of dst's dimensions, some of them 1.
tensor_spec draw_operand(choices &c, const tensor_spec &dst, bool is_condition, bool only_exact) {
  tensor_spec t;
  t.shape = dst.shape;
  t.type = is_condition   ? dnnl_s8
           : c.chance(70) ? dnnl_f32
                          : c.pick({dnnl_bf16, dnnl_f16, dnnl_s8, dnnl_u8, dnnl_s32});
  t.fill = only_exact || is_condition ? numbers::exact : numbers::positive;
  if (!is_condition && c.likes_networks && dst.layout != layout_kind::any && c.chance(50)) {
    if (c.chance(80)) t.type = dst.type;
    copy_layout(dst, t);
    return t;
  }
  if (!is_condition) {
    const uint64_t kept = c.pick<uint64_t>({~uint64_t(0), 2, 0, c.below(64)});
    for (size_t d = 0; d < t.shape.size(); ++d)
      if (!(kept >> d & 1)) t.shape[d] = 1;
  }
  if (c.chance(30))
    draw_layout(c, t, !is_condition);
  else if (t.shape == dst.shape && dst.layout != layout_kind::any)
    copy_layout(dst, t);
  else
    make_plain(t);
  return t;
}

post_op draw_binary(choices &c, const tensor_spec &dst, bool only_exact) {
  post_op op;
  op.kind = dnnl_binary;
  op.algorithm = only_exact
                     ? c.pick({dnnl_binary_add, dnnl_binary_sub, dnnl_binary_max, dnnl_binary_min,
                               dnnl_binary_mul, dnnl_binary_ge, dnnl_binary_gt, dnnl_binary_le,
                               dnnl_binary_lt, dnnl_binary_eq, dnnl_binary_ne, dnnl_binary_select})
                     : c.pick({dnnl_binary_add, dnnl_binary_sub, dnnl_binary_max, dnnl_binary_min,
                               dnnl_binary_mul, dnnl_binary_div, dnnl_binary_select});
  op.operand = draw_operand(c, dst, false, only_exact);
  if (op.algorithm == dnnl_binary_select) op.condition = draw_operand(c, dst, true, only_exact);
  return op;
}

void draw_post_op(choices &c, problem &p, const attribute_choice &may, const tensor_spec &dst) {
  std::vector<dnnl_primitive_kind_t> kinds;
  if (may.eltwise) kinds.insert(kinds.end(), 3, dnnl_eltwise);
  if (may.binary) kinds.insert(kinds.end(), 2, dnnl_binary);
  if (may.sum) kinds.insert(kinds.end(), 2, dnnl_sum);
  if (may.prelu) kinds.push_back(dnnl_prelu);
  if (kinds.empty()) return;
  post_op op;
  op.kind = c.pick(kinds);
  if (op.kind == dnnl_eltwise) op = draw_eltwise(c, is_exact(p));
  if (op.kind == dnnl_binary) op = draw_binary(c, dst, is_exact(p));
  if (op.kind == dnnl_prelu)
    op.mask = int(c.pick<uint64_t>({0, 2, 1, c.below(1u << dst.shape.size())}));
  if (op.kind == dnnl_sum) {
    op.alpha = c.pick({1.0f, 0.5f, -2.0f});
    if (is_integer(dst.type) && c.chance(30)) op.zero_point = int32_t(c.between(-5, 5));
    if (c.chance(c.likes_networks ? 40 : 15))
      op.type = c.chance(50) ? dst.type : c.pick({dnnl_s8, dnnl_u8, dnnl_f32, dnnl_s32});
  }
  p.attributes.post_ops.push_back(op);
}

// Both count the elements of dst as they lie, so that it has to lie alike for all implementations.
void draw_randomness(choices &c, problem &p, const attribute_choice &may) {
  attributes_spec &a = p.attributes;
  if (may.dropout && c.chance(12)) {
    a.dropout.is_set = true;
    a.dropout.has_mask = c.chance(50);
    a.dropout.seed_type = c.pick({dnnl_s32, dnnl_s64});
    a.dropout.uses_offset = c.chance(40);
    a.dropout.is_on_host = c.chance(30);
  }
  if (may.stochastic && c.chance(8)) a.stochastic = may.dst;
  tensor_spec *dst = p.find(may.dst);
  if (dst && dst->layout == layout_kind::any && (a.dropout.is_set || a.stochastic))
    make_plain(*dst);
}

// What dropout and stochastic rounding read and write.
void add_randomness(const problem &p, std::vector<tensor_spec> &list) {
  const attributes_spec &a = p.attributes;
  const auto add = [&](int arg, dnnl_data_type_t type, numbers fill, bool is_on_host) {
    tensor_spec t;
    t.arg = arg;
    t.type = type;
    t.shape = {1};
    t.fill = fill;
    make_plain(t);
    if (is_on_host) t.layout = layout_kind::scalar;
    list.push_back(t);
  };
  if (a.stochastic) add(DNNL_ARG_ATTR_ROUNDING_SEED, dnnl_s32, numbers::natural, false);
  if (!a.dropout.is_set) return;
  const bool is_on_host = a.dropout.is_on_host;
  add(DNNL_ARG_ATTR_DROPOUT_PROBABILITY, dnnl_f32, numbers::chances, is_on_host);
  add(DNNL_ARG_ATTR_DROPOUT_SEED, a.dropout.seed_type, numbers::natural, is_on_host);
  if (a.dropout.uses_offset)
    add(DNNL_ARG_ATTR_DROPOUT_OFFSET, dnnl_s64, numbers::natural, is_on_host);
  if (!a.dropout.has_mask) return;
  tensor_spec mask;
  mask.arg = DNNL_ARG_ATTR_DROPOUT_MASK;
  mask.type = dnnl_u8;
  mask.use = role::output;
  mask.layout = layout_kind::any;  // dst's
  list.push_back(mask);
}

}  // namespace

void draw_attributes(choices &c, problem &p, const attribute_choice &may) {
  attributes_spec &a = p.attributes;
  a.user_scratchpad = c.chance(30);
  a.deterministic = c.chance(10);
  if (c.chance(5)) a.fpmath = int(c.below(5));
  if (c.chance(3)) a.accumulation = int(c.below(6));
  const tensor_spec *src = p.find(DNNL_ARG_SRC);
  if (may.product && src && src->type == dnnl_f16 && c.chance(30))
    a.accumulation = dnnl_accumulation_mode_any;
  if (c.chance(40)) {
    for (const int arg : may.scales)
      if (c.chance(50)) draw_quantization(c, p, arg, false);
    for (const int arg : may.zero_points)
      if (c.chance(35)) draw_quantization(c, p, arg, true);
  }
  const tensor_spec *dst = p.find(may.dst);
  if (dst && c.chance(45))
    for (uint64_t n = 1 + c.below(3); n > 0; --n) draw_post_op(c, p, may, *dst);
  draw_randomness(c, p, may);
  for (const post_op &op : a.post_ops)
    if (op.kind == dnnl_sum) p.find(may.dst)->use = role::both;
}

std::vector<tensor_spec> attribute_operands(const problem &p) {
  std::vector<tensor_spec> list;
  const bool exact = is_exact(p);
  for (const quantization &q : p.attributes.quantizations) {
    tensor_spec t;
    t.arg = q.arg | (q.is_reduction    ? DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS
                     : q.is_zero_point ? DNNL_ARG_ATTR_ZERO_POINTS
                                       : DNNL_ARG_ATTR_SCALES);
    t.type = q.type;
    t.fill = q.is_zero_point || q.is_reduction ? numbers::exact
             : exact                           ? numbers::powers
                                               : numbers::positive;
    const tensor_spec *whose = p.find(q.arg);
    int64_t n = 1;
    if (whose)
      for (size_t d = 0; d < whose->shape.size(); ++d)
        if (q.mask >> d & 1)
          n *= std::max<int64_t>(whose->shape[d], 0) > (1 << 20) ? 1 : whose->shape[d];
    for (const int64_t group : q.groups)
      if (group > 0) n /= group;
    t.shape = {std::max<int64_t>(n, 0)};
    make_plain(t);
    if (q.is_computed()) t.use = role::output;
    if (q.is_on_host) t.layout = layout_kind::scalar;
    list.push_back(t);
  }
  add_randomness(p, list);
  const tensor_spec *dst = p.find(DNNL_ARG_DST);
  for (size_t i = 0; i < p.attributes.post_ops.size(); ++i) {
    const post_op &op = p.attributes.post_ops[i];
    const int base = DNNL_ARG_ATTR_MULTIPLE_POST_OP(int(i));
    if (op.kind == dnnl_binary) {
      list.push_back(op.operand);
      list.back().arg = base | DNNL_ARG_SRC_1;
      if (op.algorithm != dnnl_binary_select) continue;
      list.push_back(op.condition);
      list.back().arg = base | DNNL_ARG_SRC_2;
    } else if (op.kind == dnnl_prelu && dst) {
      tensor_spec t;
      t.arg = base | DNNL_ARG_WEIGHTS;
      t.fill = exact ? numbers::exact : numbers::natural;
      for (size_t d = 0; d < dst->shape.size(); ++d)
        t.shape.push_back(op.mask >> d & 1 ? dst->shape[d] : 1);
      make_channels_last(t);  // whatever their descriptor says, oneDNN takes them so
      list.push_back(t);
    } else if (op.kind == dnnl_convolution && dst) {
      tensor_spec w, b;
      w.arg = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS;
      w.type = op.type;
      w.fill = p.tensors[0].fill;
      w.shape = {dst->shape.size() > 1 ? dst->shape[1] : 0, 1, 1, op.kernel, op.kernel};
      list.push_back(w);
      if (op.bias_type == dnnl_data_type_undef) continue;
      b.arg = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_BIAS;
      b.type = op.bias_type;
      b.fill = w.fill;
      b.shape = {w.shape[0]};
      make_plain(b);
      list.push_back(b);
    }
  }
  return list;
}

}  // namespace dnnlet::fuzz
