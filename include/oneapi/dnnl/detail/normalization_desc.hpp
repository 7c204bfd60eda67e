// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_NORMALIZATION_DESC_HPP
#define ONEAPI_DNNL_DETAIL_NORMALIZATION_DESC_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {
namespace detail {

/// What the primitive descriptors of batch, group and layer normalization have in common.
struct normalization_desc : public dnnl::primitive_desc {
  /// Makes an empty object.
  normalization_desc() = default;

  /// DNNL_ARG_MEAN, an input or an output, whichever it is; the zero descriptor if neither.
  memory::desc mean_desc() const { return query_md(query::exec_arg_md, DNNL_ARG_MEAN); }

  /// DNNL_ARG_VARIANCE, an input or an output, whichever it is; the zero descriptor if neither.
  memory::desc variance_desc() const { return query_md(query::exec_arg_md, DNNL_ARG_VARIANCE); }

  normalization_flags get_flags() const {
    return dnnl::primitive_desc::get_flags<normalization_flags>();
  }

 protected:
  normalization_desc(dnnl_primitive_desc_t pd, dnnl::primitive::kind akind, dnnl::prop_kind pass,
                     dnnl::prop_kind other_pass)
      : dnnl::primitive_desc(pd, akind, pass, other_pass) {}
};

}  // namespace detail
}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_NORMALIZATION_DESC_HPP
