// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_ENUMS_HPP
#define ONEAPI_DNNL_DETAIL_ENUMS_HPP

#include "oneapi/dnnl/detail/bitmask.hpp"
#include "oneapi/dnnl/dnnl_types.h"

namespace dnnl {

/// Who provides a primitive's scratchpad.
enum class scratchpad_mode {
  /// The library, when the primitive is created. Such a primitive runs on one thread at a time.
  library = dnnl_scratchpad_mode_library,
  /// The application, as DNNL_ARG_SCRATCHPAD, with primitive_desc_base::scratchpad_desc().
  user = dnnl_scratchpad_mode_user,
};

inline dnnl_scratchpad_mode_t convert_to_c(scratchpad_mode mode) {
  return static_cast<dnnl_scratchpad_mode_t>(mode);
}

/// How a result is rounded to a narrower type.
enum class rounding_mode {
  /// As the floating-point environment says: to nearest, ties to even.
  environment = dnnl_rounding_mode_environment,
  /// Up or down at random, by the seed in DNNL_ARG_ATTR_ROUNDING_SEED.
  stochastic = dnnl_rounding_mode_stochastic,
};

inline dnnl_rounding_mode_t convert_to_c(rounding_mode mode) {
  return static_cast<dnnl_rounding_mode_t>(mode);
}

/// Where the scales of a quantized tensor come from.
enum class quantization_mode {
  undef = dnnl_quantization_mode_undef,
  /// From the application: scales, and zero points if it sets them.
  static_sazp = dnnl_quantization_mode_static_sazp,
  /// From the library, by the rules of the OCP MX formats (e8m0 scales).
  dynamic_mx = dnnl_quantization_mode_dynamic_mx,
  /// From the library, as floating-point numbers.
  dynamic_fp = dnnl_quantization_mode_dynamic_fp,
};

inline dnnl_quantization_mode_t convert_to_c(quantization_mode qmode) {
  return static_cast<dnnl_quantization_mode_t>(qmode);
}

/// Which pass a primitive computes.
enum class prop_kind {
  undef = dnnl_prop_kind_undef,
  /// Forward, keeping (in the workspace) what the backward pass needs.
  forward_training = dnnl_forward_training,
  forward_inference = dnnl_forward_inference,
  /// The same as forward_training.
  forward = dnnl_forward,
  /// All gradients.
  backward = dnnl_backward,
  /// The gradient of the source only.
  backward_data = dnnl_backward_data,
  /// The gradients of the weights only.
  backward_weights = dnnl_backward_weights,
  backward_bias = dnnl_backward_bias,
};

inline dnnl_prop_kind_t convert_to_c(prop_kind akind) {
  return static_cast<dnnl_prop_kind_t>(akind);
}

/// Which function or method, where a primitive has several. x is the source, a alpha, b beta.
enum class algorithm {
  undef = dnnl_alg_kind_undef,
  /// The library chooses.
  convolution_auto = dnnl_convolution_auto,
  convolution_direct = dnnl_convolution_direct,
  convolution_winograd = dnnl_convolution_winograd,
  deconvolution_direct = dnnl_deconvolution_direct,
  deconvolution_winograd = dnnl_deconvolution_winograd,
  /// x > 0 ? x : a x
  eltwise_relu = dnnl_eltwise_relu,
  eltwise_tanh = dnnl_eltwise_tanh,
  /// x > 0 ? x : a (exp(x) - 1)
  eltwise_elu = dnnl_eltwise_elu,
  eltwise_square = dnnl_eltwise_square,
  eltwise_abs = dnnl_eltwise_abs,
  eltwise_sqrt = dnnl_eltwise_sqrt,
  /// x / (1 + exp(-a x))
  eltwise_swish = dnnl_eltwise_swish,
  /// a x + b
  eltwise_linear = dnnl_eltwise_linear,
  /// log(1 + exp(a x)) / a
  eltwise_soft_relu = dnnl_eltwise_soft_relu,
  /// x tanh(log(1 + exp(x)))
  eltwise_mish = dnnl_eltwise_mish,
  /// 1 / (1 + exp(-x))
  eltwise_logistic = dnnl_eltwise_logistic,
  eltwise_exp = dnnl_eltwise_exp,
  /// x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
  eltwise_gelu_tanh = dnnl_eltwise_gelu_tanh,
  /// x / 2 (1 + erf(x / sqrt(2)))
  eltwise_gelu_erf = dnnl_eltwise_gelu_erf,
  eltwise_log = dnnl_eltwise_log,
  /// min(max(x, a), b)
  eltwise_clip = dnnl_eltwise_clip,
  /// As eltwise_clip, with gradient 0 instead of 1 at x = b.
  eltwise_clip_v2 = dnnl_eltwise_clip_v2,
  /// a x^b
  eltwise_pow = dnnl_eltwise_pow,
  /// To the nearest integer, ties to even.
  eltwise_round = dnnl_eltwise_round,
  /// x max(0, min(1, a x + b))
  eltwise_hardswish = dnnl_eltwise_hardswish,
  /// max(0, min(1, a x + b))
  eltwise_hardsigmoid = dnnl_eltwise_hardsigmoid,
  /// The functions of the same names; their backward passes read dst instead of src.
  eltwise_relu_use_dst_for_bwd = dnnl_eltwise_relu_use_dst_for_bwd,
  eltwise_tanh_use_dst_for_bwd = dnnl_eltwise_tanh_use_dst_for_bwd,
  eltwise_elu_use_dst_for_bwd = dnnl_eltwise_elu_use_dst_for_bwd,
  eltwise_sqrt_use_dst_for_bwd = dnnl_eltwise_sqrt_use_dst_for_bwd,
  eltwise_logistic_use_dst_for_bwd = dnnl_eltwise_logistic_use_dst_for_bwd,
  eltwise_exp_use_dst_for_bwd = dnnl_eltwise_exp_use_dst_for_bwd,
  eltwise_clip_v2_use_dst_for_bwd = dnnl_eltwise_clip_v2_use_dst_for_bwd,
  lrn_across_channels = dnnl_lrn_across_channels,
  lrn_within_channel = dnnl_lrn_within_channel,
  pooling_max = dnnl_pooling_max,
  /// The divisor is the size of the kernel.
  pooling_avg_include_padding = dnnl_pooling_avg_include_padding,
  /// The divisor is the number of elements under the kernel that are not padding.
  pooling_avg_exclude_padding = dnnl_pooling_avg_exclude_padding,
  vanilla_rnn = dnnl_vanilla_rnn,
  vanilla_lstm = dnnl_vanilla_lstm,
  vanilla_gru = dnnl_vanilla_gru,
  /// GRU with linear before reset.
  lbr_gru = dnnl_lbr_gru,
  /// GRU with attention.
  vanilla_augru = dnnl_vanilla_augru,
  lbr_augru = dnnl_lbr_augru,
  binary_add = dnnl_binary_add,
  binary_mul = dnnl_binary_mul,
  binary_max = dnnl_binary_max,
  binary_min = dnnl_binary_min,
  binary_div = dnnl_binary_div,
  binary_sub = dnnl_binary_sub,
  /// Comparisons give 1 or 0.
  binary_ge = dnnl_binary_ge,
  binary_gt = dnnl_binary_gt,
  binary_le = dnnl_binary_le,
  binary_lt = dnnl_binary_lt,
  binary_eq = dnnl_binary_eq,
  binary_ne = dnnl_binary_ne,
  /// src2 ? src0 : src1
  binary_select = dnnl_binary_select,
  resampling_nearest = dnnl_resampling_nearest,
  /// Linear, bilinear or trilinear, by the number of spatial dimensions.
  resampling_linear = dnnl_resampling_linear,
  reduction_max = dnnl_reduction_max,
  reduction_min = dnnl_reduction_min,
  reduction_sum = dnnl_reduction_sum,
  reduction_mul = dnnl_reduction_mul,
  reduction_mean = dnnl_reduction_mean,
  /// (max(sum |x|^p, eps))^(1/p)
  reduction_norm_lp_max = dnnl_reduction_norm_lp_max,
  /// (sum |x|^p + eps)^(1/p)
  reduction_norm_lp_sum = dnnl_reduction_norm_lp_sum,
  /// max(sum |x|^p, eps)
  reduction_norm_lp_power_p_max = dnnl_reduction_norm_lp_power_p_max,
  /// sum |x|^p + eps
  reduction_norm_lp_power_p_sum = dnnl_reduction_norm_lp_power_p_sum,
  softmax_accurate = dnnl_softmax_accurate,
  /// The logarithm of softmax.
  softmax_log = dnnl_softmax_log,
};

inline dnnl_alg_kind_t convert_to_c(algorithm aalgorithm) {
  return static_cast<dnnl_alg_kind_t>(aalgorithm);
}

/// Options of batch, group and layer normalization. A set: combine with |.
enum class normalization_flags : unsigned {
  none = dnnl_normalization_flags_none,
  /// Mean and variance are inputs, and constants for the backward pass.
  use_global_stats = dnnl_use_global_stats,
  /// Multiply by DNNL_ARG_SCALE.
  use_scale = dnnl_use_scale,
  /// Add DNNL_ARG_SHIFT.
  use_shift = dnnl_use_shift,
  /// Apply ReLU to the result.
  fuse_norm_relu = dnnl_fuse_norm_relu,
  /// Add DNNL_ARG_SRC_1, then apply ReLU.
  fuse_norm_add_relu = dnnl_fuse_norm_add_relu,
  /// Divide by the root mean square: no mean is subtracted.
  rms_norm = dnnl_rms_norm,
};

inline dnnl_normalization_flags_t convert_to_c(normalization_flags flags) {
  return static_cast<dnnl_normalization_flags_t>(flags);
}

/// Options of recurrent networks. A set: combine with |.
enum class rnn_flags : unsigned {
  undef = dnnl_rnn_flags_undef,
  /// The backward pass overwrites the gradients of the weights instead of adding to them.
  diff_weights_overwrite = dnnl_rnn_flags_diff_weights_overwrite,
};

inline dnnl_rnn_flags_t convert_to_c(rnn_flags flags) {
  return static_cast<dnnl_rnn_flags_t>(flags);
}

namespace detail {
template <>
struct is_bitmask<normalization_flags> : std::true_type {};
template <>
struct is_bitmask<rnn_flags> : std::true_type {};
}  // namespace detail

/// In which direction a recurrent network walks through time, and how two directions are joined.
enum class rnn_direction {
  undef = dnnl_rnn_direction_undef,
  unidirectional_left2right = dnnl_unidirectional_left2right,
  unidirectional_right2left = dnnl_unidirectional_right2left,
  bidirectional_concat = dnnl_bidirectional_concat,
  bidirectional_sum = dnnl_bidirectional_sum,
};

inline dnnl_rnn_direction_t convert_to_c(rnn_direction dir) {
  return static_cast<dnnl_rnn_direction_t>(dir);
}

/// What can be asked of a primitive descriptor or a memory descriptor.
enum class query {
  undef = dnnl_query_undef,
  engine = dnnl_query_engine,
  primitive_kind = dnnl_query_primitive_kind,
  num_of_inputs_s32 = dnnl_query_num_of_inputs_s32,
  num_of_outputs_s32 = dnnl_query_num_of_outputs_s32,
  time_estimate_f64 = dnnl_query_time_estimate_f64,
  memory_consumption_s64 = dnnl_query_memory_consumption_s64,
  scratchpad_engine = dnnl_query_scratchpad_engine,
  reorder_src_engine = dnnl_query_reorder_src_engine,
  reorder_dst_engine = dnnl_query_reorder_dst_engine,
  impl_info_str = dnnl_query_impl_info_str,
  prop_kind = dnnl_query_prop_kind,
  cache_blob_id_size_s64 = dnnl_query_cache_blob_id_size_s64,
  cache_blob_id = dnnl_query_cache_blob_id,
  strides = dnnl_query_strides,
  dilations = dnnl_query_dilations,
  padding_l = dnnl_query_padding_l,
  padding_r = dnnl_query_padding_r,
  epsilon_f32 = dnnl_query_epsilon_f32,
  flags = dnnl_query_flags,
  alg_kind = dnnl_query_alg_kind,
  alpha_f32 = dnnl_query_alpha_f32,
  beta_f32 = dnnl_query_beta_f32,
  axis_s32 = dnnl_query_axis_s32,
  local_size_s64 = dnnl_query_local_size_s64,
  k_f32 = dnnl_query_k_f32,
  p_f32 = dnnl_query_p_f32,
  factors = dnnl_query_factors,
  cell_kind = dnnl_query_cell_kind,
  direction = dnnl_query_direction,
  activation_kind = dnnl_query_activation_kind,
  kernel = dnnl_query_kernel,
  group_size_s64 = dnnl_query_group_size_s64,
  src_md = dnnl_query_src_md,
  diff_src_md = dnnl_query_diff_src_md,
  weights_md = dnnl_query_weights_md,
  diff_weights_md = dnnl_query_diff_weights_md,
  dst_md = dnnl_query_dst_md,
  diff_dst_md = dnnl_query_diff_dst_md,
  workspace_md = dnnl_query_workspace_md,
  scratchpad_md = dnnl_query_scratchpad_md,
  /// The descriptor of any argument, by its DNNL_ARG_* number.
  exec_arg_md = dnnl_query_exec_arg_md,
  ndims_s32 = dnnl_query_ndims_s32,
  dims = dnnl_query_dims,
  data_type = dnnl_query_data_type,
  submemory_offset_s64 = dnnl_query_submemory_offset_s64,
  padded_dims = dnnl_query_padded_dims,
  padded_offsets = dnnl_query_padded_offsets,
  format_kind = dnnl_query_format_kind,
  inner_nblks_s32 = dnnl_query_inner_nblks_s32,
  inner_blks = dnnl_query_inner_blks,
  inner_idxs = dnnl_query_inner_idxs,
  sparse_encoding = dnnl_query_sparse_encoding,
  nnz_s64 = dnnl_query_nnz_s64,
  num_handles_s32 = dnnl_query_num_handles_s32,
};

inline dnnl_query_t convert_to_c(query aquery) {
  return static_cast<dnnl_query_t>(aquery);
}

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_ENUMS_HPP
