// SPDX-License-Identifier: Apache-2.0
// Element-wise backward:  diff_src = diff_dst * f'(data; alpha, beta), oneDNN v3, eltwise
//   data (src or dst), diff_dst, diff_src: f32, bf16, f16, f8, in any layout that they share and
//   that has dense rows; diff_src may be one of the others' buffers
//   scratch 0 B; errors: those of gradient_rows.cpp, then rounded to diff_src's type
#include "core/kernel/eltwise.h"

#include "plugins/drivers/rows/row_walk.h"
#include "plugins/kernels/eltwise/gradient_rows.h"
#include "plugins/kernels/eltwise/relu_16bit.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

refusal plan(plan_request &request) {
  const auto &op = request.problem<eltwise_op>();
  if (kinds_in(*request.attr)) return "an attribute is not taken";
  if (!drivers::has_eltwise_row(op.head.alg, op.beta) || !gradient_row(op.head.alg, op.beta))
    return "the gradient is not among the rows";
  return drivers::plan_row_walk(op.data, op.diff_dst, op.diff_src, false,
                                request.plan->as<drivers::row_walk>());
}

void run(const run_context &context) {
  const auto &op = context.problem<eltwise_op>();
  const int data_arg = uses_dst_for_backward(op.head.alg) ? DNNL_ARG_DST : DNNL_ARG_SRC;
  const drivers::row_job job = {row_parts,
                                gradient_row(op.head.alg, op.beta),
                                op.alpha,
                                op.beta,
                                {&op.data, context.data(data_arg)},
                                {&op.diff_dst, context.data(DNNL_ARG_DIFF_DST)},
                                {&op.diff_src, context.data(DNNL_ARG_DIFF_SRC)},
                                false};
  drivers::run_row_walk(context, job, context.plan->as<drivers::row_walk>());
}

void run_relu_16bit(const run_context &context) {
  drivers::run_relu_16bit_backward(context, relu_16bit);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("relu_16bit"), drivers::plan_relu_16bit_backward, run_relu_16bit},
    {DNNLET_KERNEL_NAME("eltwise_rows"), plan, run},
};

}  // namespace

extern const kernel_rows eltwise_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
