// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_LAYER_NORMALIZATION_HPP
#define ONEAPI_DNNL_DETAIL_LAYER_NORMALIZATION_HPP

#include "oneapi/dnnl/detail/normalization_desc.hpp"

namespace dnnl {

/// Layer normalization, along the last dimension, of size C, for all indices t of the others:
///
///   dst[t, c] = scale[c] * (src[t, c] - mean[t]) / sqrt(variance[t] + epsilon) + shift[c]
///
/// where scale is 1 without use_scale and shift is 0 without use_shift. Mean and (biased) variance
/// are computed, and are outputs for training; with use_global_stats they are inputs. With rms_norm
/// the mean is taken to be 0.
///
///   in   DNNL_ARG_SRC                       [..., C]
///   in   DNNL_ARG_SCALE, DNNL_ARG_SHIFT     [C], with use_scale, use_shift
///   out  DNNL_ARG_MEAN, DNNL_ARG_VARIANCE   [...], for training; in with use_global_stats; f32
///   out  DNNL_ARG_DST                       as src; may be the same buffer
struct layer_normalization_forward : public primitive {
  /// stat_desc is that of mean and variance; if not given, the library derives it from the source.
  /// Scale and shift are f32 unless scale_shift_data_type is given. Throws if the problem is
  /// invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public detail::normalization_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &dst_desc, const memory::desc &stat_desc, float epsilon,
                   normalization_flags flags, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      init(aengine, aprop_kind, src_desc, dst_desc, &stat_desc, memory::data_type::f32, epsilon,
           flags, attr, allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &dst_desc, float epsilon, normalization_flags flags,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, src_desc, dst_desc, nullptr, memory::data_type::f32, epsilon, flags,
           attr, allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &dst_desc, const memory::desc &stat_desc,
                   memory::data_type scale_shift_data_type, float epsilon,
                   normalization_flags flags, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      init(aengine, aprop_kind, src_desc, dst_desc, &stat_desc, scale_shift_data_type, epsilon,
           flags, attr, allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &dst_desc, memory::data_type scale_shift_data_type,
                   float epsilon, normalization_flags flags,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, src_desc, dst_desc, nullptr, scale_shift_data_type, epsilon, flags,
           attr, allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : normalization_desc(pd, kind::layer_normalization, prop_kind::forward_training,
                             prop_kind::forward_inference) {}

   private:
    void init(const engine &aengine, prop_kind aprop_kind, const memory::desc &src,
              const memory::desc &dst, const memory::desc *stat, memory::data_type scale_shift,
              float epsilon, normalization_flags flags, const primitive_attr &attr,
              bool allow_empty) {
      create("could not create a primitive descriptor for layer normalization forward", allow_empty,
             dnnl_layer_normalization_forward_primitive_desc_create_v2, aengine, aprop_kind, src,
             dst, stat, scale_shift, epsilon, flags, attr);
    }
  };

  /// Makes an empty object.
  layer_normalization_forward() = default;

  layer_normalization_forward(const primitive_desc &pd) : primitive(pd) {}
  layer_normalization_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of layer_normalization_forward: all (prop_kind::backward), or that of the source
/// only (prop_kind::backward_data). With use_global_stats, mean and variance are constants.
///
///   in   DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_MEAN, DNNL_ARG_VARIANCE
///   in   DNNL_ARG_SCALE                               with use_scale
///   out  DNNL_ARG_DIFF_SRC                            may be diff_dst's buffer
///   out  DNNL_ARG_DIFF_SCALE, DNNL_ARG_DIFF_SHIFT     [C], for backward, with use_scale, use_shift
struct layer_normalization_backward : public primitive {
  /// Parameters as in the forward pass; diff_scale_shift_data_type is the type of diff_scale and
  /// diff_shift. Throws if the problem is invalid or unsupported; with allow_empty it is empty
  /// instead.
  struct primitive_desc : public detail::normalization_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &src_desc,
                   const memory::desc &stat_desc, float epsilon, normalization_flags flags,
                   const layer_normalization_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, diff_src_desc, diff_dst_desc, src_desc, &stat_desc,
           memory::data_type::f32, memory::data_type::f32, epsilon, flags, hint_fwd_pd, attr,
           allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &src_desc, float epsilon,
                   normalization_flags flags,
                   const layer_normalization_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, diff_src_desc, diff_dst_desc, src_desc, nullptr,
           memory::data_type::f32, memory::data_type::f32, epsilon, flags, hint_fwd_pd, attr,
           allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &src_desc,
                   const memory::desc &stat_desc, memory::data_type diff_scale_shift_data_type,
                   memory::data_type scale_shift_data_type, float epsilon,
                   normalization_flags flags,
                   const layer_normalization_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, diff_src_desc, diff_dst_desc, src_desc, &stat_desc,
           diff_scale_shift_data_type, scale_shift_data_type, epsilon, flags, hint_fwd_pd, attr,
           allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &src_desc,
                   memory::data_type diff_scale_shift_data_type,
                   memory::data_type scale_shift_data_type, float epsilon,
                   normalization_flags flags,
                   const layer_normalization_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, diff_src_desc, diff_dst_desc, src_desc, nullptr,
           diff_scale_shift_data_type, scale_shift_data_type, epsilon, flags, hint_fwd_pd, attr,
           allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : normalization_desc(pd, kind::layer_normalization, prop_kind::backward,
                             prop_kind::backward_data) {}

   private:
    void init(const engine &aengine, prop_kind aprop_kind, const memory::desc &diff_src,
              const memory::desc &diff_dst, const memory::desc &src, const memory::desc *stat,
              memory::data_type diff_scale_shift, memory::data_type scale_shift, float epsilon,
              normalization_flags flags,
              const layer_normalization_forward::primitive_desc &hint_fwd_pd,
              const primitive_attr &attr, bool allow_empty) {
      create("could not create a primitive descriptor for layer normalization backward",
             allow_empty, dnnl_layer_normalization_backward_primitive_desc_create_v2, aengine,
             aprop_kind, diff_src, diff_dst, src, stat, diff_scale_shift, scale_shift, epsilon,
             flags, hint_fwd_pd, attr);
    }
  };

  /// Makes an empty object.
  layer_normalization_backward() = default;

  layer_normalization_backward(const primitive_desc &pd) : primitive(pd) {}
  layer_normalization_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_LAYER_NORMALIZATION_HPP
