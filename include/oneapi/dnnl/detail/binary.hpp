// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_BINARY_HPP
#define ONEAPI_DNNL_DETAIL_BINARY_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Combines two tensors element by element: dst[i] = src0[i] op src1[i]. With binary_select, a
/// third decides: dst[i] = src2[i] ? src0[i] : src1[i]. The operations are those of `algorithm`
/// that begin with binary_.
///
///   in   DNNL_ARG_SRC_0  any shape
///   in   DNNL_ARG_SRC_1  the same shape, or 1 in dimensions along which it is broadcast
///   in   DNNL_ARG_SRC_2  with binary_select; s8, the same shape as src0
///   out  DNNL_ARG_DST    the same shape as src0; may be its buffer
struct binary : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &src0,
                   const memory::desc &src1, const memory::desc &dst,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for binary", allow_empty,
             dnnl_binary_primitive_desc_create, aengine, aalgorithm, src0, src1, dst, attr);
    }

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &src0,
                   const memory::desc &src1, const memory::desc &src2, const memory::desc &dst,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for binary with three sources", allow_empty,
             dnnl_binary_primitive_desc_create_v2, aengine, aalgorithm, src0, src1, src2, dst,
             attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd) : dnnl::primitive_desc(pd, kind::binary) {}

    memory::desc src_desc(int idx = 0) const { return dnnl::primitive_desc::src_desc(idx); }
    memory::desc src0_desc() const { return src_desc(0); }
    memory::desc src1_desc() const { return src_desc(1); }
    memory::desc src2_desc() const { return src_desc(2); }
  };

  /// Makes an empty object.
  binary() = default;

  binary(const primitive_desc &pd) : primitive(pd) {}
  binary(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_BINARY_HPP
