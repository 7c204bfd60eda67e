// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_BATCH_NORMALIZATION_HPP
#define ONEAPI_DNNL_DETAIL_BATCH_NORMALIZATION_HPP

#include "oneapi/dnnl/detail/normalization_desc.hpp"

namespace dnnl {

/// Batch normalization, for every channel c over all other dimensions:
///
///   dst = scale[c] * (src - mean[c]) / sqrt(variance[c] + epsilon) + shift[c]
///
/// where scale is 1 without use_scale and shift is 0 without use_shift. Mean and (biased) variance
/// are computed, and are outputs for training; with use_global_stats they are inputs.
/// fuse_norm_relu and fuse_norm_add_relu apply ReLU, the latter after adding SRC_1.
///
///   in   DNNL_ARG_SRC                       [N, C, (D, H,) W]
///   in   DNNL_ARG_SRC_1                     as src, with fuse_norm_add_relu
///   in   DNNL_ARG_SCALE, DNNL_ARG_SHIFT     [C], with use_scale, use_shift; f32
///   out  DNNL_ARG_MEAN, DNNL_ARG_VARIANCE   [C], for training; in with use_global_stats; f32
///   out  DNNL_ARG_DST                       as src; may be the same buffer
///   out  DNNL_ARG_WORKSPACE                 for training with a fused ReLU
struct batch_normalization_forward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public detail::normalization_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &dst_desc, float epsilon, normalization_flags flags,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for batch normalization forward", allow_empty,
             dnnl_batch_normalization_forward_primitive_desc_create, aengine, aprop_kind, src_desc,
             dst_desc, epsilon, flags, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : normalization_desc(pd, kind::batch_normalization, prop_kind::forward_training,
                             prop_kind::forward_inference) {}
  };

  /// Makes an empty object.
  batch_normalization_forward() = default;

  batch_normalization_forward(const primitive_desc &pd) : primitive(pd) {}
  batch_normalization_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of batch_normalization_forward: all (prop_kind::backward), or that of the source
/// only (prop_kind::backward_data). With use_global_stats, mean and variance are constants.
///
///   in   DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_MEAN, DNNL_ARG_VARIANCE
///   in   DNNL_ARG_SCALE                               with use_scale
///   in   DNNL_ARG_WORKSPACE                           with a fused ReLU, from the forward pass
///   out  DNNL_ARG_DIFF_SRC                            may be diff_dst's buffer
///   out  DNNL_ARG_DIFF_SRC_1                          with fuse_norm_add_relu
///   out  DNNL_ARG_DIFF_SCALE, DNNL_ARG_DIFF_SHIFT     [C], for backward, with use_scale, use_shift
struct batch_normalization_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public detail::normalization_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &src_desc, float epsilon,
                   normalization_flags flags,
                   const batch_normalization_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for batch normalization backward",
             allow_empty, dnnl_batch_normalization_backward_primitive_desc_create, aengine,
             aprop_kind, diff_src_desc, diff_dst_desc, src_desc, epsilon, flags, hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : normalization_desc(pd, kind::batch_normalization, prop_kind::backward,
                             prop_kind::backward_data) {}
  };

  /// Makes an empty object.
  batch_normalization_backward() = default;

  batch_normalization_backward(const primitive_desc &pd) : primitive(pd) {}
  batch_normalization_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_BATCH_NORMALIZATION_HPP
