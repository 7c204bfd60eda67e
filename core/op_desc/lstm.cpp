// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_lstm_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_rnn_desc_t>(c);
  return dnnl_lstm_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.direction, kept(d.src_layer_desc),
      kept(d.src_iter_desc), kept(d.src_iter_c_desc), kept(d.weights_layer_desc),
      kept(d.weights_iter_desc), kept(d.weights_peephole_desc), kept(d.weights_projection_desc),
      kept(d.bias_desc), kept(d.dst_layer_desc), kept(d.dst_iter_desc), kept(d.dst_iter_c_desc),
      d.flags, c->attr);
}

status create_lstm_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_rnn_desc_t>(c);
  return dnnl_lstm_backward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.direction, kept(d.src_layer_desc),
      kept(d.src_iter_desc), kept(d.src_iter_c_desc), kept(d.weights_layer_desc),
      kept(d.weights_iter_desc), kept(d.weights_peephole_desc), kept(d.weights_projection_desc),
      kept(d.bias_desc), kept(d.dst_layer_desc), kept(d.dst_iter_desc), kept(d.dst_iter_c_desc),
      kept(d.diff_src_layer_desc), kept(d.diff_src_iter_desc), kept(d.diff_src_iter_c_desc),
      kept(d.diff_weights_layer_desc), kept(d.diff_weights_iter_desc),
      kept(d.diff_weights_peephole_desc), kept(d.diff_weights_projection_desc),
      kept(d.diff_bias_desc), kept(d.diff_dst_layer_desc), kept(d.diff_dst_iter_desc),
      kept(d.diff_dst_iter_c_desc), d.flags, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_lstm_forward_desc_init_v3(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t weights_projection_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, unsigned flags) {
  DNNLET_CHECK(begin(
      rnn_desc, {"lstm forward", dnnl_rnn, prop_kind, dnnl_alg_kind_undef, create_lstm_forward}));
  rnn_desc->direction = direction;
  keep(rnn_desc->src_layer_desc, src_layer_desc);
  keep(rnn_desc->src_iter_desc, src_iter_desc);
  keep(rnn_desc->src_iter_c_desc, src_iter_c_desc);
  keep(rnn_desc->weights_layer_desc, weights_layer_desc);
  keep(rnn_desc->weights_iter_desc, weights_iter_desc);
  keep(rnn_desc->weights_peephole_desc, weights_peephole_desc);
  keep(rnn_desc->weights_projection_desc, weights_projection_desc);
  keep(rnn_desc->bias_desc, bias_desc);
  keep(rnn_desc->dst_layer_desc, dst_layer_desc);
  keep(rnn_desc->dst_iter_desc, dst_iter_desc);
  keep(rnn_desc->dst_iter_c_desc, dst_iter_c_desc);
  rnn_desc->flags = flags;
  return dnnl_success;
}

