// SPDX-License-Identifier: Apache-2.0
// The names of values, as dnnl_*2str answers them.
#include "oneapi/dnnl/dnnl_debug.h"

#include "core/engine/isa.h"
#include "core/memory/format_tag.h"

using namespace dnnlet;

namespace {

struct value_name {
  int value;
  const char *name;
};

template <int kCount>
const char *name_of(const value_name (&names)[kCount], int value, const char *unknown) noexcept {
  for (const value_name &n : names)
    if (n.value == value) return n.name;
  return unknown;
}

}  // namespace

const char *dnnl_status2str(dnnl_status_t v) {
  static constexpr value_name names[] = {
      {dnnl_success, "success"},
      {dnnl_out_of_memory, "out_of_memory"},
      {dnnl_invalid_arguments, "invalid_arguments"},
      {dnnl_unimplemented, "unimplemented"},
      {dnnl_last_impl_reached, "last_impl_reached"},
      {dnnl_runtime_error, "runtime_error"},
      {dnnl_not_required, "not_required"},
      {dnnl_invalid_graph, "invalid_graph"},
      {dnnl_invalid_graph_op, "invalid_graph_op"},
      {dnnl_invalid_shape, "invalid_shape"},
      {dnnl_invalid_data_type, "invalid_data_type"},
  };
  return name_of(names, int(v), "unknown status");
}

const char *dnnl_dt2str(dnnl_data_type_t v) {
  static constexpr value_name names[] = {
      {dnnl_data_type_undef, "undef"},
      {dnnl_f16, "f16"},
      {dnnl_bf16, "bf16"},
      {dnnl_f32, "f32"},
      {dnnl_s32, "s32"},
      {dnnl_s8, "s8"},
      {dnnl_u8, "u8"},
      {dnnl_f64, "f64"},
      {dnnl_boolean, "boolean"},
      {dnnl_f8_e5m2, "f8_e5m2"},
      {dnnl_f8_e4m3, "f8_e4m3"},
      {dnnl_s4, "s4"},
      {dnnl_u4, "u4"},
      {dnnl_e8m0, "e8m0"},
      {dnnl_f4_e2m1, "f4_e2m1"},
      {dnnl_f4_e3m0, "f4_e3m0"},
      {dnnl_s64, "s64"},
  };
  return name_of(names, int(v), "unknown dt");
}

const char *dnnl_fpmath_mode2str(dnnl_fpmath_mode_t v) {
  static constexpr value_name names[] = {
      {dnnl_fpmath_mode_strict, "strict"}, {dnnl_fpmath_mode_bf16, "bf16"},
      {dnnl_fpmath_mode_f16, "f16"},       {dnnl_fpmath_mode_any, "any"},
      {dnnl_fpmath_mode_tf32, "tf32"},
  };
  return name_of(names, int(v), "unknown fpmath_mode");
}

const char *dnnl_accumulation_mode2str(dnnl_accumulation_mode_t v) {
  static constexpr value_name names[] = {
      {dnnl_accumulation_mode_strict, "strict"}, {dnnl_accumulation_mode_relaxed, "relaxed"},
      {dnnl_accumulation_mode_any, "any"},       {dnnl_accumulation_mode_s32, "s32"},
      {dnnl_accumulation_mode_f32, "f32"},       {dnnl_accumulation_mode_f16, "f16"},
  };
  return name_of(names, int(v), "unknown accumulation_mode");
}

const char *dnnl_engine_kind2str(dnnl_engine_kind_t v) {
  static constexpr value_name names[] = {
      {dnnl_any_engine, "any"},
      {dnnl_cpu, "cpu"},
      {dnnl_gpu, "gpu"},
  };
  return name_of(names, int(v), "unknown engine_kind");
}

const char *dnnl_sparse_encoding2str(dnnl_sparse_encoding_t v) {
  static constexpr value_name names[] = {
      {dnnl_sparse_encoding_undef, "undef"},
      {dnnl_csr, "csr"},
      {dnnl_packed, "packed"},
      {dnnl_coo, "coo"},
  };
  return name_of(names, int(v), "unknown sparse_encoding");
}

const char *dnnl_fmt_kind2str(dnnl_format_kind_t v) {
  static constexpr value_name names[] = {
      {dnnl_format_kind_undef, "undef"},
      {dnnl_format_kind_any, "any"},
      {dnnl_blocked, "blocked"},
      {dnnl_format_kind_sparse, "sparse"},
  };
  return name_of(names, int(v), "unknown fmt_kind");
}

const char *dnnl_fmt_tag2str(dnnl_format_tag_t v) {
  if (v == dnnl_format_tag_undef) return "undef";
  if (v == dnnl_format_tag_any) return "any";
  if (v == dnnl_format_tag_last) return "format_tag_last";
  const char *name = tag_name(v);
  return name ? name : "unknown fmt_tag";
}

const char *dnnl_prop_kind2str(dnnl_prop_kind_t v) {
  static constexpr value_name names[] = {
      {dnnl_prop_kind_undef, "undef"},
      {dnnl_forward_training, "forward_training"},
      {dnnl_forward_inference, "forward_inference"},
      {dnnl_backward, "backward"},
      {dnnl_backward_data, "backward_data"},
      {dnnl_backward_weights, "backward_weights"},
      {dnnl_backward_bias, "backward_bias"},
  };
  return name_of(names, int(v), "unknown prop_kind");
}

