// SPDX-License-Identifier: Apache-2.0
// The BLAS functions: C = alpha * (op(A) - a_offset) * (op(B) - b_offset) + beta * C + c_offsets.
//
// Sums are one chain for each element of C, in the order of k, and modulo 2^32 in integers. In f32
// the chain starts from beta * C, if beta is not 0, and its links are fused multiply-adds of op(A)
// with alpha * op(B). A vector by a matrix whose neighbours are along K is summed in lanes instead,
// as plugins/drivers/gemm/few_rows.h has it.
#ifndef DNNLET_CORE_KERNEL_GEMM_H
#define DNNLET_CORE_KERNEL_GEMM_H

#include "core/kernel/op.h"
#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet {

// An operand as it is multiplied: transposition is in the steps, of which one is 1.
struct gemm_matrix {
  data_type type;
  const void *data;
  dim_t row_step, col_step;  // elements

  template <class T>
  const T *at(dim_t row, dim_t col) const noexcept {
    return static_cast<const T *>(data) + row * row_step + col * col_step;
  }
};

// C is not read if beta is 0; A and B are not read if alpha is 0.
struct gemm_op {
  static constexpr size_t plan_bytes = 128;

  op_header head;
  dim_t m, n, k;     // m and n are not 0
  gemm_matrix a, b;  // m x k, k x n
  void *c;           // rows of n elements: f32, or s32 with integers
  dim_t c_row_step;
  float alpha, beta;

  // Of integers only.
  int32_t a_offset, b_offset;
  const int32_t *c_offsets;
  dim_t offset_row_step, offset_col_step;  // of c_offsets, as C is walked: 0 or 1
};

// An element of C in integers: alpha * sum + beta * c + offset, rounded to nearest even and
// saturated. Computed in f64, or in s64 where alpha is 1 and beta 0 or 1.
inline int32_t finish_int8(const gemm_op &op, int32_t sum, int32_t c, int32_t offset) noexcept {
  if (op.alpha == 1 && (op.beta == 0 || op.beta == 1)) {
    const int64_t whole = int64_t(sum) + (op.beta == 0 ? 0 : c) + offset;
    return int32_t(clamp<int64_t>(whole, INT32_MIN, INT32_MAX));
  }
  const double scaled = double(op.alpha) * sum + (op.beta == 0 ? 0 : double(op.beta) * c) + offset;
  // Beside this number there is no room for fractions.
  constexpr double rounder = 0x1.8p52;
  return int32_t(clamp<double>(scaled, INT32_MIN, INT32_MAX) + rounder - rounder);
}

}  // namespace dnnlet

#endif
