// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_CONCAT_SUM_HPP
#define ONEAPI_DNNL_DETAIL_CONCAT_SUM_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// The C handles of memory descriptors, which stay the property of `mds`.
inline std::vector<const_dnnl_memory_desc_t> convert_to_c(const std::vector<memory::desc> &mds) {
  std::vector<const_dnnl_memory_desc_t> c_mds;
  c_mds.reserve(mds.size());
  for (const memory::desc &md : mds) c_mds.push_back(md.get());
  return c_mds;
}

/// Puts tensors one after the other along a dimension: with c the concat dimension,
/// dst[.., i_c + sum of the c-sizes of the sources before s, ..] = src_s[.., i_c, ..].
///
///   in   DNNL_ARG_MULTIPLE_SRC + s  for s = 0, 1, ...; equal sizes but in dimension c
///   out  DNNL_ARG_DST               in dimension c, the sum of the sources' sizes
struct concat : public primitive {
  /// Throws if the shapes do not fit or are unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public primitive_desc_base {
    using primitive_desc_base::primitive_desc_base;

    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, const memory::desc &dst, int concat_dimension,
                   const std::vector<memory::desc> &srcs,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, &dst, concat_dimension, srcs, attr, allow_empty);
    }

    /// The same with a destination that the library chooses.
    primitive_desc(const engine &aengine, int concat_dimension,
                   const std::vector<memory::desc> &srcs,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, nullptr, concat_dimension, srcs, attr, allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd) : primitive_desc_base(pd, kind::concat) {}

    memory::desc src_desc(int idx = 0) const { return primitive_desc_base::src_desc(idx); }

   private:
    void init(const engine &aengine, const memory::desc *dst, int concat_dimension,
              const std::vector<memory::desc> &srcs, const primitive_attr &attr, bool allow_empty) {
      create("could not create a primitive descriptor for concat", allow_empty,
             dnnl_concat_primitive_desc_create, aengine, dst, static_cast<int>(srcs.size()),
             concat_dimension, convert_to_c(srcs), attr);
    }
  };

  /// Makes an empty object.
  concat() = default;

  concat(const primitive_desc &pd) : primitive(pd.get()) {}
  concat(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd.get(), cache_blob) {}
};

/// A weighted sum: dst[i] = sum over s of scales[s] * src_s[i].
///
///   in   DNNL_ARG_MULTIPLE_SRC + s  for s = 0, 1, ...; equal shapes
///   out  DNNL_ARG_DST               the same shape
struct sum : public primitive {
  /// Throws if the shapes differ or are unsupported; with allow_empty it is empty instead. Throws
  /// dnnl_invalid_arguments in either case if there are not as many scales as sources.
  struct primitive_desc : public primitive_desc_base {
    using primitive_desc_base::primitive_desc_base;

    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, const memory::desc &dst, const std::vector<float> &scales,
                   const std::vector<memory::desc> &srcs,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, &dst, scales, srcs, attr, allow_empty);
    }

    /// The same with a destination that the library chooses.
    primitive_desc(const engine &aengine, const std::vector<float> &scales,
                   const std::vector<memory::desc> &srcs,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, nullptr, scales, srcs, attr, allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd) : primitive_desc_base(pd, kind::sum) {}

    memory::desc src_desc(int idx = 0) const { return primitive_desc_base::src_desc(idx); }

   private:
    void init(const engine &aengine, const memory::desc *dst, const std::vector<float> &scales,
              const std::vector<memory::desc> &srcs, const primitive_attr &attr, bool allow_empty) {
      if (scales.size() != srcs.size())
        detail::fail(dnnl_invalid_arguments, "sum takes as many scales as sources");
      create("could not create a primitive descriptor for sum", allow_empty,
             dnnl_sum_primitive_desc_create, aengine, dst, static_cast<int>(srcs.size()), scales,
             convert_to_c(srcs), attr);
    }
  };

  /// Makes an empty object.
  sum() = default;

  sum(const primitive_desc &pd) : primitive(pd.get()) {}
  sum(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd.get(), cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_CONCAT_SUM_HPP
