// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_REORDER_HPP
#define ONEAPI_DNNL_DETAIL_REORDER_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Copies a tensor into another layout, another data type, or both: dst[i] = src[i] for all
/// indices i, or with scales and zero points
/// dst = (src - src_zero_point) * src_scale / dst_scale + dst_zero_point.
///
///   in   DNNL_ARG_FROM (= DNNL_ARG_SRC)  any shape
///   out  DNNL_ARG_TO (= DNNL_ARG_DST)    the same shape
struct reorder : public primitive {
  /// Throws if the shapes differ or the conversion is unsupported; with allow_empty it is empty
  /// instead.
  struct primitive_desc : public primitive_desc_base {
    using primitive_desc_base::primitive_desc_base;

    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &src_engine, const memory::desc &src_md, const engine &dst_engine,
                   const memory::desc &dst_md, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      create("could not create a primitive descriptor for reorder", allow_empty,
             dnnl_reorder_primitive_desc_create, src_md, src_engine, dst_md, dst_engine, attr);
    }

    /// The same with the descriptors and engines of two memory objects.
    primitive_desc(const memory &src, const memory &dst,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false)
        : primitive_desc(src.get_engine(), src.get_desc(), dst.get_engine(), dst.get_desc(), attr,
                         allow_empty) {}

    primitive_desc(dnnl_primitive_desc_t pd) : primitive_desc_base(pd, kind::reorder) {}

    /// The engines, as weak handles.
    engine get_src_engine() const { return query_engine(query::reorder_src_engine); }
    engine get_dst_engine() const { return query_engine(query::reorder_dst_engine); }
  };

  /// Makes an empty object.
  reorder() = default;

  reorder(const primitive_desc &pd) : primitive(pd.get()) {}
  reorder(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd.get(), cache_blob) {}

  /// The same with a descriptor made from two memory objects.
  reorder(const memory &src, const memory &dst, const primitive_attr &attr = primitive_attr())
      : primitive(primitive_desc(src, dst, attr).get()) {}

  using primitive::execute;

  /// execute() without a map of arguments, for reorders whose attributes need none.
  void execute(const stream &astream, memory &src, memory &dst) const {
    primitive::execute(astream, {{DNNL_ARG_FROM, src}, {DNNL_ARG_TO, dst}});
  }
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_REORDER_HPP