const char *dnnl_prim_kind2str(dnnl_primitive_kind_t v) {
  static constexpr value_name names[] = {
      {dnnl_undefined_primitive, "undef"},
      {dnnl_reorder, "reorder"},
      {dnnl_shuffle, "shuffle"},
      {dnnl_concat, "concat"},
      {dnnl_sum, "sum"},
      {dnnl_convolution, "convolution"},
      {dnnl_deconvolution, "deconvolution"},
      {dnnl_eltwise, "eltwise"},
      {dnnl_lrn, "lrn"},
      {dnnl_batch_normalization, "batch_normalization"},
      {dnnl_inner_product, "inner_product"},
      {dnnl_rnn, "rnn"},
      {dnnl_gemm, "gemm"},
      {dnnl_binary, "binary"},
      {dnnl_matmul, "matmul"},
      {dnnl_resampling, "resampling"},
      {dnnl_pooling, "pooling"},
      {dnnl_reduction, "reduction"},
      {dnnl_prelu, "prelu"},
      {dnnl_softmax, "softmax"},
      {dnnl_layer_normalization, "layer_normalization"},
      {dnnl_group_normalization, "group_normalization"},
  };
  return name_of(names, int(v), "unknown prim_kind");
}

const char *dnnl_alg_kind2str(dnnl_alg_kind_t v) {
  static constexpr value_name names[] = {
      {dnnl_alg_kind_undef, "undef"},
      {dnnl_convolution_direct, "convolution_direct"},
      {dnnl_convolution_winograd, "convolution_winograd"},
      {dnnl_convolution_auto, "convolution_auto"},
      {dnnl_deconvolution_direct, "deconvolution_direct"},
      {dnnl_deconvolution_winograd, "deconvolution_winograd"},
      {dnnl_eltwise_relu, "eltwise_relu"},
      {dnnl_eltwise_tanh, "eltwise_tanh"},
      {dnnl_eltwise_elu, "eltwise_elu"},
      {dnnl_eltwise_square, "eltwise_square"},
      {dnnl_eltwise_abs, "eltwise_abs"},
      {dnnl_eltwise_sqrt, "eltwise_sqrt"},
      {dnnl_eltwise_linear, "eltwise_linear"},
      {dnnl_eltwise_soft_relu, "eltwise_soft_relu"},
      {dnnl_eltwise_hardsigmoid, "eltwise_hardsigmoid"},
      {dnnl_eltwise_logistic, "eltwise_logistic"},
      {dnnl_eltwise_exp, "eltwise_exp"},
      {dnnl_eltwise_gelu_tanh, "eltwise_gelu_tanh"},
      {dnnl_eltwise_swish, "eltwise_swish"},
      {dnnl_eltwise_log, "eltwise_log"},
      {dnnl_eltwise_clip, "eltwise_clip"},
      {dnnl_eltwise_clip_v2, "eltwise_clip_v2"},
      {dnnl_eltwise_pow, "eltwise_pow"},
      {dnnl_eltwise_gelu_erf, "eltwise_gelu_erf"},
      {dnnl_eltwise_round, "eltwise_round"},
      {dnnl_eltwise_mish, "eltwise_mish"},
      {dnnl_eltwise_hardswish, "eltwise_hardswish"},
      {dnnl_eltwise_relu_use_dst_for_bwd, "eltwise_relu_use_dst_for_bwd"},
      {dnnl_eltwise_tanh_use_dst_for_bwd, "eltwise_tanh_use_dst_for_bwd"},
      {dnnl_eltwise_elu_use_dst_for_bwd, "eltwise_elu_use_dst_for_bwd"},
      {dnnl_eltwise_sqrt_use_dst_for_bwd, "eltwise_sqrt_use_dst_for_bwd"},
      {dnnl_eltwise_logistic_use_dst_for_bwd, "eltwise_logistic_use_dst_for_bwd"},
      {dnnl_eltwise_exp_use_dst_for_bwd, "eltwise_exp_use_dst_for_bwd"},
      {dnnl_eltwise_clip_v2_use_dst_for_bwd, "eltwise_clip_v2_use_dst_for_bwd"},
      {dnnl_pooling_max, "pooling_max"},
      {dnnl_pooling_avg_include_padding, "pooling_avg_include_padding"},
      {dnnl_pooling_avg_exclude_padding, "pooling_avg_exclude_padding"},
      {dnnl_lrn_across_channels, "lrn_across_channels"},
      {dnnl_lrn_within_channel, "lrn_within_channel"},
      {dnnl_vanilla_rnn, "vanilla_rnn"},
      {dnnl_vanilla_lstm, "vanilla_lstm"},
      {dnnl_vanilla_gru, "vanilla_gru"},
      {dnnl_lbr_gru, "lbr_gru"},
      {dnnl_vanilla_augru, "vanilla_augru"},
      {dnnl_lbr_augru, "lbr_augru"},
      {dnnl_binary_add, "binary_add"},
      {dnnl_binary_mul, "binary_mul"},
      {dnnl_binary_max, "binary_max"},
      {dnnl_binary_min, "binary_min"},
      {dnnl_binary_div, "binary_div"},
      {dnnl_binary_sub, "binary_sub"},
      {dnnl_binary_ge, "binary_ge"},
      {dnnl_binary_gt, "binary_gt"},
      {dnnl_binary_le, "binary_le"},
      {dnnl_binary_lt, "binary_lt"},
      {dnnl_binary_eq, "binary_eq"},
      {dnnl_binary_ne, "binary_ne"},
      {dnnl_binary_select, "binary_select"},
      {dnnl_resampling_nearest, "resampling_nearest"},
      {dnnl_resampling_linear, "resampling_linear"},
      {dnnl_reduction_max, "reduction_max"},
      {dnnl_reduction_min, "reduction_min"},
      {dnnl_reduction_sum, "reduction_sum"},
      {dnnl_reduction_mul, "reduction_mul"},
      {dnnl_reduction_mean, "reduction_mean"},
      {dnnl_reduction_norm_lp_max, "reduction_norm_lp_max"},
      {dnnl_reduction_norm_lp_sum, "reduction_norm_lp_sum"},
      {dnnl_reduction_norm_lp_power_p_max, "reduction_norm_lp_power_p_max"},
      {dnnl_reduction_norm_lp_power_p_sum, "reduction_norm_lp_power_p_sum"},
      {dnnl_softmax_accurate, "softmax_accurate"},
      {dnnl_softmax_log, "softmax_log"},
      // Without an enumerator in the public headers, but with a name.
      {0x1002, "softmax_accurate_inf_as_zero"},
  };
  return name_of(names, int(v), "unknown alg_kind");
}

