// SPDX-License-Identifier: Apache-2.0
// eltwise_rows of eltwise forward; five facts: plugins/kernels/eltwise/eltwise_forward.cpp.
#include "core/kernel/eltwise.h"

#include "plugins/drivers/eltwise/eltwise_rows.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/rows/row_walk.h"

namespace dnnlet::drivers {

refusal plan_eltwise_forward(plan_request &request) {
  const auto &op = request.problem<eltwise_op>();
  const attributes &attr = *request.attr;
  if (kinds_in(attr) & ~unsigned(uses_post_ops)) return "an attribute is not taken";
  if (const refusal reason = check_row_post_ops(attr, op.dst)) return reason;
  if (!has_eltwise_row(op.head.alg, op.beta)) return "the function is not among the rows";
  return plan_row_walk(op.data, zero_md, op.dst, !attr.post_ops.entries.empty(),
                       request.make_plan<row_walk, eltwise_op>());
}

namespace {

constexpr dim_t least_looked_up = 512;  // elements: a table takes as long as half of them

// ReLU without a slope is another function, which relu_narrow has.
bf16_row find_bf16_row(const eltwise_forward_backend &backend, const eltwise_op &op) noexcept {
  if (!has_bf16_rows || !backend.find_bf16) return nullptr;
  if (op.data.data_type != dnnl_bf16 || op.dst.data_type != dnnl_bf16) return nullptr;
  if (op.head.alg == dnnl_eltwise_relu && op.alpha == 0) return nullptr;
  return backend.find_bf16(op.head.alg, op.beta);
}

// By what the function makes of all bytes. Other rows have no room on the stack for that.
[[gnu::noinline]] void run_by_table(const run_context &context, row_job &job,
                                    const row_walk &walk) noexcept {
  constexpr size_t piece = 32;
  byte_table table;
  table.look_up = context.parts_as<eltwise_forward_backend>().look_up;
  for (size_t i = 0; i < sizeof(table.values); i += piece) {
    float numbers[piece];
    for (size_t k = i; k < i + piece; ++k) table.values[k] = uint8_t(k);
    job.rows.load(job.x.md->data_type, table.values, i, numbers, piece);
    job.rows.apply(job.f, numbers, nullptr, numbers, piece, job.alpha, job.beta);
    job.rows.store(job.y.md->data_type, table.values, i, numbers, piece);
  }
  job.table = &table;
  run_row_walk(context, job, walk);
}

}  // namespace

bool is_of_bytes(const eltwise_op &op, const attributes &attr) noexcept {
  return type_size(op.data.data_type) == 1 && type_size(op.dst.data_type) == 1 &&
         attr.post_ops.entries.empty();
}

void run_eltwise_forward(const run_context &context) {
  const auto &op = context.problem<eltwise_op>();
  const auto &backend = context.parts_as<eltwise_forward_backend>();
  const row_backend &rows = *backend.rows;
  const bool has_post_ops = !context.attr->post_ops.entries.empty();
  row_job job = {rows,
                 rows.eltwise(op.head.alg, op.alpha, op.beta),
                 op.alpha,
                 op.beta,
                 {&op.data, context.data(DNNL_ARG_SRC)},
                 {&zero_md, nullptr},
                 {&op.dst, context.data(DNNL_ARG_DST)},
                 has_post_ops,
                 has_post_ops ? nullptr : find_bf16_row(backend, op)};
  const auto &walk = context.plan_as<row_walk, eltwise_op>();
  if (has_bf16_rows && backend.look_up && is_of_bytes(op, *context.attr) &&
      walk.block * walk.rows >= least_looked_up)
    return run_by_table(context, job, walk);
  run_row_walk(context, job, walk);
}

}  // namespace dnnlet::drivers
