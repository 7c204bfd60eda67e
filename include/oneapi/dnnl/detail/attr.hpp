// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_ATTR_HPP
#define ONEAPI_DNNL_DETAIL_ATTR_HPP

#include "oneapi/dnnl/detail/enums.hpp"
#include "oneapi/dnnl/detail/math_mode.hpp"
#include "oneapi/dnnl/detail/post_ops.hpp"

namespace dnnl {

template <>
struct handle_traits<dnnl_primitive_attr_t> {
  static dnnl_status_t destructor(dnnl_primitive_attr_t attr) {
    return dnnl_primitive_attr_destroy(attr);
  }
};

/// Settings that every primitive takes: post-ops, quantization, math modes, scratchpad.
///
/// A primitive descriptor keeps a copy, so that changes afterwards have no effect on it. Copies of
/// a primitive_attr itself share one C object. Setters throw what the C function returns;
/// attributes that a primitive does not support are reported when its descriptor is made.
struct primitive_attr : public handle<dnnl_primitive_attr_t> {
  using handle::handle;

  /// Makes attributes with default values.
  primitive_attr()
      : handle(detail::create<dnnl_primitive_attr_t>("could not create primitive attributes",
                                                     dnnl_primitive_attr_create)) {}

  /// Takes over a C object.
  primitive_attr(dnnl_primitive_attr_t attr) : handle(attr) {}

  /// The mask's descriptor; the zero descriptor if there is no dropout.
  void get_dropout(memory::desc &mask_desc) const {
    mask_desc = detail::copy(detail::fetch<const_dnnl_memory_desc_t>(
        "could not get the dropout attribute", dnnl_primitive_attr_get_dropout, get()));
  }

  void get_dropout(memory::desc &mask_desc, memory::data_type &seed_dt, bool &use_offset,
                   bool &use_host_scalars) const {
    const_dnnl_memory_desc_t mask = nullptr;
    dnnl_data_type_t c_seed_dt;
    int offset, scalars;
    error::wrap_c_api(
        dnnl_primitive_attr_get_dropout_v2(get(), &mask, &c_seed_dt, &offset, &scalars),
        "could not get the dropout attribute");
    mask_desc = detail::copy(mask);
    seed_dt = static_cast<memory::data_type>(c_seed_dt);
    use_offset = offset != 0;
    use_host_scalars = scalars != 0;
  }

  /// Sets elements of the result to zero with the probability DNNL_ARG_ATTR_DROPOUT_PROBABILITY,
  /// by random numbers from DNNL_ARG_ATTR_DROPOUT_SEED (s32), and scales the others up. Unless
  /// mask_desc is the zero descriptor, DNNL_ARG_ATTR_DROPOUT_MASK (u8) receives 1 for those kept.
  void set_dropout(const memory::desc &mask_desc) {
    error::wrap_c_api(dnnl_primitive_attr_set_dropout(get(), mask_desc.get()),
                      "could not set the dropout attribute");
  }

  /// The same with a seed of type s32 or s64, with DNNL_ARG_ATTR_DROPOUT_OFFSET (s64) if
  /// use_offset, and with probability, seed and offset as host-side scalars if use_host_scalars.
  void set_dropout(const memory::desc &mask_desc, memory::data_type seed_dt, bool use_offset,
                   bool use_host_scalars) {
    error::wrap_c_api(
        dnnl_primitive_attr_set_dropout_v2(get(), mask_desc.get(), memory::convert_to_c(seed_dt),
                                           use_offset, use_host_scalars),
        "could not set the dropout attribute");
  }

  fpmath_mode get_fpmath_mode() const {
    return static_cast<fpmath_mode>(detail::fetch<dnnl_fpmath_mode_t>(
        "could not get the math mode attribute", dnnl_primitive_attr_get_fpmath_mode, get()));
  }

  void get_fpmath_mode(fpmath_mode &mode, bool &apply_to_int) const {
    dnnl_fpmath_mode_t c_mode;
    int c_apply_to_int;
    error::wrap_c_api(dnnl_primitive_attr_get_fpmath_mode_v2(get(), &c_mode, &c_apply_to_int),
                      "could not get the math mode attribute");
    mode = static_cast<fpmath_mode>(c_mode);
    apply_to_int = c_apply_to_int != 0;
  }

