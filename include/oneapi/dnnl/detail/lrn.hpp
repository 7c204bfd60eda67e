// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_LRN_HPP
#define ONEAPI_DNNL_DETAIL_LRN_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Local response normalization:
///
///   dst = src * (k + alpha / size * sum over the window of src^2) ^ (-beta)
///
/// where the window is local_size channels about the element, and size is local_size
/// (lrn_across_channels), or local_size elements about it in every spatial dimension of the same
/// channel, and size is local_size^(number of spatial dimensions) (lrn_within_channel).
///
///   in   DNNL_ARG_SRC        [N, C, (D, H,) W]
///   out  DNNL_ARG_DST        the same shape
///   out  DNNL_ARG_WORKSPACE  for training, if workspace_desc() is not zero
struct lrn_forward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const memory::desc &src_desc, const memory::desc &dst_desc,
                   memory::dim local_size, float alpha, float beta, float k,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for LRN forward", allow_empty,
             dnnl_lrn_forward_primitive_desc_create, aengine, aprop_kind, aalgorithm, src_desc,
             dst_desc, local_size, alpha, beta, k, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::lrn, prop_kind::forward_training,
                               prop_kind::forward_inference) {}
  };

  /// Makes an empty object.
  lrn_forward() = default;

  lrn_forward(const primitive_desc &pd) : primitive(pd) {}
  lrn_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of lrn_forward.
///
///   in   DNNL_ARG_SRC, DNNL_ARG_DIFF_DST
///   in   DNNL_ARG_WORKSPACE  from the forward pass, if workspace_desc() is not zero
///   out  DNNL_ARG_DIFF_SRC
struct lrn_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &src_desc,
                   memory::dim local_size, float alpha, float beta, float k,
                   const lrn_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for LRN backward", allow_empty,
             dnnl_lrn_backward_primitive_desc_create, aengine, aalgorithm, diff_src_desc,
             diff_dst_desc, src_desc, local_size, alpha, beta, k, hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::lrn, prop_kind::backward_data) {}
  };

  /// Makes an empty object.
  lrn_backward() = default;

  lrn_backward(const primitive_desc &pd) : primitive(pd) {}
  lrn_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_LRN_HPP
