// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/gemm.h"
#include "core/kernel/kernel.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

// Unsigned, because it may overflow.
template <class A>
uint32_t sum(const gemm_op &op, dim_t row, dim_t col) noexcept {
  uint32_t total = 0;
  for (dim_t k = 0; k < op.k; ++k)
    total +=
        uint32_t((*op.a.at<A>(row, k) - op.a_offset) * (*op.b.at<int8_t>(k, col) - op.b_offset));
  return total;
}

void run(const run_context &context) {
  const auto &op = context.problem<gemm_op>();
  const auto sum_of = op.a.type == dnnl_u8 ? sum<uint8_t> : sum<int8_t>;
  parallel_for(context.workers, op.m, [&](int64_t row, int) {
    int32_t *c = static_cast<int32_t *>(op.c) + row * op.c_row_step;
    const int32_t *offset = op.c_offsets + row * op.offset_row_step;
    for (dim_t col = 0; col < op.n; ++col, offset += op.offset_col_step)
      c[col] = finish_int8(op, op.alpha == 0 ? 0 : int32_t(sum_of(op, row, col)),
                           op.beta == 0 ? 0 : c[col], *offset);
  });
}

constexpr kernel rows[] = {{"reference:gemm_int8", plan, run}};

}  // namespace

extern const kernel_rows gemm_int8 = all_of(rows);

}  // namespace dnnlet::reference