const char *dnnl_rnn_flags2str(dnnl_rnn_flags_t v) {
  static constexpr value_name names[] = {
      {dnnl_rnn_flags_undef, "undef"},
      {dnnl_rnn_flags_diff_weights_overwrite, "rnn_flags_diff_weights_overwrite"},
  };
  return name_of(names, int(v), "unknown rnn_flags");
}

const char *dnnl_rnn_direction2str(dnnl_rnn_direction_t v) {
  static constexpr value_name names[] = {
      {dnnl_rnn_direction_undef, "undef"},
      {dnnl_unidirectional_left2right, "unidirectional_left2right"},
      {dnnl_unidirectional_right2left, "unidirectional_right2left"},
      {dnnl_bidirectional_concat, "bidirectional_concat"},
      {dnnl_bidirectional_sum, "bidirectional_sum"},
  };
  return name_of(names, int(v), "unknown rnn_direction");
}

const char *dnnl_scratchpad_mode2str(dnnl_scratchpad_mode_t v) {
  static constexpr value_name names[] = {
      {dnnl_scratchpad_mode_library, "library"},
      {dnnl_scratchpad_mode_user, "user"},
  };
  return name_of(names, int(v), "unknown scratchpad_mode");
}

const char *dnnl_rounding_mode2str(dnnl_rounding_mode_t v) {
  static constexpr value_name names[] = {
      {dnnl_rounding_mode_environment, "environment"},
      {dnnl_rounding_mode_stochastic, "stochastic"},
  };
  return name_of(names, int(v), "unknown rounding_mode");
}

const char *dnnl_quantization_mode2str(dnnl_quantization_mode_t v) {
  static constexpr value_name names[] = {
      {dnnl_quantization_mode_undef, "undef"},
      {dnnl_quantization_mode_static_sazp, "static_sazp"},
      {dnnl_quantization_mode_dynamic_mx, "dynamic_mx"},
      {dnnl_quantization_mode_dynamic_fp, "dynamic_fp"},
  };
  return name_of(names, int(v), "unknown quantization_mode");
}

const char *dnnl_cpu_isa2str(dnnl_cpu_isa_t v) {
  const isa_row *row = find_isa(int(v));
  return row ? row->name : "unknown cpu_isa";
}

const char *dnnl_cpu_isa_hints2str(dnnl_cpu_isa_hints_t v) {
  static constexpr value_name names[] = {
      {dnnl_cpu_isa_no_hints, "cpu_isa_no_hints"},
      {dnnl_cpu_isa_prefer_ymm, "cpu_isa_prefer_ymm"},
  };
  return name_of(names, int(v), "unknown cpu_isa_hints");
}

const char *dnnl_runtime2str(unsigned v) {
  static constexpr value_name names[] = {
      {DNNL_RUNTIME_NONE, "none"},  {DNNL_RUNTIME_SEQ, "sequential"},
      {DNNL_RUNTIME_OMP, "OpenMP"}, {DNNL_RUNTIME_TBB, "TBB"},
      {DNNL_RUNTIME_OCL, "OpenCL"}, {DNNL_RUNTIME_THREADPOOL, "threadpool"},
      {DNNL_RUNTIME_SYCL, "SYCL"},  {DNNL_RUNTIME_ZE, "Level Zero"},
  };
  return name_of(names, int(v), "unknown");
}
