// SPDX-License-Identifier: Apache-2.0
// What the elements of dst are given from elsewhere: scales, zero points, bias. Each is one for
// all, or differs along dimensions of dst.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FINISH_VALUES_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FINISH_VALUES_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// By what values differ; `unknown` is what finish_values cannot read.
enum class values_by : uint8_t { nothing, column, row, unknown };
values_by differ_by(const quantization &q, const valued_tensor &of) noexcept;
// Bias has one dimension, the columns, or as many as dst, each of dst's extent or of one.
values_by bias_differs_by(const gemm_tensors &t) noexcept;
// The operand of a post-op has as many, or differs by what is unknown.
values_by operand_differs_by(const memory_desc &operand, const gemm_tensors &t) noexcept;

// Where values lie, by the index of dst.
class finish_values {
 public:
  // `kind` is DNNL_ARG_ATTR_SCALES or DNNL_ARG_ATTR_ZERO_POINTS. Without the attribute, all are
  // `neutral`.
  finish_values(const run_context &context, const gemm_tensors &t, const valued_tensor &of,
                int kind, float neutral) noexcept;
  // Those of bias, or zeros.
  finish_values(const run_context &context, const gemm_tensors &t) noexcept;
  // Those of the operand of a binary post-op.
  finish_values(const run_context &context, const gemm_tensors &t, int post_op) noexcept;

  // Of dst's elements at index[columns] + 0, 1, ..., count - 1.
  void read(const dim_t *index, dim_t count, float *values) const noexcept;

 private:
  finish_values(const gemm_tensors &t, const memory_desc &values, const void *data) noexcept;

  const void *data_ = nullptr;
  data_type type_ = dnnl_f32;
  float neutral_ = 0;
  int ndims_, columns_;
  dim_t first_ = 0;
  // The value at an index x[] is number: first + sum over d of strides[d] * (x[d] / groups[d]). Of
  // the columns x[columns] is the rest by `width`; what it is divided by counts in parts.
  dim_t strides_[max_ndims] = {}, groups_[max_ndims];
  dim_t width_ = INT64_MAX, part_stride_ = 0, part_group_ = 1;
};

}  // namespace dnnlet::drivers

#endif
