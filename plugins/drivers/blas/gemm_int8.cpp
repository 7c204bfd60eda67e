// SPDX-License-Identifier: Apache-2.0
// The integer gemms as products; five facts: plugins/kernels/blas/gemm_int8.cpp.
#include "plugins/drivers/blas/gemm_int8.h"

#include <cstring>

#include "core/kernel/gemm.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/gemm/multiply.h"

namespace dnnlet::drivers {

namespace {

// On a worker's stack: the sums of a task, blocks of A and of B.
constexpr multiply_room room = {DNNLET_STACK_BYTES * 3 / 4, DNNLET_STACK_BYTES * 3 / 8,
                                DNNLET_STACK_BYTES / 4};

struct gemm_int8 {
  const gemm_op &op;
  dim_t k;           // that is summed over
  int32_t a_offset;  // of the elements as tiles read them

  gemm_int8(const gemm_op &o, const multiply_backend &backend) noexcept
      : op(o),
        k(o.alpha == 0 ? 0 : o.k),
        a_offset(o.a_offset + shift_of(o.a.type, backend.multiply->a)) {}

  multiply_problem problem() const noexcept;
  void finish(const finished_block &block) const noexcept;
  uint32_t of_row(const finished_block &block, dim_t r) const noexcept;
};

// The sum of a row is the same for all its columns.
//
//     sum((a - ao) * (b - bo)) = sum(a * b) - ao * sum(b) - bo * sum(a) + k * ao * bo, modulo 2^32
uint32_t gemm_int8::of_row(const finished_block &block, dim_t r) const noexcept {
  if (!block.of_rows) return 0;
  const uint32_t sum = uint32_t(block.of_rows[r * block.step]);
  return uint32_t(op.b_offset) * (uint32_t(k) * uint32_t(a_offset) - sum);
}

// to[i] = row[i] + of_row - of_columns[i]; `to` may be the row.
void correct(const int32_t *row, uint32_t of_row, const int32_t *of_columns, dim_t count,
             int32_t *to) noexcept {
  if (of_columns)
    for (dim_t i = 0; i < count; ++i)
      to[i] = int32_t(uint32_t(row[i]) + of_row - uint32_t(of_columns[i]));
  else if (of_row != 0)
    for (dim_t i = 0; i < count; ++i) to[i] = int32_t(uint32_t(row[i]) + of_row);
  else if (to != row)
    std::memcpy(to, row, size_t(count * sum_bytes));
}

void gemm_int8::finish(const finished_block &block) const noexcept {
  const dim_t cols = block.cols;
  if (block.of_columns)
    for (dim_t i = 0; i < cols; ++i)
      block.of_columns[i] = int32_t(uint32_t(a_offset) * uint32_t(block.of_columns[i]));
  for (dim_t r = 0; r < block.rows; ++r) {
    auto *row = static_cast<int32_t *>(block.sums) + r * block.step;
    int32_t *c = static_cast<int32_t *>(op.c) + (block.row + r) * op.c_row_step + block.col;
    const int32_t *offset =
        op.c_offsets + (block.row + r) * op.offset_row_step + block.col * op.offset_col_step;
    const bool is_sum = op.alpha == 1 && op.beta == 0 && op.offset_col_step == 0 && *offset == 0;
    correct(row, of_row(block, r), block.of_columns, cols, is_sum ? c : row);
    if (is_sum) continue;
    for (dim_t i = 0; i < cols; ++i)
      c[i] = finish_int8(op, row[i], op.beta == 0 ? 0 : c[i], offset[i * op.offset_col_step]);
  }
}

multiply_problem gemm_int8::problem() const noexcept {
  multiply_problem p;
  p.m = op.m;
  p.n = op.n;
  p.k = k;
  p.a = {op.a.type, op.a.data, op.a.row_step, op.a.col_step};
  p.b = {op.b.type, op.b.data, op.b.row_step, op.b.col_step};
  p.sums_rows = op.b_offset != 0;
  p.sums_columns = a_offset != 0;
  p.finish = [](const void *context, const finished_block &block) noexcept {
    static_cast<const gemm_int8 *>(context)->finish(block);
  };
  p.finish_context = this;
  return p;
}

}  // namespace

refusal plan_gemm_int8(plan_request &request) noexcept {
  const auto &backend = request.parts_as<multiply_backend>();
  const gemm_int8 gemm(request.problem<gemm_op>(), backend);
  return plan_multiply(gemm.problem(), backend, room, request.make_plan<multiply_cut, gemm_op>());
}

void run_gemm_int8(const run_context &context) noexcept {
  const auto &backend = context.parts_as<multiply_backend>();
  const gemm_int8 gemm(context.problem<gemm_op>(), backend);
  run_multiply_on_stack<room.sums + room.a + room.b>(context.workers, gemm.problem(), backend,
                                                     context.plan_as<multiply_cut, gemm_op>());
}

}  // namespace dnnlet::drivers
