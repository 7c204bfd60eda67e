// SPDX-License-Identifier: Apache-2.0
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status create_vanilla_rnn_forward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_rnn_desc_t>(c);
  return dnnl_vanilla_rnn_forward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.activation, d.direction, kept(d.src_layer_desc),
      kept(d.src_iter_desc), kept(d.weights_layer_desc), kept(d.weights_iter_desc),
      kept(d.bias_desc), kept(d.dst_layer_desc), kept(d.dst_iter_desc), d.flags, d.alpha, d.beta,
      c->attr);
}

status create_vanilla_rnn_backward(const dnnlet_creation *c) noexcept {
  const auto &d = desc_of<dnnl_rnn_desc_t>(c);
  return dnnl_vanilla_rnn_backward_primitive_desc_create(
      c->out, c->engine, d.operation.prop_kind, d.activation, d.direction, kept(d.src_layer_desc),
      kept(d.src_iter_desc), kept(d.weights_layer_desc), kept(d.weights_iter_desc),
      kept(d.bias_desc), kept(d.dst_layer_desc), kept(d.dst_iter_desc), kept(d.diff_src_layer_desc),
      kept(d.diff_src_iter_desc), kept(d.diff_weights_layer_desc), kept(d.diff_weights_iter_desc),
      kept(d.diff_bias_desc), kept(d.diff_dst_layer_desc), kept(d.diff_dst_iter_desc), d.flags,
      d.alpha, d.beta, c->hint, c->attr);
}

}  // namespace

dnnl_status_t dnnl_vanilla_rnn_forward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t activation,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc, unsigned flags,
    float alpha, float beta) {
  DNNLET_CHECK(begin(rnn_desc, {"vanilla rnn forward", dnnl_rnn, prop_kind, dnnl_alg_kind_undef,
                                create_vanilla_rnn_forward}));
  rnn_desc->activation = activation;
  rnn_desc->direction = direction;
  keep(rnn_desc->src_layer_desc, src_layer_desc);
  keep(rnn_desc->src_iter_desc, src_iter_desc);
  keep(rnn_desc->weights_layer_desc, weights_layer_desc);
  keep(rnn_desc->weights_iter_desc, weights_iter_desc);
  keep(rnn_desc->bias_desc, bias_desc);
  keep(rnn_desc->dst_layer_desc, dst_layer_desc);
  keep(rnn_desc->dst_iter_desc, dst_iter_desc);
  rnn_desc->flags = flags;
  rnn_desc->alpha = alpha;
  rnn_desc->beta = beta;
  return dnnl_success;
}

dnnl_status_t dnnl_vanilla_rnn_backward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t activation,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned flags, float alpha, float beta) {
  DNNLET_CHECK(begin(rnn_desc, {"vanilla rnn backward", dnnl_rnn, prop_kind, dnnl_alg_kind_undef,
                                create_vanilla_rnn_backward}));
  rnn_desc->activation = activation;
  rnn_desc->direction = direction;
  keep(rnn_desc->src_layer_desc, src_layer_desc);
  keep(rnn_desc->src_iter_desc, src_iter_desc);
  keep(rnn_desc->weights_layer_desc, weights_layer_desc);
  keep(rnn_desc->weights_iter_desc, weights_iter_desc);
  keep(rnn_desc->bias_desc, bias_desc);
  keep(rnn_desc->dst_layer_desc, dst_layer_desc);
  keep(rnn_desc->dst_iter_desc, dst_iter_desc);
  keep(rnn_desc->diff_src_layer_desc, diff_src_layer_desc);
  keep(rnn_desc->diff_src_iter_desc, diff_src_iter_desc);
  keep(rnn_desc->diff_weights_layer_desc, diff_weights_layer_desc);
  keep(rnn_desc->diff_weights_iter_desc, diff_weights_iter_desc);
  keep(rnn_desc->diff_bias_desc, diff_bias_desc);
  keep(rnn_desc->diff_dst_layer_desc, diff_dst_layer_desc);
  keep(rnn_desc->diff_dst_iter_desc, diff_dst_iter_desc);
  rnn_desc->flags = flags;
  rnn_desc->alpha = alpha;
  rnn_desc->beta = beta;
  return dnnl_success;
}
