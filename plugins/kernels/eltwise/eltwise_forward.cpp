// SPDX-License-Identifier: Apache-2.0
// Element-wise forward:  dst = post_ops(f(src; alpha, beta)), oneDNN v3, eltwise
//   src, dst: f32, bf16, f16, s32, s8, u8, f8, in any layout that they share and that has dense
//   rows; the same buffer or disjoint scratch 0 B; errors: those of eltwise_rows.cpp, then rounded
//   to dst's type
#include "core/kernel/eltwise.h"

#include "plugins/drivers/rows/row_walk.h"
#include "plugins/kernels/eltwise/relu_16bit.h"
#include "plugins/kernels/rows/eltwise_rows.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

refusal plan(plan_request &request) {
  const auto &op = request.problem<eltwise_op>();
  const attributes &attr = *request.attr;
  if (kinds_in(attr) & ~unsigned(uses_post_ops)) return "an attribute is not taken";
  if (const refusal reason = check_row_post_ops(attr, op.dst)) return reason;
  if (!drivers::has_eltwise_row(op.head.alg, op.beta)) return "the function is not among the rows";
  return drivers::plan_row_walk(op.data, zero_md, op.dst, !attr.post_ops.entries.empty(),
                                request.plan->as<drivers::row_walk>());
}

void run(const run_context &context) {
  const auto &op = context.problem<eltwise_op>();
  const drivers::row_job job = {row_parts,
                                eltwise_row(op.head.alg, op.alpha, op.beta),
                                op.alpha,
                                op.beta,
                                {&op.data, context.data(DNNL_ARG_SRC)},
                                {&zero_md, nullptr},
                                {&op.dst, context.data(DNNL_ARG_DST)},
                                !context.attr->post_ops.entries.empty()};
  drivers::run_row_walk(context, job, context.plan->as<drivers::row_walk>());
}

void run_relu_16bit(const run_context &context) {
  drivers::run_relu_16bit_forward(context, relu_16bit);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("relu_16bit"), drivers::plan_relu_16bit_forward, run_relu_16bit},
    {DNNLET_KERNEL_NAME("eltwise_rows"), plan, run},
};

}  // namespace

extern const kernel_rows eltwise_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