  /// With apply_to_int, integer weights too may be converted to the mode's type for computing.
  void set_fpmath_mode(fpmath_mode mode, bool apply_to_int = false) {
    error::wrap_c_api(
        dnnl_primitive_attr_set_fpmath_mode_v2(get(), convert_to_c(mode), apply_to_int),
        "could not set the math mode attribute");
  }

  accumulation_mode get_accumulation_mode() const {
    return static_cast<accumulation_mode>(
        detail::fetch<dnnl_accumulation_mode_t>("could not get the accumulation mode attribute",
                                                dnnl_primitive_attr_get_accumulation_mode, get()));
  }

  void set_accumulation_mode(accumulation_mode mode) {
    error::wrap_c_api(dnnl_primitive_attr_set_accumulation_mode(get(), convert_to_c(mode)),
                      "could not set the accumulation mode attribute");
  }

  bool get_deterministic() const {
    return detail::fetch<int>("could not get the deterministic attribute",
                              dnnl_primitive_attr_get_deterministic, get()) != 0;
  }

  /// True: the same inputs give the same bits on every run, and in this library on every plugin.
  void set_deterministic(bool value) {
    error::wrap_c_api(dnnl_primitive_attr_set_deterministic(get(), value),
                      "could not set the deterministic attribute");
  }

  rounding_mode get_rounding_mode(int arg) const {
    return static_cast<rounding_mode>(detail::fetch<dnnl_rounding_mode_t>(
        "could not get the rounding mode attribute", dnnl_primitive_attr_get_rounding, get(), arg));
  }

  /// How the output `arg` (DNNL_ARG_DST, DNNL_ARG_DIFF_SRC, ...) is rounded.
  void set_rounding_mode(int arg, rounding_mode mode) {
    error::wrap_c_api(dnnl_primitive_attr_set_rounding(get(), arg, convert_to_c(mode)),
                      "could not set the rounding mode attribute");
  }

  scratchpad_mode get_scratchpad_mode() const {
    return static_cast<scratchpad_mode>(
        detail::fetch<dnnl_scratchpad_mode_t>("could not get the scratchpad mode attribute",
                                              dnnl_primitive_attr_get_scratchpad_mode, get()));
  }

  void set_scratchpad_mode(scratchpad_mode mode) {
    error::wrap_c_api(dnnl_primitive_attr_set_scratchpad_mode(get(), convert_to_c(mode)),
                      "could not set the scratchpad mode attribute");
  }

  /// Scales the tensor `arg`: inputs are multiplied by the scales, outputs divided. Bit d of the
  /// mask says that every index along dimension d has its own; 0 means one for all. The values are
  /// the argument DNNL_ARG_ATTR_SCALES | arg, of type f32.
  void set_scales_mask(int arg, int mask) {
    error::wrap_c_api(dnnl_primitive_attr_set_scales_mask(get(), arg, mask),
                      "could not set the scales attribute");
  }

  /// The same with scales of any type, for groups of elements. `groups` says how many neighbours
  /// along each of the last two dimensions share a scale; {} means no groups. is_on_host: one
  /// scale, given as a host-side scalar. qmode: who computes an output's scales.
  void set_scales(int arg, int mask, const memory::dims &groups,
                  memory::data_type data_type = memory::data_type::f32, bool is_on_host = false,
                  quantization_mode qmode = quantization_mode::static_sazp) {
    error::wrap_c_api(dnnl_primitive_attr_set_scales_v3(
                          get(), arg, mask, static_cast<int>(groups.size()), groups.data(),
                          memory::convert_to_c(data_type), is_on_host, convert_to_c(qmode)),
                      "could not set the scales attribute");
  }

  /// One scale for the whole tensor, given as a host-side scalar.
  void set_host_scale(int arg, memory::data_type data_type = memory::data_type::f32) {
    set_scales(arg, 0, {}, data_type, true);
  }

  /// Subtracts zero points from the input `arg`, or adds them to the output, before (after) it is
  /// scaled. The mask is as for scales; the values are DNNL_ARG_ATTR_ZERO_POINTS | arg, s32.
  void set_zero_points_mask(int arg, int mask) {
    error::wrap_c_api(dnnl_primitive_attr_set_zero_points_mask(get(), arg, mask),
                      "could not set the zero points attribute");
  }

