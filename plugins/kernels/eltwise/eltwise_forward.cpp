// SPDX-License-Identifier: Apache-2.0
// Element-wise forward:  dst = post_ops(f(src; alpha, beta)), oneDNN v3, eltwise
//   src, dst: f32, bf16, f16, s32, s8, u8, f8, in any layout that they share and that has dense
//   rows; the same buffer or disjoint
//   scratch 0 B; errors: those of eltwise_rows.cpp, then rounded to dst's type
#include "core/kernel/eltwise.h"
#include "plugins/drivers/eltwise/eltwise_rows.h"
#include "plugins/kernels/eltwise/byte_table.h"
#include "plugins/kernels/eltwise/relu_narrow.h"
#include "plugins/kernels/rows/bf16_rows.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

// What is compiled beside another plugin for an instruction of bf16 has CPUs that look up bytes,
// too.
constexpr drivers::eltwise_forward_backend parts = {&row_parts, find_bf16_row,
                                                    is_whole ? nullptr : look_up_bytes};

// What the plugin beside has relu_narrow for stays there.
refusal plan_rows(plan_request &request) {
  if (!is_whole && drivers::is_of_bytes(request.problem<eltwise_op>(), *request.attr) &&
      drivers::plan_relu_narrow_forward(request) != accepted)
    return drivers::plan_eltwise_forward(request);
  return own_plan<eltwise_op, drivers::plan_eltwise_forward>(request);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("relu_narrow"), own_plan<eltwise_op, drivers::plan_relu_narrow_forward>,
     drivers::run_relu_narrow_forward, &relu_narrow_forward},
    {DNNLET_KERNEL_NAME("eltwise_rows"), plan_rows, drivers::run_eltwise_forward, &parts},
};

}  // namespace

extern const kernel_rows eltwise_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
