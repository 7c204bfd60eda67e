// SPDX-License-Identifier: Apache-2.0
// The integer gemms as products; five facts: plugins/kernels/blas/gemm_int8.cpp.
#include "plugins/drivers/blas/gemm_int8.h"

#include <cstring>

#include "core/kernel/gemm.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/blas/stack.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/gemm/multiply.h"

namespace dnnlet::drivers {

namespace {

// On a worker's stack: the sums of a task, blocks of A and of B. For rows of A, which B is packed
// once more for each block of, all that sgemm takes.
constexpr dim_t more_rows = max<dim_t>(row_bytes - panel_bytes * 3 / 8, 0);
constexpr multiply_room room = {panel_bytes * 3 / 4, panel_bytes * 3 / 8 + more_rows,
                                panel_bytes / 4};
// The same where sums are made in C.
constexpr multiply_room room_in_c = {0, panel_bytes * 5 / 8 + more_rows, panel_bytes * 3 / 4};
// With fewer rows, summing up the columns of B before costs more than going by the stack, which
// only takes memory where nothing is to be summed up.
constexpr dim_t least_rows = 32;

bool has_offsets(const gemm_op &op) noexcept {
  const dim_t step = max(op.offset_row_step, op.offset_col_step);
  const dim_t count = step == 0 ? 1 : op.offset_row_step != 0 ? op.m : op.n;
  for (dim_t i = 0; i < count; ++i)
    if (op.c_offsets[i * step] != 0) return true;
  return false;
}

struct gemm_int8 {
  const gemm_op &op;
  dim_t k;           // that is summed over
  int32_t a_offset;  // of the elements as tiles read them
  bool in_c;         // sums are made there, from what has to be taken off on

  gemm_int8(const gemm_op &o, const multiply_backend &backend) noexcept
      : op(o),
        k(o.alpha == 0 ? 0 : o.k),
        a_offset(o.a_offset + shift_of(o.a.type, backend.multiply->a)),
        in_c(k > 0 && o.alpha == 1 && o.beta == 0 && o.b_offset == 0 &&
             (o.m >= least_rows || a_offset == 0) && o.b.type == dnnl_s8 && !has_offsets(o)) {}

  bool starts_from_c() const noexcept { return in_c && a_offset != 0; }
  void start_columns(const multiply_backend &backend, dim_t col, dim_t cols) const noexcept;
  multiply_problem problem(bool takes_off) const noexcept;
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

// sums[i] = the sum of column i of B
void sum_columns(const gemm_matrix &b, dim_t k, dim_t col, dim_t cols,
                 const multiply_backend &backend, uint32_t *sums) noexcept {
  std::memset(sums, 0, size_t(cols * sum_bytes));
  constexpr dim_t at_once = 256;
  const bool along = b.row_step == 1 && backend.few_rows && backend.few_rows->dots;
  uint16_t ones[at_once];
  const bool is_wide = backend.multiply->a == element::s16;
  for (dim_t i = 0; along && i < at_once; ++i) ones[i] = is_wide ? 1 : 0x101;
  for (dim_t j = 0; along && j < k; j += at_once)
    backend.few_rows->dots(
        {ones, 0, 1, b.at<int8_t>(j, col), b.col_step, min(at_once, k - j), cols, sums, cols, 0});
  for (dim_t j = 0; !along && j < k; ++j) {
    const auto *row = b.at<int8_t>(j, col);
    for (dim_t i = 0; i < cols; ++i) sums[i] += uint32_t(int32_t(row[i * b.col_step]));
  }
}

// What is too much in each element of A, by the columns of B, in all rows.
void gemm_int8::start_columns(const multiply_backend &backend, dim_t col,
                              dim_t cols) const noexcept {
  auto *first = static_cast<uint32_t *>(op.c) + col;
  sum_columns(op.b, k, col, cols, backend, first);
  for (dim_t i = 0; i < cols; ++i) first[i] *= 0 - uint32_t(a_offset);
  for (dim_t r = 1; r < op.m; ++r)
    std::memcpy(first + r * op.c_row_step, first, size_t(cols * sum_bytes));
}

multiply_problem gemm_int8::problem(bool takes_off) const noexcept {
  multiply_problem p;
  p.m = op.m;
  p.n = op.n;
  p.k = k;
  p.a = {op.a.type, op.a.data, op.a.row_step, op.a.col_step};
  p.b = {op.b.type, op.b.data, op.b.row_step, op.b.col_step};
  if (in_c) {
    p.c = op.c;
    p.c_row_step = op.c_row_step;
    p.may_take_off = p.sums_columns = takes_off;
    p.a_offset = a_offset;
    p.beta = a_offset != 0 && !takes_off ? 1 : 0;
    return p;
  }
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
  auto &cut = request.make_plan<multiply_cut, gemm_op>();
  // Where all of K is one block, what is too much is known when that is packed.
  if (gemm.starts_from_c()) {
    const refusal reason = plan_multiply(gemm.problem(true), backend, room_in_c, cut);
    if (reason != accepted || cut.takes_off) return reason;
  }
  return plan_multiply(gemm.problem(false), backend, gemm.in_c ? room_in_c : room, cut);
}

void run_gemm_int8(const run_context &context) noexcept {
  const auto &backend = context.parts_as<multiply_backend>();
  const auto &cut = context.plan_as<multiply_cut, gemm_op>();
  const gemm_int8 gemm(context.problem<gemm_op>(), backend);
  constexpr dim_t columns = 256;
  if (gemm.starts_from_c() && !cut.takes_off)
    parallel_for(context.workers, div_up(gemm.op.n, columns), [&](int64_t task, int) {
      gemm.start_columns(backend, task * columns, min(columns, gemm.op.n - task * columns));
    });
  run_multiply_on_stack<room.sums + room.a + room.b>(context.workers, gemm.problem(cut.takes_off),
                                                     backend, cut);
}

}  // namespace dnnlet::drivers
