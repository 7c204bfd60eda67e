// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_SHUFFLE_HPP
#define ONEAPI_DNNL_DETAIL_SHUFFLE_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Channel shuffle: along a dimension of size C, the axis, seen as a matrix with C / group_size
/// rows of group_size elements, transposes that matrix: with A = C / group_size,
///
///   dst[.., a + g * A, ..] = src[.., g + a * group_size, ..]   for a < A, g < group_size
///
///   in   DNNL_ARG_SRC  any shape; group_size divides the axis
///   out  DNNL_ARG_DST  the same shape
struct shuffle_forward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &dst_desc, int axis, int group_size,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for shuffle forward", allow_empty,
             dnnl_shuffle_forward_primitive_desc_create, aengine, aprop_kind, src_desc, dst_desc,
             axis, group_size, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::shuffle, prop_kind::forward_training,
                               prop_kind::forward_inference) {}
  };

  /// Makes an empty object.
  shuffle_forward() = default;

  shuffle_forward(const primitive_desc &pd) : primitive(pd) {}
  shuffle_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of shuffle_forward: the opposite permutation.
///
///   in   DNNL_ARG_DIFF_DST
///   out  DNNL_ARG_DIFF_SRC
struct shuffle_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, int axis, int group_size,
                   const shuffle_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for shuffle backward", allow_empty,
             dnnl_shuffle_backward_primitive_desc_create, aengine, diff_src_desc, diff_dst_desc,
             axis, group_size, hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::shuffle, prop_kind::backward_data) {}
  };

  /// Makes an empty object.
  shuffle_backward() = default;

  shuffle_backward(const primitive_desc &pd) : primitive(pd) {}
  shuffle_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_SHUFFLE_HPP
