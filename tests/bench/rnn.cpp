// SPDX-License-Identifier: Apache-2.0
// One layer of an LSTM, in one direction, with the states that frameworks give.
#include "primitives.h"

namespace bench {

namespace {

using dnnl::memory;
using tag = memory::format_tag;

constexpr int gates = 4;
constexpr auto left_to_right = dnnl::rnn_direction::unidirectional_left2right;

struct lstm_tensors {
  memory::desc layer, state, cell, weights, bias;
};

// The gradients of bf16 are f32.
lstm_tensors tensors_of_lstm(const row &r, bool is_gradient = false) {
  const memory::dim steps = r.what.in.h, n = r.what.n, c = r.what.oc;
  const bool is_int8 = r.type.weights == data_type::s8;
  const data_type src = is_gradient ? data_type::f32 : r.type.src;
  const data_type cell = is_int8 ? data_type::f32 : src;
  return {{{steps, n, c}, src, tag::tnc},
          {{1, 1, n, c}, src, tag::ldnc},
          {{1, 1, n, c}, cell, tag::ldnc},
          {{1, 1, c, gates, c}, is_gradient ? src : r.type.weights, tag::any},
          {{1, 1, gates, c}, data_type::f32, tag::ldgo}};
}

}  // namespace

passes make_lstm(const dnnl::engine &engine, const row &r) {
  const lstm_tensors t = tensors_of_lstm(r), diff = tensors_of_lstm(r, true);
  dnnl::primitive_attr attr;
  if (r.type.weights == data_type::s8) {
    attr.set_rnn_data_qparams(64.0f, 128.0f);
    attr.set_rnn_weights_qparams(0, {64.0f});
  }
  const dnnl::lstm_forward::primitive_desc forward(engine, prop_kind_of(r.dir), left_to_right,
                                                   t.layer, t.state, t.cell, t.weights, t.weights,
                                                   t.bias, t.layer, t.state, t.cell, attr);
  if (r.dir != direction::step) return {forward, forward};
  return {dnnl::lstm_backward::primitive_desc(
              engine, dnnl::prop_kind::backward, left_to_right, t.layer, t.state, t.cell, t.weights,
              t.weights, t.bias, t.layer, t.state, t.cell, diff.layer, diff.state, diff.cell,
              diff.weights, diff.weights, diff.bias, diff.layer, diff.state, diff.cell, forward),
          forward};
}

}  // namespace bench
