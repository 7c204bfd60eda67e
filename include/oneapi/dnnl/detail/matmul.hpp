// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_MATMUL_HPP
#define ONEAPI_DNNL_DETAIL_MATMUL_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Matrix multiplication, for every index b of the leading (batch) dimensions, if there are any:
///
///   dst[b, m, n] = bias[b, m, n] + sum over k of src[b, m, k] * weights[b, k, n]
///
/// Sizes may be DNNL_RUNTIME_DIM_VAL; they are then taken from the memory objects.
///
///   in   DNNL_ARG_SRC      [(batch,) M, K]
///   in   DNNL_ARG_WEIGHTS  [(batch,) K, N]
///   in   DNNL_ARG_BIAS     as dst, or 1 in dimensions along which it is broadcast; if there is one
///   out  DNNL_ARG_DST      [(batch,) M, N]
///
/// A batch dimension of src or weights may be 1, and is then broadcast.
struct matmul : public primitive {
  /// A bias that is left out means none. Throws if the problem is invalid or unsupported; with
  /// allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, const memory::desc &src_desc,
                   const memory::desc &weights_desc, const memory::desc &dst_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, src_desc, weights_desc, nullptr, dst_desc, attr, allow_empty);
    }

    primitive_desc(const engine &aengine, const memory::desc &src_desc,
                   const memory::desc &weights_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_desc, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      init(aengine, src_desc, weights_desc, &bias_desc, dst_desc, attr, allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd) : dnnl::primitive_desc(pd, kind::matmul) {}

    /// The zero descriptor if there is no bias.
    memory::desc bias_desc() const { return weights_desc(1); }

   private:
    void init(const engine &aengine, const memory::desc &src, const memory::desc &weights,
              const memory::desc *bias, const memory::desc &dst, const primitive_attr &attr,
              bool allow_empty) {
      create("could not create a primitive descriptor for matmul", allow_empty,
             dnnl_matmul_primitive_desc_create, aengine, src, weights, bias, dst, attr);
    }
  };

  /// Makes an empty object.
  matmul() = default;

  matmul(const primitive_desc &pd) : primitive(pd) {}
  matmul(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_MATMUL_HPP
