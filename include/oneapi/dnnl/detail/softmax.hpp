// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_SOFTMAX_HPP
#define ONEAPI_DNNL_DETAIL_SOFTMAX_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Softmax along a dimension, the axis: with i the index along it,
///
///   softmax_accurate   dst[i] = exp(src[i] - max) / sum over j of exp(src[j] - max)
///   softmax_log        the logarithm of that
///
///   in   DNNL_ARG_SRC  any shape
///   out  DNNL_ARG_DST  the same shape; may be the same buffer
struct softmax_forward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const memory::desc &src_desc, const memory::desc &dst_desc, int axis,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for softmax forward", allow_empty,
             dnnl_softmax_forward_primitive_desc_create, aengine, aprop_kind, aalgorithm, src_desc,
             dst_desc, axis, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::softmax, prop_kind::forward_training,
                               prop_kind::forward_inference) {}
  };

  /// Makes an empty object.
  softmax_forward() = default;

  softmax_forward(const primitive_desc &pd) : primitive(pd) {}
  softmax_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of softmax_forward, from its result:
///
///   softmax_accurate   diff_src[i] = dst[i] * (diff_dst[i] - sum over j of diff_dst[j] * dst[j])
///   softmax_log        diff_src[i] = diff_dst[i] - exp(dst[i]) * sum over j of diff_dst[j]
///
///   in   DNNL_ARG_DST, DNNL_ARG_DIFF_DST
///   out  DNNL_ARG_DIFF_SRC
struct softmax_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &dst_desc, int axis,
                   const softmax_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for softmax backward", allow_empty,
             dnnl_softmax_backward_primitive_desc_create, aengine, aalgorithm, diff_src_desc,
             diff_dst_desc, dst_desc, axis, hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::softmax, prop_kind::backward_data) {}
  };

  /// Makes an empty object.
  softmax_backward() = default;

  softmax_backward(const primitive_desc &pd) : primitive(pd) {}
  softmax_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_SOFTMAX_HPP
