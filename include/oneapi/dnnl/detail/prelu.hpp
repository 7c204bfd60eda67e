// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_PRELU_HPP
#define ONEAPI_DNNL_DETAIL_PRELU_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Leaky ReLU with learned slopes: dst[i] = src[i] > 0 ? src[i] : weights[i] * src[i].
///
///   in   DNNL_ARG_SRC      any shape
///   in   DNNL_ARG_WEIGHTS  the same shape, or 1 in dimensions along which it is broadcast
///   out  DNNL_ARG_DST      the same shape as src; may be its buffer
struct prelu_forward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &weight_desc, const memory::desc &dst_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for PReLU forward", allow_empty,
             dnnl_prelu_forward_primitive_desc_create, aengine, aprop_kind, src_desc, weight_desc,
             dst_desc, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::prelu, prop_kind::forward_training,
                               prop_kind::forward_inference) {}
  };

  /// Makes an empty object.
  prelu_forward() = default;

  prelu_forward(const primitive_desc &pd) : primitive(pd) {}
  prelu_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of prelu_forward. Those of weights that are broadcast are summed.
///
///   in   DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_DST
///   out  DNNL_ARG_DIFF_SRC      as src; may be diff_dst's buffer
///   out  DNNL_ARG_DIFF_WEIGHTS  as weights
struct prelu_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, const memory::desc &src_desc,
                   const memory::desc &weight_desc, const memory::desc &diff_src_desc,
                   const memory::desc &diff_weights_desc, const memory::desc &diff_dst_desc,
                   const prelu_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for PReLU backward", allow_empty,
             dnnl_prelu_backward_primitive_desc_create, aengine, src_desc, weight_desc,
             diff_src_desc, diff_weights_desc, diff_dst_desc, hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::prelu, prop_kind::backward) {}
  };

  /// Makes an empty object.
  prelu_backward() = default;

  prelu_backward(const primitive_desc &pd) : primitive(pd) {}
  prelu_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_PRELU_HPP
