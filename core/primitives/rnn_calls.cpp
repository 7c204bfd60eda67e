// SPDX-License-Identifier: Apache-2.0
// The create calls of the recurrent cells, which differ in the tensors that they have.
#include "core/primitives/rnn.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

dnnl_status_t dnnl_vanilla_rnn_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const dnnl_alg_kind_t activation, const dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, unsigned int flags, float alpha, float beta,
    const_dnnl_primitive_attr_t attr) {
  return create_rnn_forward(
      {"vanilla rnn", dnnl_vanilla_rnn, activation, alpha, beta},
      {primitive_desc, engine, prop_kind, direction, flags, attr},
      {{src_layer_desc, src_iter_desc, nullptr, nullptr, weights_layer_desc, weights_iter_desc,
        nullptr, nullptr, bias_desc, dst_layer_desc, dst_iter_desc, nullptr}});
}

dnnl_status_t dnnl_vanilla_rnn_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const dnnl_alg_kind_t activation, const dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, float alpha, float beta, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr) {
  return create_rnn_backward(
      {"vanilla rnn backward", dnnl_vanilla_rnn, activation, alpha, beta},
      {primitive_desc, engine, prop_kind, direction, flags, hint_fwd_pd, attr},
      {{src_layer_desc,
        src_iter_desc,
        nullptr,
        nullptr,
        weights_layer_desc,
        weights_iter_desc,
        nullptr,
        nullptr,
        bias_desc,
        dst_layer_desc,
        dst_iter_desc,
        nullptr,
        diff_src_layer_desc,
        diff_src_iter_desc,
        nullptr,
        nullptr,
        diff_weights_layer_desc,
        diff_weights_iter_desc,
        nullptr,
        nullptr,
        diff_bias_desc,
        diff_dst_layer_desc,
        diff_dst_iter_desc,
        nullptr}});
}

dnnl_status_t dnnl_lstm_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t src_iter_c_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t weights_projection_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, unsigned int flags,
    const_dnnl_primitive_attr_t attr) {
  return create_rnn_forward(
      {"lstm", dnnl_vanilla_lstm}, {primitive_desc, engine, prop_kind, direction, flags, attr},
      {{src_layer_desc, src_iter_desc, src_iter_c_desc, nullptr, weights_layer_desc,
        weights_iter_desc, weights_peephole_desc, weights_projection_desc, bias_desc,
        dst_layer_desc, dst_iter_desc, dst_iter_c_desc}});
}

dnnl_status_t dnnl_lstm_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t src_iter_c_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t weights_projection_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_src_iter_c_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc,
    const_dnnl_memory_desc_t diff_weights_peephole_desc,
    const_dnnl_memory_desc_t diff_weights_projection_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    const_dnnl_memory_desc_t diff_dst_iter_c_desc, unsigned int flags,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  return create_rnn_backward(
      {"lstm backward", dnnl_vanilla_lstm},
      {primitive_desc, engine, prop_kind, direction, flags, hint_fwd_pd, attr},
      {{src_layer_desc,
        src_iter_desc,
        src_iter_c_desc,
        nullptr,
        weights_layer_desc,
        weights_iter_desc,
        weights_peephole_desc,
        weights_projection_desc,
        bias_desc,
        dst_layer_desc,
        dst_iter_desc,
        dst_iter_c_desc,
        diff_src_layer_desc,
        diff_src_iter_desc,
        diff_src_iter_c_desc,
        nullptr,
        diff_weights_layer_desc,
        diff_weights_iter_desc,
        diff_weights_peephole_desc,
        diff_weights_projection_desc,
        diff_bias_desc,
        diff_dst_layer_desc,
        diff_dst_iter_desc,
        diff_dst_iter_c_desc}});
}

dnnl_status_t dnnl_gru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_attr_t attr) {
  return create_rnn_forward(
      {"gru", dnnl_vanilla_gru}, {primitive_desc, engine, prop_kind, direction, flags, attr},
      {{src_layer_desc, src_iter_desc, nullptr, nullptr, weights_layer_desc, weights_iter_desc,
        nullptr, nullptr, bias_desc, dst_layer_desc, dst_iter_desc, nullptr}});
}

