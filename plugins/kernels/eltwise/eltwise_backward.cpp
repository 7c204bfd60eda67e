// SPDX-License-Identifier: Apache-2.0
// Element-wise backward:  diff_src = diff_dst * f'(data; alpha, beta), oneDNN v3, eltwise
//   data (src or dst), diff_dst, diff_src: f32, bf16, f16, f8, in any layout that they share and
//   that has dense rows; diff_src may be one of the others' buffers
//   scratch 0 B; errors: those of gradient_rows.cpp, then rounded to diff_src's type
#include "core/kernel/eltwise.h"
#include "plugins/drivers/eltwise/eltwise_rows.h"
#include "plugins/kernels/eltwise/bf16_gradients.h"
#include "plugins/kernels/eltwise/gradient_rows.h"
#include "plugins/kernels/eltwise/relu_narrow.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::eltwise_backward_backend parts = {&row_parts, gradient_row, find_bf16_gradient};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("relu_narrow"), own_plan<eltwise_op, drivers::plan_relu_narrow_backward>,
     drivers::run_relu_narrow_backward, &relu_narrow_backward},
    {DNNLET_KERNEL_NAME("eltwise_rows"), own_plan<eltwise_op, drivers::plan_eltwise_backward>,
     drivers::run_eltwise_backward, &parts},
};

}  // namespace

extern const kernel_rows eltwise_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