  /// The same with zero points of any integer type, for groups of elements, as for scales.
  void set_zero_points(int arg, int mask, const memory::dims &groups,
                       memory::data_type data_type = memory::data_type::s32,
                       bool is_on_host = false) {
    error::wrap_c_api(dnnl_primitive_attr_set_zero_points_v2(
                          get(), arg, mask, static_cast<int>(groups.size()), groups.data(),
                          memory::convert_to_c(data_type), is_on_host),
                      "could not set the zero points attribute");
  }

  /// One zero point for the whole tensor, given as a host-side scalar.
  void set_host_zero_point(int arg, memory::data_type data_type = memory::data_type::s32) {
    set_zero_points(arg, 0, {}, data_type, true);
  }

  /// The sums of the source over groups, which zero points of the weights need, are given as
  /// DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS | arg instead of being computed.
  void set_precomputed_reductions(int arg, int mask, const memory::dims &groups,
                                  memory::data_type data_type = memory::data_type::s32) {
    error::wrap_c_api(dnnl_primitive_attr_set_precomputed_reductions(
                          get(), arg, mask, static_cast<int>(groups.size()), groups.data(),
                          memory::convert_to_c(data_type)),
                      "could not set the precomputed reductions attribute");
  }

  /// A copy of the post-ops.
  post_ops get_post_ops() const {
    return post_ops(detail::create<dnnl_post_ops_t>(
        "could not copy post-ops", dnnl_post_ops_clone,
        detail::fetch<const_dnnl_post_ops_t>("could not get the post-ops attribute",
                                             dnnl_primitive_attr_get_post_ops, get())));
  }

  void set_post_ops(const post_ops &ops) {
    error::wrap_c_api(dnnl_primitive_attr_set_post_ops(get(), ops.get()),
                      "could not set the post-ops attribute");
  }

  /// How the activations of an int8 recurrent network are quantized: u8 = f32 * scale + shift.
  void set_rnn_data_qparams(float scale, float shift) {
    error::wrap_c_api(dnnl_primitive_attr_set_rnn_data_qparams(get(), scale, shift),
                      "could not set the RNN data quantization attribute");
  }

  void get_rnn_data_qparams(float &scale, float &shift) {
    error::wrap_c_api(dnnl_primitive_attr_get_rnn_data_qparams(get(), &scale, &shift),
                      "could not get the RNN data quantization attribute");
  }

  /// How the weights of an int8 recurrent network are quantized: s8 = f32 * scale. The mask refers
  /// to the dimensions of the weights, ldigo: 0 or 24 (gates and output channels).
  void set_rnn_weights_qparams(int mask, const std::vector<float> &scales) {
    error::wrap_c_api(dnnl_primitive_attr_set_rnn_weights_qparams(
                          get(), static_cast<memory::dim>(scales.size()), mask, scales.data()),
                      "could not set the RNN weights quantization attribute");
  }

  void get_rnn_weights_qparams(int &mask, std::vector<float> &scales) {
    memory::dim count;
    const float *values;
    error::wrap_c_api(dnnl_primitive_attr_get_rnn_weights_qparams(get(), &count, &mask, &values),
                      "could not get the RNN weights quantization attribute");
    scales.assign(values, values + count);
  }

  /// The same for the projection weights, ldio: 0 or 8 (output channels).
  void set_rnn_weights_projection_qparams(int mask, const std::vector<float> &scales) {
    error::wrap_c_api(dnnl_primitive_attr_set_rnn_weights_projection_qparams(
                          get(), static_cast<memory::dim>(scales.size()), mask, scales.data()),
                      "could not set the RNN projection weights quantization attribute");
  }

  void get_rnn_weights_projection_qparams(int &mask, std::vector<float> &scales) {
    memory::dim count;
    const float *values;
    error::wrap_c_api(
        dnnl_primitive_attr_get_rnn_weights_projection_qparams(get(), &count, &mask, &values),
        "could not get the RNN projection weights quantization attribute");
    scales.assign(values, values + count);
  }
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_ATTR_HPP
