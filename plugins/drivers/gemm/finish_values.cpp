// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/gemm/finish_values.h"

#include <cstring>

#include "core/kernel/quantization.h"

namespace dnnlet::drivers {

values_by differ_by(const quantization &q, const valued_tensor &of) noexcept {
  const unsigned mask = unsigned(q.mask);
  if ((mask & ~unsigned(of.shared | of.columns)) != 0 ||
      q.mode != dnnl_quantization_mode_static_sazp)
    return values_by::unknown;
  return mask & of.shared ? values_by::row : mask != 0 ? values_by::column : values_by::nothing;
}

values_by bias_differs_by(const gemm_tensors &t) noexcept {
  const memory_desc &bias = *t.bias, &dst = *t.dst.md;
  if (is_zero(bias)) return values_by::nothing;
  if (!is_plain(bias)) return values_by::unknown;
  if (bias.ndims == 1) return is_dense(bias) ? values_by::column : values_by::row;
  if (bias.ndims != dst.ndims) return values_by::unknown;
  bool by_row = bias.dims[t.columns] != dst.dims[t.columns] || !is_dense(bias);
  for (int d = 0; d < dst.ndims; ++d) by_row |= d != t.columns && bias.dims[d] != 1;
  return by_row ? values_by::row : values_by::column;
}

values_by operand_differs_by(const memory_desc &operand, const gemm_tensors &t) noexcept {
  const memory_desc &dst = *t.dst.md;
  if (!is_plain(operand) || operand.ndims != dst.ndims || has_runtime_dims(operand))
    return values_by::unknown;
  for (int d = 0; d < dst.ndims; ++d)
    if (d != t.columns && operand.dims[d] != 1) return values_by::row;
  const dim_t columns = operand.dims[t.columns];
  return columns == 1                     ? values_by::nothing
         : columns == dst.dims[t.columns] ? values_by::column
                                          : values_by::unknown;
}

finish_values::finish_values(const run_context &context, const gemm_tensors &t,
                             const valued_tensor &of, int kind, float neutral) noexcept
    : neutral_(neutral), ndims_(t.dst.md->ndims), columns_(t.columns) {
  for (dim_t &group : groups_) group = 1;
  const bool scales = kind == DNNL_ARG_ATTR_SCALES;
  const quantization *q = find(scales ? context.attr->scales : context.attr->zero_points, of.arg);
  if (!q || (scales && of.arg == t.apart)) return;
  const dnnl_memory &memory = *context.memory(kind | of.arg);
  data_ = data_of(memory);
  type_ = q->data_type;
  first_ = is_blocked(memory.md) ? memory.md.offset0 : 0;
  const value_layout layout = layout_of(*q, of.md->ndims, of.md->dims);
  int columns_found = 0;
  for (int d = of.md->ndims - 1; d >= 0; --d) {
    if (of.shared >> d & 1) {
      strides_[d] = layout.strides[d];
      groups_[d] = layout.groups[d];
    } else if ((of.columns >> d & 1) && columns_found++ == 0) {
      strides_[columns_] = layout.strides[d];
      groups_[columns_] = layout.groups[d];
      width_ = of.md->dims[d];
    } else if (of.columns >> d & 1) {
      part_stride_ = layout.strides[d];
      part_group_ = layout.groups[d];
    }
  }
  // Parts that follow each other are none, as those of one column are.
  if (groups_[columns_] != 1 || part_group_ != 1) return;
  if (width_ == 1) strides_[columns_] = part_stride_;
  if (part_stride_ != width_ * strides_[columns_]) return;
  width_ = INT64_MAX;
  part_stride_ = 0;
}

finish_values::finish_values(const gemm_tensors &t, const memory_desc &values,
                             const void *data) noexcept
    : data_(data), ndims_(t.dst.md->ndims), columns_(t.columns) {
  for (dim_t &group : groups_) group = 1;
  if (!data) return;
  type_ = values.data_type;
  first_ = values.offset0;
  for (int d = 0; d < values.ndims; ++d)
    if (values.dims[d] > 1) strides_[values.ndims == 1 ? columns_ : d] = values.blocked.strides[d];
}

finish_values::finish_values(const run_context &context, const gemm_tensors &t) noexcept
    : finish_values(t, *t.bias, is_zero(*t.bias) ? nullptr : context.data(t.bias_arg)) {}

finish_values::finish_values(const run_context &context, const gemm_tensors &t,
                             int post_op) noexcept
    : finish_values(
          t, context.attr->post_ops.operand(context.attr->post_ops.entries[post_op].binary.src1),
          context.data(DNNL_ARG_ATTR_MULTIPLE_POST_OP(post_op) | DNNL_ARG_SRC_1)) {}

void finish_values::read(const dim_t *index, dim_t count, float *values) const noexcept {
  dim_t row = first_;
  for (int d = 0; d < ndims_; ++d)
    if (d != columns_) row += strides_[d] * (index[d] / groups_[d]);
  const dim_t stride = strides_[columns_], group = groups_[columns_], first = index[columns_];
  const bool is_common = !data_ || (stride == 0 && part_stride_ == 0);
  if (is_common) {
    const float common = data_ ? float(load_element(type_, data_, row)) : neutral_;
    for (dim_t i = 0; i < count; ++i) values[i] = common;
  } else if (part_stride_ == 0 && group == 1 && first + count <= width_) {
    // As nearly always. The divisions below take longer than loading.
    if (type_ == dnnl_f32 && stride == 1) {
      const auto *floats = static_cast<const float *>(data_) + row + first;
      std::memcpy(values, floats, size_t(count) * sizeof(float));
      return;
    }
    for (dim_t i = 0; i < count; ++i)
      values[i] = float(load_element(type_, data_, row + (first + i) * stride));
  } else {
    for (dim_t i = 0; i < count; ++i) {
      const dim_t part = (first + i) / width_, rest = (first + i) % width_;
      values[i] = float(load_element(
          type_, data_, row + part / part_group_ * part_stride_ + rest / group * stride));
    }
  }
}

}  // namespace dnnlet::drivers
