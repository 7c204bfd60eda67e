// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/layer_normalization/places.h"

namespace dnnlet::drivers::layer {

places::places(const memory_desc &md, int ndims) noexcept : md_(&md), ndims_(ndims) {
  dim_t extent = 1, stride = 0;
  for (int d = ndims - 1; d >= 0; --d) {
    if (md.dims[d] == 1) continue;
    if (extent == 1)
      stride = md.blocked.strides[d];
    else if (md.blocked.strides[d] != stride * extent)
      stride = -1;
    if (stride < 0) break;
    extent *= md.dims[d];
  }
  stride_ = md.inner_nblks > 0 ? -1 : stride;
}

dim_t places::at_index(dim_t row) const noexcept {
  dim_t index[max_ndims] = {};
  for (int d = ndims_ - 1; d >= 0; --d) {
    index[d] = row % md_->dims[d];
    row /= md_->dims[d];
  }
  return offset_of(*md_, index) - md_->offset0;
}

sizes sizes_of(const normalization_op &op) noexcept {
  sizes s = {1, op.src.dims[op.src.ndims - 1]};
  for (int d = 0; d < op.stats.ndims; ++d) s.rows *= op.stats.dims[d];
  return s;
}

refusal check(const memory_desc &md) noexcept {
  if (is_zero(md)) return accepted;
  if (!is_blocked(md)) return "a layout is not taken";
  if (has_zero_dim(md)) return "a tensor is empty";
  const int last = md.ndims - 1;
  for (int i = 0; i < md.inner_nblks; ++i)
    if (md.inner_idxs[i] == last) return "rows are split";
  if (md.inner_nblks > 0 || (md.blocked.strides[last] != 1 && md.dims[last] != 1))
    return "rows are not dense";
  return accepted;
}

tensor tensor_of(const run_context &context, int arg, const memory_desc &md,
                 int leading_ndims) noexcept {
  return {places(md, leading_ndims), md.data_type, first_byte(context, arg, md)};
}

void load_rows(const row_backend &rows, const tensor &from, dim_t first, dim_t count, dim_t n,
               float *to) noexcept {
  const bool follow = from.rows.are_even() && from.rows.stride() == n;
  const dim_t together = follow ? count : 1;
  for (dim_t r = 0; r < count; r += together)
    rows.load(from.type, from.data, size_t(from.rows.at(first + r)), to + r * n,
              size_t(together * n));
}

void store_rows(const row_backend &rows, const tensor &to, dim_t first, dim_t count, dim_t n,
                const float *from) noexcept {
  const bool follow = to.rows.are_even() && to.rows.stride() == n;
  const dim_t together = follow ? count : 1;
  for (dim_t r = 0; r < count; r += together)
    rows.store(to.type, to.data, size_t(to.rows.at(first + r)), from + r * n, size_t(together * n));
}

}  // namespace dnnlet::drivers::layer
