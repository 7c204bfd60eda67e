// SPDX-License-Identifier: Apache-2.0
// Zero points, taken off sums in s32; formula: zero_points.h.
//   sums s32, rows of whole vectors, and numbers by row and by column: disjoint
//   scratch: correction_bytes()
//   exact, modulo 2^32; B. Jacob et al., "Quantization and training of neural networks for
//   efficient integer-arithmetic-only inference", CVPR 2018, section 2.3
#include "plugins/drivers/gemm/zero_points.h"

#include <initializer_list>

#include "core/kernel/quantization.h"
#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t most_lanes = 64;  // columns are read up to whole vectors

int32_t times(int32_t a, int32_t b) noexcept {
  return int32_t(uint32_t(a) * uint32_t(b));
}
int32_t plus(int32_t a, int32_t b) noexcept {
  return int32_t(uint32_t(a) + uint32_t(b));
}

}  // namespace

refusal check_zero_points(const attributes &attr, const gemm_tensors &t) noexcept {
  for (const valued_tensor *of : {&t.src, &t.weights}) {
    const quantization *q = find(attr.zero_points, of->arg);
    if (!q) continue;
    const unsigned taken = unsigned(of->shared | of->columns);
    if ((unsigned(q->mask) & ~taken) != 0 || q->mode != dnnl_quantization_mode_static_sazp)
      return "zero points";
  }
  return accepted;
}

zero_points::zero_points(const run_context &context, const gemm_tensors &t,
                         const valued_tensor &of) noexcept
    : ndims_(t.dst.md->ndims) {
  for (dim_t &group : groups_) group = 1;
  const quantization *q = find(context.attr->zero_points, of.arg);
  if (!q) return;
  const dnnl_memory &memory = *context.memory(DNNL_ARG_ATTR_ZERO_POINTS | of.arg);
  data_ = data_of(memory);
  type_ = q->data_type;
  first_ = is_blocked(memory.md) ? memory.md.offset0 : 0;
  const value_layout layout = layout_of(*q, of.md->ndims, of.md->dims);
  for (int d = 0; d < of.md->ndims; ++d) {
    if (!((of.shared | of.columns) >> d & 1)) continue;
    const int at = of.columns >> d & 1 ? t.columns : d;
    strides_[at] = layout.strides[d];
    groups_[at] = layout.groups[d];
  }
}

void zero_points::read(const dim_t *index, int d, dim_t count, int32_t *values) const noexcept {
  dim_t first = first_;
  for (int i = 0; i < ndims_; ++i)
    if (i != d) first += strides_[i] * (index[i] / groups_[i]);
  for (dim_t i = 0; i < count; ++i)
    values[i] = !data_ ? 0
                : i > 0 && strides_[d] == 0
                    ? values[0]
                    : int32_t(load_element(type_, data_,
                                           first + strides_[d] * ((index[d] + i) / groups_[d])));
}

dim_t correction_bytes(dim_t rows, dim_t columns) noexcept {
  return (2 * rows + columns + most_lanes) * dim_t(sizeof(int32_t));
}

integer_correction::integer_correction(const run_context &context, const gemm_tensors &t,
                                       const multiply_backend &backend, dim_t k, int32_t shift,
                                       int row_dim, dim_t memory_at) noexcept
    : a_(context, t, t.src),
      b_(context, t, t.weights),
      backend_(backend),
      k_(k),
      shift_(shift),
      rows_(row_dim),
      columns_(t.columns),
      memory_at_(memory_at) {}

void integer_correction::correct(const finished_block &block, const dim_t *index) const noexcept {
  auto *of_b = reinterpret_cast<int32_t *>(static_cast<char *>(block.sums) + memory_at_);
  auto *of_a = of_b + (block.rows), *zero_points = of_a + block.rows;
  dim_t at[max_ndims];
  for (int d = 0; d < max_ndims; ++d) at[d] = index[d];
  at[columns_] = 0;
  a_.read(at, rows_, block.rows, of_b);
  for (dim_t r = 0; r < block.rows; ++r) {
    const int32_t offset = plus(of_b[r], shift_);
    of_b[r] = times(offset, -1);
    if (block.of_rows)
      of_a[r] =
          plus(times(offset, int32_t(uint64_t(k_))), times(block.of_rows[r * block.step], -1));
  }
  if (block.of_rows) {
    at[columns_] = block.col;
    b_.read(at, columns_, block.cols, zero_points);
  }
  backend_.correct({static_cast<int32_t *>(block.sums), block.rows, block.step, block.cols,
                    block.of_columns, of_b, block.of_rows ? zero_points : nullptr, of_a});
}

}  // namespace dnnlet::drivers
