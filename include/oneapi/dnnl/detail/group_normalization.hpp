// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_GROUP_NORMALIZATION_HPP
#define ONEAPI_DNNL_DETAIL_GROUP_NORMALIZATION_HPP

#include "oneapi/dnnl/detail/normalization_desc.hpp"

namespace dnnl {

/// Group normalization, for every image n and group g of C / groups channels:
///
///   dst = scale[c] * (src - mean[n, g]) / sqrt(variance[n, g] + epsilon) + shift[c]
///
/// where scale is 1 without use_scale and shift is 0 without use_shift. Mean and (biased) variance
/// are computed, and are outputs for training; with use_global_stats they are inputs.
///
///   in   DNNL_ARG_SRC                       [N, C, (D, H,) W]
///   in   DNNL_ARG_SCALE, DNNL_ARG_SHIFT     [C], with use_scale, use_shift; f32
///   out  DNNL_ARG_MEAN, DNNL_ARG_VARIANCE   [N, groups], for training; in with
///                                           use_global_stats; f32
///   out  DNNL_ARG_DST                       as src; may be the same buffer
struct group_normalization_forward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public detail::normalization_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &dst_desc, memory::dim groups, float epsilon,
                   normalization_flags flags, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      create("could not create a primitive descriptor for group normalization forward", allow_empty,
             dnnl_group_normalization_forward_primitive_desc_create, aengine, aprop_kind, src_desc,
             dst_desc, groups, epsilon, flags, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : normalization_desc(pd, kind::group_normalization, prop_kind::forward_training,
                             prop_kind::forward_inference) {}
  };

  /// Makes an empty object.
  group_normalization_forward() = default;

  group_normalization_forward(const primitive_desc &pd) : primitive(pd) {}
  group_normalization_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of group_normalization_forward: all (prop_kind::backward), or that of the source
/// only (prop_kind::backward_data). With use_global_stats, mean and variance are constants.
///
///   in   DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_MEAN, DNNL_ARG_VARIANCE
///   in   DNNL_ARG_SCALE                               with use_scale
///   out  DNNL_ARG_DIFF_SRC                            may be diff_dst's buffer
///   out  DNNL_ARG_DIFF_SCALE, DNNL_ARG_DIFF_SHIFT     [C], for backward, with use_scale, use_shift
struct group_normalization_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public detail::normalization_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &src_desc,
                   memory::dim groups, float epsilon, normalization_flags flags,
                   const group_normalization_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for group normalization backward",
             allow_empty, dnnl_group_normalization_backward_primitive_desc_create, aengine,
             aprop_kind, diff_src_desc, diff_dst_desc, src_desc, groups, epsilon, flags,
             hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : normalization_desc(pd, kind::group_normalization, prop_kind::backward,
                             prop_kind::backward_data) {}
  };

  /// Makes an empty object.
  group_normalization_backward() = default;

  group_normalization_backward(const primitive_desc &pd) : primitive(pd) {}
  group_normalization_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_GROUP_NORMALIZATION_HPP
