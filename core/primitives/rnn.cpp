// SPDX-License-Identifier: Apache-2.0
// The functions are there, the primitive is not: this file is its place.
#include "core/primitives/not_there.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

dnnl_status_t dnnl_vanilla_rnn_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const dnnl_alg_kind_t,
    const dnnl_rnn_direction_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, unsigned int, float, float,
    const_dnnl_primitive_attr_t) {
  return not_there("vanilla rnn forward");
}

dnnl_status_t dnnl_vanilla_rnn_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const dnnl_alg_kind_t,
    const dnnl_rnn_direction_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, unsigned int,
    float, float, const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t) {
  return not_there("vanilla rnn backward");
}

dnnl_status_t dnnl_lstm_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_attr_t) {
  return not_there("lstm forward");
}

dnnl_status_t dnnl_lstm_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("lstm backward");
}

dnnl_status_t dnnl_gru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_attr_t) {
  return not_there("gru forward");
}

dnnl_status_t dnnl_gru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("gru backward");
}

dnnl_status_t dnnl_lbr_gru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_attr_t) {
  return not_there("lbr gru forward");
}

dnnl_status_t dnnl_lbr_gru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("lbr gru backward");
}

dnnl_status_t dnnl_augru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_attr_t) {
  return not_there("augru forward");
}

dnnl_status_t dnnl_augru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("augru backward");
}

dnnl_status_t dnnl_lbr_augru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_attr_t) {
  return not_there("lbr augru forward");
}

dnnl_status_t dnnl_lbr_augru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, unsigned int, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("lbr augru backward");
}