dnnl_status_t dnnl_lstm_backward_desc_init_v3(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t weights_projection_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_src_iter_c_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc,
    const_dnnl_memory_desc_t diff_weights_peephole_desc,
    const_dnnl_memory_desc_t diff_weights_projection_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    const_dnnl_memory_desc_t diff_dst_iter_c_desc, unsigned flags) {
  DNNLET_CHECK(begin(
      rnn_desc, {"lstm backward", dnnl_rnn, prop_kind, dnnl_alg_kind_undef, create_lstm_backward}));
  rnn_desc->direction = direction;
  keep(rnn_desc->src_layer_desc, src_layer_desc);
  keep(rnn_desc->src_iter_desc, src_iter_desc);
  keep(rnn_desc->src_iter_c_desc, src_iter_c_desc);
  keep(rnn_desc->weights_layer_desc, weights_layer_desc);
  keep(rnn_desc->weights_iter_desc, weights_iter_desc);
  keep(rnn_desc->weights_peephole_desc, weights_peephole_desc);
  keep(rnn_desc->weights_projection_desc, weights_projection_desc);
  keep(rnn_desc->bias_desc, bias_desc);
  keep(rnn_desc->dst_layer_desc, dst_layer_desc);
  keep(rnn_desc->dst_iter_desc, dst_iter_desc);
  keep(rnn_desc->dst_iter_c_desc, dst_iter_c_desc);
  keep(rnn_desc->diff_src_layer_desc, diff_src_layer_desc);
  keep(rnn_desc->diff_src_iter_desc, diff_src_iter_desc);
  keep(rnn_desc->diff_src_iter_c_desc, diff_src_iter_c_desc);
  keep(rnn_desc->diff_weights_layer_desc, diff_weights_layer_desc);
  keep(rnn_desc->diff_weights_iter_desc, diff_weights_iter_desc);
  keep(rnn_desc->diff_weights_peephole_desc, diff_weights_peephole_desc);
  keep(rnn_desc->diff_weights_projection_desc, diff_weights_projection_desc);
  keep(rnn_desc->diff_bias_desc, diff_bias_desc);
  keep(rnn_desc->diff_dst_layer_desc, diff_dst_layer_desc);
  keep(rnn_desc->diff_dst_iter_desc, diff_dst_iter_desc);
  keep(rnn_desc->diff_dst_iter_c_desc, diff_dst_iter_c_desc);
  rnn_desc->flags = flags;
  return dnnl_success;
}

dnnl_status_t dnnl_lstm_forward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, unsigned flags) {
  return dnnl_lstm_forward_desc_init_v3(rnn_desc, prop_kind, direction, src_layer_desc,
                                        src_iter_desc, src_iter_c_desc, weights_layer_desc,
                                        weights_iter_desc, nullptr, nullptr, bias_desc,
                                        dst_layer_desc, dst_iter_desc, dst_iter_c_desc, flags);
}

dnnl_status_t dnnl_lstm_forward_desc_init_v2(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t dst_iter_c_desc,
    unsigned flags) {
  return dnnl_lstm_forward_desc_init_v3(
      rnn_desc, prop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
      weights_layer_desc, weights_iter_desc, weights_peephole_desc, nullptr, bias_desc,
      dst_layer_desc, dst_iter_desc, dst_iter_c_desc, flags);
}

dnnl_status_t dnnl_lstm_backward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_src_iter_c_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    const_dnnl_memory_desc_t diff_dst_iter_c_desc, unsigned flags) {
  return dnnl_lstm_backward_desc_init_v3(
      rnn_desc, prop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
      weights_layer_desc, weights_iter_desc, nullptr, nullptr, bias_desc, dst_layer_desc,
      dst_iter_desc, dst_iter_c_desc, diff_src_layer_desc, diff_src_iter_desc, diff_src_iter_c_desc,
      diff_weights_layer_desc, diff_weights_iter_desc, nullptr, nullptr, diff_bias_desc,
      diff_dst_layer_desc, diff_dst_iter_desc, diff_dst_iter_c_desc, flags);
}

dnnl_status_t dnnl_lstm_backward_desc_init_v2(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t dst_iter_c_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_src_iter_c_desc, const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc,
    const_dnnl_memory_desc_t diff_weights_peephole_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    const_dnnl_memory_desc_t diff_dst_iter_c_desc, unsigned flags) {
  return dnnl_lstm_backward_desc_init_v3(
      rnn_desc, prop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
      weights_layer_desc, weights_iter_desc, weights_peephole_desc, nullptr, bias_desc,
      dst_layer_desc, dst_iter_desc, dst_iter_c_desc, diff_src_layer_desc, diff_src_iter_desc,
      diff_src_iter_c_desc, diff_weights_layer_desc, diff_weights_iter_desc,
      diff_weights_peephole_desc, nullptr, diff_bias_desc, diff_dst_layer_desc, diff_dst_iter_desc,
      diff_dst_iter_c_desc, flags);
}
