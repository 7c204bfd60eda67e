// SPDX-License-Identifier: Apache-2.0
// Recurrent networks: every cell, direction and option, forward and backward.
#include <algorithm>

#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/rnn_cells.h"

namespace dnnlet::fuzz {

namespace {

struct sizes {
  int64_t t, n, l, d, slc, sic, dhc, dic;
};

bool has_attention(const cell_kind &cell) {
  return cell.alg == dnnl_vanilla_augru || cell.alg == dnnl_lbr_augru;
}
bool is_lstm(const cell_kind &cell) {
  return cell.alg == dnnl_vanilla_lstm;
}

struct draft {
  explicit draft(const cell_kind &kind) : cell(kind) {}

  const cell_kind &cell;
  sizes s = {};
  dnnl_rnn_direction_t way = dnnl_unidirectional_left2right;
  dnnl_data_type_t type = dnnl_f32, weights_type = dnnl_f32, bias_type = dnnl_f32;
  dnnl_data_type_t cell_type = dnnl_f32, dst_type = dnnl_f32, state_type = dnnl_f32;
  bool has_projection = false, has_peephole = false, has_bias = false;
  bool has_src_iter = false, has_dst_iter = false, is_backward = false;
};

sizes draw_sizes(choices &c, const cell_kind &cell, bool has_projection) {
  sizes s = {};
  s.t = c.chance(3) ? 0 : c.between(1, 5);
  s.n = c.chance(3) ? 0 : c.chance(20) ? c.between(1, 17) : c.between(1, 4);
  s.l = has_attention(cell) ? 1 : c.chance(70) ? 1 : c.between(1, 3);
  s.dhc = c.extent(40);
  s.dic = has_projection ? c.extent(40) : s.dhc;
  s.slc = s.l > 1 ? s.dic : c.extent(40);
  const bool may_differ = s.t <= 1 && (is_lstm(cell) || cell.alg == dnnl_vanilla_rnn);
  s.sic = may_differ && c.chance(50) ? c.extent(40) : s.dic;
  return s;
}

void draw_types(choices &c, draft &d) {
  const bool may_be_integer =
      !d.is_backward && !d.has_peephole && (is_lstm(d.cell) || d.cell.alg == dnnl_vanilla_gru);
  d.type = c.pick({dnnl_f32, dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_f16});
  if (may_be_integer && c.chance(35)) d.type = c.pick({dnnl_u8, dnnl_s8});
  const bool integer = is_integer(d.type);
  d.weights_type = integer ? dnnl_s8 : d.type;
  d.bias_type = integer || c.chance(50) ? dnnl_f32 : d.type;
  d.cell_type = integer || c.chance(50) ? dnnl_f32 : d.type;
  d.dst_type = integer && c.chance(40) ? dnnl_f32 : d.type;
  d.state_type = integer && c.chance(30) ? dnnl_f32 : d.type;
}

void draw_weights_layout(choices &c, tensor_spec &t) {
  t.layout = layout_kind::tag;
  t.tag = t.shape.size() == 5 ? c.pick({dnnl_ldigo, dnnl_ldgoi}) : c.pick({dnnl_ldio, dnnl_ldoi});
}

draft draw_draft(choices &c) {
  const cell_kind &cell = c.chance(30) ? cell_kinds()[0] : c.pick(cell_kinds());
  draft d(cell);
  d.is_backward = c.chance(45);
  d.has_projection = is_lstm(cell) && c.chance(30);
  d.has_peephole = is_lstm(cell) && c.chance(25);
  d.s = draw_sizes(c, cell, d.has_projection);
  if (!has_attention(cell))
    d.way = c.pick({dnnl_unidirectional_left2right, dnnl_unidirectional_right2left,
                    dnnl_bidirectional_concat, dnnl_bidirectional_sum});
  d.s.d = d.way == dnnl_bidirectional_concat || d.way == dnnl_bidirectional_sum ? 2 : 1;
  d.has_src_iter = c.chance(60);
  d.has_dst_iter = c.chance(60);
  d.has_bias = c.chance(90);  // oneDNN wants one
  draw_types(c, d);
  return d;
}

void set_tag(tensor_spec &t, dnnl_format_tag_t tag) {
  t.layout = layout_kind::tag;
  t.tag = tag;
}

void draw_rnn_layout(choices &c, tensor_spec &t) {
  const size_t ndims = t.shape.size();
  const bool is_weights =
      t.arg == DNNL_ARG_WEIGHTS_LAYER || t.arg == DNNL_ARG_WEIGHTS_ITER ||
      t.arg == DNNL_ARG_WEIGHTS_PROJECTION || t.arg == DNNL_ARG_DIFF_WEIGHTS_LAYER ||
      t.arg == DNNL_ARG_DIFF_WEIGHTS_ITER || t.arg == DNNL_ARG_DIFF_WEIGHTS_PROJECTION;
  if (c.chance(10)) return draw_layout(c, t, true);
  if (t.arg == DNNL_ARG_AUGRU_ATTENTION) return set_tag(t, dnnl_tnc);
  if (is_weights && c.chance(50)) return set_tag(t, dnnl_format_tag_any);
  if (is_weights && ndims == 5) return set_tag(t, c.pick({dnnl_ldigo, dnnl_ldgoi}));
  if (is_weights) return set_tag(t, c.pick({dnnl_ldio, dnnl_ldoi}));
  if (c.chance(5)) return set_tag(t, dnnl_format_tag_any);
  if (ndims == 3) return set_tag(t, c.pick({dnnl_tnc, dnnl_tnc, dnnl_ntc}));
  set_tag(t, dnnl_abcd);
}

tensor_spec tensor(choices &c, int arg, const dims &shape, dnnl_data_type_t type, bool is_there) {
  tensor_spec t;
  t.arg = arg;
  t.shape = shape;
  t.type = type;
  t.fill = numbers::natural;
  if (!is_there) {
    t.layout = layout_kind::none;
    return t;
  }
  draw_rnn_layout(c, t);
  if (t.layout == layout_kind::tag && t.tag == dnnl_format_tag_any) t.layout = layout_kind::any;
  return t;
}

std::vector<tensor_spec> draw_tensors(choices &c, const draft &d) {
  const sizes &s = d.s;
  const bool lstm = is_lstm(d.cell);
  const int64_t dlc = d.way == dnnl_bidirectional_concat ? 2 * s.dic : s.dic;
  std::vector<tensor_spec> list;
  const auto add = [&](int arg, const dims &shape, dnnl_data_type_t type, bool is_there,
                       numbers fill, role use = role::input) {
    list.push_back(tensor(c, arg, shape, type, is_there));
    list.back().fill = fill;
    list.back().use = use;
  };
  const numbers data = numbers::natural, small = numbers::small;
  add(DNNL_ARG_SRC_LAYER, {s.t, s.n, s.slc}, d.type, true, data);
  add(DNNL_ARG_SRC_ITER, {s.l, s.d, s.n, s.sic}, d.state_type, d.has_src_iter, data);
  if (lstm) add(DNNL_ARG_SRC_ITER_C, {s.l, s.d, s.n, s.dhc}, d.cell_type, d.has_src_iter, data);
  if (has_attention(d.cell))
    add(DNNL_ARG_AUGRU_ATTENTION, {s.t, s.n, 1}, d.type, true, numbers::chances);
  add(DNNL_ARG_WEIGHTS_LAYER, {s.l, s.d, s.slc, d.cell.gates, s.dhc}, d.weights_type, true, small);
  add(DNNL_ARG_WEIGHTS_ITER, {s.l, s.d, s.sic, d.cell.gates, s.dhc}, d.weights_type, true, small);
  if (lstm) {
    add(DNNL_ARG_WEIGHTS_PEEPHOLE, {s.l, s.d, 3, s.dhc}, dnnl_f32, d.has_peephole, data);
    add(DNNL_ARG_WEIGHTS_PROJECTION, {s.l, s.d, s.dhc, s.dic}, d.weights_type, d.has_projection,
        small);
  }
  add(DNNL_ARG_BIAS, {s.l, s.d, d.cell.biases, s.dhc}, d.bias_type, d.has_bias, data);
  const role out = role::output;
  add(DNNL_ARG_DST_LAYER, {s.t, s.n, dlc}, d.dst_type, true, data, out);
  add(DNNL_ARG_DST_ITER, {s.l, s.d, s.n, s.dic}, d.state_type, d.has_dst_iter, data, out);
  if (lstm)
    add(DNNL_ARG_DST_ITER_C, {s.l, s.d, s.n, s.dhc}, d.cell_type, d.has_dst_iter, data, out);
  return list;
}

void draw_quantization(choices &c, problem &p, const draft &d) {
  rnn_quantization_spec &q = p.attributes.rnn;
  q.is_set = true;
  q.data_scale = c.pick({64.0f, 100.0f, 127.0f});
  q.data_shift = d.type == dnnl_u8 ? c.pick({64.0f, 128.0f, 0.0f}) : c.chance(10) ? 10.0f : 0.0f;
  if (c.chance(60)) q.weights_mask = 24, q.weights_count = d.cell.gates * d.s.dhc;
  q.has_projection = d.has_projection;
  if (c.chance(60)) q.projection_mask = 8, q.projection_count = d.s.dic;
}

double steps(const problem &p) {
  const dims &src = p.tensors[0].shape;
  double weights = 0;
  for (const tensor_spec &t : p.tensors)
    if (t.layout != layout_kind::none && t.shape.size() >= 4)
      weights += double(std::min<int64_t>(count(t.shape), 1 << 30));
  return src.size() < 2 ? 0 : 8 * double(src[0]) * double(src[1]) * weights;
}

// Rows of weights are short and small, so that errors add up over steps and layers, and do not grow
// otherwise. States are rounded to their type at every step.
void set_forward_errors(problem &p, const draft &d) {
  const double times = double(d.s.t * d.s.l + 1);
  const double sum = double(d.s.slc + d.s.sic + d.s.dhc + d.s.dic);
  p.magnitude = 8;
  p.absolute = times * (64 + sum) * 0x1p-24;
  p.relative = times * 0x1p-20;
  if (d.type == dnnl_bf16) p.absolute += times * 0x1p-7;
  if (d.type == dnnl_f16) p.absolute += times * 0x1p-10;
  if (!is_integer(d.type)) return;
  p.absolute += 3 * times / double(p.attributes.rnn.data_scale);
  // A state that is a half between two integers, in each direction.
  if (d.way == dnnl_bidirectional_sum) p.absolute += 1;
}

problem forward_problem(choices &c, const draft &d) {
  problem p;
  p.name = d.cell.name;
  p.create = d.cell.forward;
  p.steps = steps;
  p.prop = d.is_backward || (!is_integer(d.type) && c.chance(40)) ? dnnl_forward_training
                                                                  : dnnl_forward_inference;
  p.sizes = {{d.way, 0, c.chance(50)}};
  p.factors = {0, 0};
  if (d.cell.alg == dnnl_vanilla_rnn) {
    p.algorithm = c.pick({dnnl_eltwise_relu, dnnl_eltwise_tanh, dnnl_eltwise_logistic});
    p.factors = {c.pick({0.0f, 0.125f, 1.0f}), c.pick({0.0f, 1.0f})};
  }
  p.tensors = draw_tensors(c, d);
  // Of forward passes whose weights of layers and states differ in layout, oneDNN's backward pass
  // does not understand the workspace.
  if (d.is_backward && c.chance(95)) {
    const bool is_any = c.chance(60);
    for (tensor_spec &t : p.tensors) {
      if (t.layout == layout_kind::none || t.fill != numbers::small) continue;
      if (is_any)
        t.layout = layout_kind::any;
      else
        draw_weights_layout(c, t);
    }
  }
  p.attributes.user_scratchpad = c.chance(25);
  p.attributes.deterministic = c.chance(8);
  if (is_integer(d.type) && c.chance(95)) draw_quantization(c, p, d);
  if (c.chance(3)) p.attributes.fpmath = int(c.below(5));
  if (c.chance(4))
    for (tensor_spec &t : p.tensors) t.fill = numbers::special;
  set_forward_errors(p, d);
  return p;
}

int gradient_of(int arg) {
  static constexpr int pairs[][2] = {
      {DNNL_ARG_SRC_LAYER, DNNL_ARG_DIFF_SRC_LAYER},
      {DNNL_ARG_SRC_ITER, DNNL_ARG_DIFF_SRC_ITER},
      {DNNL_ARG_SRC_ITER_C, DNNL_ARG_DIFF_SRC_ITER_C},
      {DNNL_ARG_AUGRU_ATTENTION, DNNL_ARG_DIFF_AUGRU_ATTENTION},
      {DNNL_ARG_WEIGHTS_LAYER, DNNL_ARG_DIFF_WEIGHTS_LAYER},
      {DNNL_ARG_WEIGHTS_ITER, DNNL_ARG_DIFF_WEIGHTS_ITER},
      {DNNL_ARG_WEIGHTS_PEEPHOLE, DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE},
      {DNNL_ARG_WEIGHTS_PROJECTION, DNNL_ARG_DIFF_WEIGHTS_PROJECTION},
      {DNNL_ARG_BIAS, DNNL_ARG_DIFF_BIAS},
      {DNNL_ARG_DST_LAYER, DNNL_ARG_DIFF_DST_LAYER},
      {DNNL_ARG_DST_ITER, DNNL_ARG_DIFF_DST_ITER},
      {DNNL_ARG_DST_ITER_C, DNNL_ARG_DIFF_DST_ITER_C},
  };
  for (const auto &pair : pairs)
    if (pair[0] == arg) return pair[1];
  return 0;
}

bool is_weight(int arg) {
  return arg == DNNL_ARG_WEIGHTS_LAYER || arg == DNNL_ARG_WEIGHTS_ITER ||
         arg == DNNL_ARG_WEIGHTS_PEEPHOLE || arg == DNNL_ARG_WEIGHTS_PROJECTION ||
         arg == DNNL_ARG_BIAS;
}

void set_backward_errors(problem &p, const draft &d) {
  const double times = double(d.s.t * d.s.l + 1), rows = double(d.s.t * d.s.n);
  const double sum = double(d.cell.gates * d.s.dhc + d.s.dic) + rows;
  p.magnitude = 64;
  p.absolute = 4 * times * (64 + sum) * 0x1p-24;
  p.relative = times * 0x1p-18;
  // Gradients of states are rounded too, or not.
  if (d.type == dnnl_bf16) p.absolute += times * (4 + rows) * 0x1p-7;
  if (d.type == dnnl_f16) p.absolute += times * (4 + rows) * 0x1p-10;
}

problem backward_problem(choices &c, const draft &d, const problem &forward) {
  problem b = forward;
  b.name += " backward";
  b.reads_results = true;
  b.create = d.cell.backward;
  b.prop = dnnl_backward;
  const bool overwrites = c.chance(50);
  b.sizes[options][flags] = overwrites ? dnnl_rnn_flags_diff_weights_overwrite : 0;
  b.tensors.clear();
  for (tensor_spec t : forward.tensors) {
    t.use = role::input;
    // Backward has weights of its own layout.
    if (is_weight(t.arg) && t.layout != layout_kind::none && t.shape.size() > 3 && c.chance(40)) {
      draw_rnn_layout(c, t);
      if (t.layout == layout_kind::tag && t.tag == dnnl_format_tag_any) t.layout = layout_kind::any;
    }
    b.tensors.push_back(t);
  }
  for (const tensor_spec &t : forward.tensors) {
    tensor_spec g = tensor(c, gradient_of(t.arg), t.shape, dnnl_f32, t.layout != layout_kind::none);
    g.use = t.use == role::output             ? role::input
            : is_weight(t.arg) && !overwrites ? role::both
                                              : role::output;
    b.tensors.push_back(g);
  }
  b.attributes.user_scratchpad = c.chance(25);
  set_backward_errors(b, d);
  if (c.chance(97))
    b.forward = std::make_shared<problem>(forward);
  else
    b.is_mutated = true;  // it reads a workspace that nobody wrote
  return b;
}

}  // namespace

void run_rnn(choices &c, session &s) {
  const draft d = draw_draft(c);
  const problem forward = forward_problem(c, d);
  check(d.is_backward ? backward_problem(c, d, forward) : forward, c, s);
}

}  // namespace dnnlet::fuzz
