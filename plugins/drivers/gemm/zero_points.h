// SPDX-License-Identifier: Apache-2.0
// Zero points in the sums of a product of integers, taken off afterwards:
//
//     sum of (a - za) * (b - zb) = sum of a * b - za * sum of b - zb * (sum of a - k * za)
//
// where za is one for all or differs from row to row, zb is one for all or differs from column to
// column, and both may differ from batch to batch. (integers.h takes off what is the same for all
// rows before.)
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_ZERO_POINTS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_ZERO_POINTS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/multiply.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

refusal check_zero_points(const attributes &attr, const gemm_tensors &t) noexcept;

// The zero points of one argument, by the index of dst.
class zero_points {
 public:
  zero_points(const run_context &context, const gemm_tensors &t, const valued_tensor &of) noexcept;
  bool differ_along(int d) const noexcept { return strides_[d] != 0; }
  // At index[d] + 0, 1, ..., count - 1.
  void read(const dim_t *index, int d, dim_t count, int32_t *values) const noexcept;

 private:
  const void *data_ = nullptr;
  data_type type_ = dnnl_s32;
  int ndims_;
  dim_t first_ = 0;
  dim_t strides_[max_ndims] = {}, groups_[max_ndims];
};

class integer_correction {
 public:
  // `shift` was added to elements of A; `memory_at`: how far behind the sums of a block there is
  // room for correction_bytes().
  integer_correction(const run_context &context, const gemm_tensors &t,
                     const multiply_backend &backend, dim_t k, int32_t shift, int row_dim,
                     dim_t memory_at) noexcept;
  // `index` is that of the block's first row in dst.
  void correct(const finished_block &block, const dim_t *index) const noexcept;

 private:
  const zero_points a_, b_;
  const multiply_backend &backend_;
  const dim_t k_;
  const int32_t shift_;  // of the elements of A as tiles read them
  const int rows_, columns_;
  const dim_t memory_at_;
};
dim_t correction_bytes(dim_t rows, dim_t columns) noexcept;

}  // namespace dnnlet::drivers

#endif
