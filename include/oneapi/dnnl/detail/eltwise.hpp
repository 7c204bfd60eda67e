// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_ELTWISE_HPP
#define ONEAPI_DNNL_DETAIL_ELTWISE_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Applies a function to every element: dst[i] = f(src[i], alpha, beta). The functions f are those
/// of `algorithm` that begin with eltwise_.
///
///   in   DNNL_ARG_SRC  any shape
///   out  DNNL_ARG_DST  the same shape; may be the same buffer
struct eltwise_forward : public primitive {
  /// alpha and beta are 0 if not given. Throws if the problem is invalid or unsupported; with
  /// allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const memory::desc &src_desc, const memory::desc &dst_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false)
        : primitive_desc(aengine, aprop_kind, aalgorithm, src_desc, dst_desc, 0.f, 0.f, attr,
                         allow_empty) {}

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const memory::desc &src_desc, const memory::desc &dst_desc, float alpha,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false)
        : primitive_desc(aengine, aprop_kind, aalgorithm, src_desc, dst_desc, alpha, 0.f, attr,
                         allow_empty) {}

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const memory::desc &src_desc, const memory::desc &dst_desc, float alpha,
                   float beta, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      create("could not create a primitive descriptor for eltwise forward", allow_empty,
             dnnl_eltwise_forward_primitive_desc_create, aengine, aprop_kind, aalgorithm, src_desc,
             dst_desc, alpha, beta, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::eltwise, prop_kind::forward_training,
                               prop_kind::forward_inference) {}
  };

  /// Makes an empty object.
  eltwise_forward() = default;

  eltwise_forward(const primitive_desc &pd) : primitive(pd) {}
  eltwise_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of eltwise_forward: diff_src[i] = diff_dst[i] * f'(src[i], alpha, beta).
///
///   in   DNNL_ARG_SRC       or DNNL_ARG_DST if the algorithm ends with use_dst_for_bwd
///   in   DNNL_ARG_DIFF_DST
///   out  DNNL_ARG_DIFF_SRC  may be diff_dst's buffer
struct eltwise_backward : public primitive {
  /// data_desc is the source's, or dst's if the algorithm ends with use_dst_for_bwd. alpha and beta
  /// are 0 if not given. Throws if the problem is invalid or unsupported; with allow_empty it is
  /// empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &data_desc,
                   const eltwise_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false)
        : primitive_desc(aengine, aalgorithm, diff_src_desc, diff_dst_desc, data_desc, 0.f, 0.f,
                         hint_fwd_pd, attr, allow_empty) {}

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &data_desc, float alpha,
                   const eltwise_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false)
        : primitive_desc(aengine, aalgorithm, diff_src_desc, diff_dst_desc, data_desc, alpha, 0.f,
                         hint_fwd_pd, attr, allow_empty) {}

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::desc &data_desc, float alpha,
                   float beta, const eltwise_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for eltwise backward", allow_empty,
             dnnl_eltwise_backward_primitive_desc_create, aengine, aalgorithm, diff_src_desc,
             diff_dst_desc, data_desc, alpha, beta, hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::eltwise, prop_kind::backward_data) {}
  };

  /// Makes an empty object.
  eltwise_backward() = default;

  eltwise_backward(const primitive_desc &pd) : primitive(pd) {}
  eltwise_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_ELTWISE_HPP
