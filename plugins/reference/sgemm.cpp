// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/kernel/gemm.h"
#include "core/kernel/kernel.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

float element(const gemm_op &op, dim_t row, dim_t col, float c) noexcept {
  float sum = op.beta * c;
  if (op.alpha == 0) return sum;
  for (dim_t k = 0; k < op.k; ++k)
    sum = std::fma(*op.a.at<float>(row, k), op.alpha * *op.b.at<float>(k, col), sum);
  return sum;
}

void run(const run_context &context) {
  const auto &op = context.problem<gemm_op>();
  parallel_for(context.workers, op.m, [&](int64_t row, int) {
    float *c = static_cast<float *>(op.c) + row * op.c_row_step;
    for (dim_t col = 0; col < op.n; ++col)
      c[col] = element(op, row, col, op.beta == 0 ? 0.0f : c[col]);
  });
}

constexpr kernel rows[] = {{"reference:sgemm", plan, run}};

}  // namespace

extern const kernel_rows sgemm = all_of(rows);

}  // namespace dnnlet::reference
