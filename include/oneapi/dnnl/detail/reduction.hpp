// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_REDUCTION_HPP
#define ONEAPI_DNNL_DETAIL_REDUCTION_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Reduces a tensor along the dimensions in which dst has size 1: their maximum, minimum, sum,
/// product, mean or norm, as said by the values of `algorithm` that begin with reduction_. p and
/// eps matter to norms only.
///
///   in   DNNL_ARG_SRC  any shape
///   out  DNNL_ARG_DST  the same shape but for some 1s
struct reduction : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &src_desc,
                   const memory::desc &dst_desc, float p, float eps,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for reduction", allow_empty,
             dnnl_reduction_primitive_desc_create, aengine, aalgorithm, src_desc, dst_desc, p, eps,
             attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd) : dnnl::primitive_desc(pd, kind::reduction) {}
  };

  /// Makes an empty object.
  reduction() = default;

  reduction(const primitive_desc &pd) : primitive(pd) {}
  reduction(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_REDUCTION_HPP
