// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/kernel.h"
#include "core/kernel/ukernel.h"
#include "core/support/arithmetic.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

void run(const run_context &context) {
  const auto &op = context.problem<transform_op>();
  const void *from = context.data(DNNL_ARG_SRC);
  void *to = context.data(DNNL_ARG_DST);
  const dim_t group = packed_group(op.to), rows = round_up(op.k, group);
  const dim_t columns = round_up(op.n, op.block);
  for (dim_t k = 0; k < rows; ++k)
    for (dim_t n = 0; n < columns; ++n) {
      const bool is_there = k < op.k && n < op.n;
      const double x =
          is_there ? load_element(op.from, from, k * op.row_step + n * op.col_step) : 0;
      const dim_t block = n / op.block * rows * op.block;
      store_element(op.to, to, block + packed_place(k, n % op.block, op.block, group), x);
    }
}

constexpr kernel rows[] = {{"reference:transform", plan, run}};

}  // namespace

extern const kernel_rows transform = all_of(rows);

}  // namespace dnnlet::reference
