// SPDX-License-Identifier: Apache-2.0
// Scales and zero points as reference kernels see them: a number for every index of a tensor.
#ifndef DNNLET_PLUGINS_REFERENCE_QUANTIZATION_H
#define DNNLET_PLUGINS_REFERENCE_QUANTIZATION_H

#include "core/kernel/quantization.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// The values of one attribute, of any type, mask and groups, in memory or in a host scalar. False
// where the attribute is not set; then every value is `neutral`.
class quantization_values {
 public:
  quantization_values(const run_context &context, const quantization *q, int arg,
                      const memory_desc &md, double neutral) noexcept;

  explicit operator bool() const noexcept { return values_ != nullptr; }
  double at(const dim_t *index) const noexcept {
    if (!values_) return neutral_;
    dim_t offset = first_;
    for (int d = 0; d < ndims_; ++d) offset += index[d] / layout_.groups[d] * layout_.strides[d];
    return load_element(type_, values_, offset);
  }

 private:
  int ndims_;
  double neutral_;
  data_type type_ = dnnl_data_type_undef;
  const void *values_ = nullptr;
  dim_t first_ = 0;
  value_layout layout_ = {};
};

// Of argument `arg`, whose tensor is `md`.
inline quantization_values scales_of(const run_context &context, int arg,
                                     const memory_desc &md) noexcept {
  return {context, find(context.attr->scales, arg), DNNL_ARG_ATTR_SCALES | arg, md, 1};
}
inline quantization_values zero_points_of(const run_context &context, int arg,
                                          const memory_desc &md) noexcept {
  return {context, find(context.attr->zero_points, arg), DNNL_ARG_ATTR_ZERO_POINTS | arg, md, 0};
}

}  // namespace dnnlet::reference

#endif
