// SPDX-License-Identifier: Apache-2.0
// The operations of the API that this version does not compute. Each leaves here for a file of its
// own when it does.
#include "core/support/status.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status not_there(const char *what) noexcept {
  return unimplemented(what, ": this version does not compute it");
}

}  // namespace

dnnl_status_t dnnl_concat_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                const_dnnl_memory_desc_t, int, int,
                                                const const_dnnl_memory_desc_t *,
                                                const_dnnl_primitive_attr_t) {
  return not_there("concat");
}

dnnl_status_t dnnl_sum_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                             const_dnnl_memory_desc_t, int, const float *,
                                             const const_dnnl_memory_desc_t *,
                                             const_dnnl_primitive_attr_t) {
  return not_there("sum");
}

dnnl_status_t dnnl_binary_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                dnnl_alg_kind_t, const_dnnl_memory_desc_t,
                                                const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
                                                const_dnnl_primitive_attr_t) {
  return not_there("binary");
}

dnnl_status_t dnnl_binary_primitive_desc_create_v2(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                   dnnl_alg_kind_t, const_dnnl_memory_desc_t,
                                                   const_dnnl_memory_desc_t,
                                                   const_dnnl_memory_desc_t,
                                                   const_dnnl_memory_desc_t,
                                                   const_dnnl_primitive_attr_t) {
  return not_there("binary");
}

dnnl_status_t dnnl_deconvolution_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_alg_kind_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const dnnl_dim_t *, const dnnl_dim_t *, const dnnl_dim_t *,
    const dnnl_dim_t *, const_dnnl_primitive_attr_t) {
  return not_there("deconvolution forward");
}

dnnl_status_t dnnl_deconvolution_backward_data_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_alg_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const dnnl_dim_t *, const dnnl_dim_t *,
    const dnnl_dim_t *, const dnnl_dim_t *, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("deconvolution backward data");
}

dnnl_status_t dnnl_deconvolution_backward_weights_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_alg_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const dnnl_dim_t *, const dnnl_dim_t *, const dnnl_dim_t *, const dnnl_dim_t *,
    const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t) {
  return not_there("deconvolution backward weights");
}

dnnl_status_t dnnl_shuffle_forward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                         dnnl_prop_kind_t, const_dnnl_memory_desc_t,
                                                         const_dnnl_memory_desc_t, int, dnnl_dim_t,
                                                         const_dnnl_primitive_attr_t) {
  return not_there("shuffle forward");
}

dnnl_status_t dnnl_shuffle_backward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                          const_dnnl_memory_desc_t,
                                                          const_dnnl_memory_desc_t, int, dnnl_dim_t,
                                                          const_dnnl_primitive_desc_t,
                                                          const_dnnl_primitive_attr_t) {
  return not_there("shuffle backward");
}

dnnl_status_t dnnl_softmax_forward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                         dnnl_prop_kind_t, dnnl_alg_kind_t,
                                                         const_dnnl_memory_desc_t,
                                                         const_dnnl_memory_desc_t, int,
                                                         const_dnnl_primitive_attr_t) {
  return not_there("softmax forward");
}

dnnl_status_t dnnl_softmax_backward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                          dnnl_alg_kind_t, const_dnnl_memory_desc_t,
                                                          const_dnnl_memory_desc_t,
                                                          const_dnnl_memory_desc_t, int,
                                                          const_dnnl_primitive_desc_t,
                                                          const_dnnl_primitive_attr_t) {
  return not_there("softmax backward");
}

dnnl_status_t dnnl_prelu_forward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                       dnnl_prop_kind_t, const_dnnl_memory_desc_t,
                                                       const_dnnl_memory_desc_t,
                                                       const_dnnl_memory_desc_t,
                                                       const_dnnl_primitive_attr_t) {
  return not_there("prelu forward");
}

dnnl_status_t dnnl_prelu_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t) {
  return not_there("prelu backward");
}

dnnl_status_t dnnl_batch_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, float, unsigned int, const_dnnl_primitive_attr_t) {
  return not_there("batch normalization forward");
}

dnnl_status_t dnnl_batch_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, float, unsigned int,
    const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t) {
  return not_there("batch normalization backward");
}

dnnl_status_t dnnl_group_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, dnnl_dim_t, float, unsigned int, const_dnnl_primitive_attr_t) {
  return not_there("group normalization forward");
}

dnnl_status_t dnnl_group_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, dnnl_dim_t, float, unsigned int,
    const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t) {
  return not_there("group normalization backward");
}

dnnl_status_t dnnl_layer_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, float, unsigned int,
    const_dnnl_primitive_attr_t) {
  return not_there("layer normalization forward");
}

dnnl_status_t dnnl_layer_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, float,
    unsigned int, const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t) {
  return not_there("layer normalization backward");
}

dnnl_status_t dnnl_layer_normalization_forward_primitive_desc_create_v2(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, dnnl_data_type_t, float, unsigned int,
    const_dnnl_primitive_attr_t) {
  return not_there("layer normalization forward");
}

dnnl_status_t dnnl_layer_normalization_backward_primitive_desc_create_v2(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, dnnl_data_type_t,
    dnnl_data_type_t, float, unsigned int, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("layer normalization backward");
}

dnnl_status_t dnnl_inner_product_forward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("inner product forward");
}

dnnl_status_t dnnl_inner_product_backward_data_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t) {
  return not_there("inner product backward data");
}

dnnl_status_t dnnl_inner_product_backward_weights_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
    const_dnnl_memory_desc_t, const_dnnl_memory_desc_t, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t) {
  return not_there("inner product backward weights");
}

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

dnnl_status_t dnnl_matmul_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
                                                const_dnnl_memory_desc_t, const_dnnl_memory_desc_t,
                                                const_dnnl_primitive_attr_t) {
  return not_there("matmul");
}

dnnl_status_t dnnl_resampling_forward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                            dnnl_prop_kind_t, dnnl_alg_kind_t,
                                                            const float *, const_dnnl_memory_desc_t,
                                                            const_dnnl_memory_desc_t,
                                                            const_dnnl_primitive_attr_t) {
  return not_there("resampling forward");
}

dnnl_status_t dnnl_resampling_backward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                             dnnl_alg_kind_t, const float *,
                                                             const_dnnl_memory_desc_t,
                                                             const_dnnl_memory_desc_t,
                                                             const_dnnl_primitive_desc_t,
                                                             const_dnnl_primitive_attr_t) {
  return not_there("resampling backward");
}

dnnl_status_t dnnl_reduction_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                   dnnl_alg_kind_t, const_dnnl_memory_desc_t,
                                                   const_dnnl_memory_desc_t, float, float,
                                                   const_dnnl_primitive_attr_t) {
  return not_there("reduction");
}