dnnl_status_t dnnl_gru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  return create_rnn_backward(
      {"gru backward", dnnl_vanilla_gru},
      {primitive_desc, engine, prop_kind, direction, flags, hint_fwd_pd, attr},
      {{src_layer_desc,
        src_iter_desc,
        nullptr,
        nullptr,
        weights_layer_desc,
        weights_iter_desc,
        nullptr,
        nullptr,
        bias_desc,
        dst_layer_desc,
        dst_iter_desc,
        nullptr,
        diff_src_layer_desc,
        diff_src_iter_desc,
        nullptr,
        nullptr,
        diff_weights_layer_desc,
        diff_weights_iter_desc,
        nullptr,
        nullptr,
        diff_bias_desc,
        diff_dst_layer_desc,
        diff_dst_iter_desc,
        nullptr}});
}

dnnl_status_t dnnl_lbr_gru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_attr_t attr) {
  return create_rnn_forward(
      {"lbr gru", dnnl_lbr_gru}, {primitive_desc, engine, prop_kind, direction, flags, attr},
      {{src_layer_desc, src_iter_desc, nullptr, nullptr, weights_layer_desc, weights_iter_desc,
        nullptr, nullptr, bias_desc, dst_layer_desc, dst_iter_desc, nullptr}});
}

dnnl_status_t dnnl_lbr_gru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  return create_rnn_backward(
      {"lbr gru backward", dnnl_lbr_gru},
      {primitive_desc, engine, prop_kind, direction, flags, hint_fwd_pd, attr},
      {{src_layer_desc,
        src_iter_desc,
        nullptr,
        nullptr,
        weights_layer_desc,
        weights_iter_desc,
        nullptr,
        nullptr,
        bias_desc,
        dst_layer_desc,
        dst_iter_desc,
        nullptr,
        diff_src_layer_desc,
        diff_src_iter_desc,
        nullptr,
        nullptr,
        diff_weights_layer_desc,
        diff_weights_iter_desc,
        nullptr,
        nullptr,
        diff_bias_desc,
        diff_dst_layer_desc,
        diff_dst_iter_desc,
        nullptr}});
}

dnnl_status_t dnnl_augru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t attention_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, unsigned int flags, const_dnnl_primitive_attr_t attr) {
  return create_rnn_forward(
      {"augru", dnnl_vanilla_augru}, {primitive_desc, engine, prop_kind, direction, flags, attr},
      {{src_layer_desc, src_iter_desc, nullptr, attention_desc, weights_layer_desc,
        weights_iter_desc, nullptr, nullptr, bias_desc, dst_layer_desc, dst_iter_desc, nullptr}});
}

dnnl_status_t dnnl_augru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t attention_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_attention_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  return create_rnn_backward(
      {"augru backward", dnnl_vanilla_augru},
      {primitive_desc, engine, prop_kind, direction, flags, hint_fwd_pd, attr},
      {{src_layer_desc,
        src_iter_desc,
        nullptr,
        attention_desc,
        weights_layer_desc,
        weights_iter_desc,
        nullptr,
        nullptr,
        bias_desc,
        dst_layer_desc,
        dst_iter_desc,
        nullptr,
        diff_src_layer_desc,
        diff_src_iter_desc,
        nullptr,
        diff_attention_desc,
        diff_weights_layer_desc,
        diff_weights_iter_desc,
        nullptr,
        nullptr,
        diff_bias_desc,
        diff_dst_layer_desc,
        diff_dst_iter_desc,
        nullptr}});
}

dnnl_status_t dnnl_lbr_augru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t attention_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, unsigned int flags, const_dnnl_primitive_attr_t attr) {
  return create_rnn_forward(
      {"lbr augru", dnnl_lbr_augru}, {primitive_desc, engine, prop_kind, direction, flags, attr},
      {{src_layer_desc, src_iter_desc, nullptr, attention_desc, weights_layer_desc,
        weights_iter_desc, nullptr, nullptr, bias_desc, dst_layer_desc, dst_iter_desc, nullptr}});
}

dnnl_status_t dnnl_lbr_augru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t attention_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_attention_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  return create_rnn_backward(
      {"lbr augru backward", dnnl_lbr_augru},
      {primitive_desc, engine, prop_kind, direction, flags, hint_fwd_pd, attr},
      {{src_layer_desc,
        src_iter_desc,
        nullptr,
        attention_desc,
        weights_layer_desc,
        weights_iter_desc,
        nullptr,
        nullptr,
        bias_desc,
        dst_layer_desc,
        dst_iter_desc,
        nullptr,
        diff_src_layer_desc,
        diff_src_iter_desc,
        nullptr,
        diff_attention_desc,
        diff_weights_layer_desc,
        diff_weights_iter_desc,
        nullptr,
        nullptr,
        diff_bias_desc,
        diff_dst_layer_desc,
        diff_dst_iter_desc,
        nullptr}});
}
