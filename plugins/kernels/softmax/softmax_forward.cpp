// SPDX-License-Identifier: Apache-2.0
// Softmax:  dst = exp(src - m) / sum of exp(src - m), with m the largest src along the axis, or
//   dst = src - m - log(sum of exp(src - m)); oneDNN v3, softmax
//   src, dst: f32, bf16, f16, f8, s8, u8: the axis innermost or in blocks, or strided with other
//     dimensions innermost; the same buffer, of one type and layout then, or disjoint
//   scratch: of a worker, rows of f32 for some lines (32 KB, more for lines of more than 8,192
//     elements), or a column of 256 lines side by side; for these, with scales, post-ops or f8, all
//     lines as f32 (64 KB, more for lines of more than 256 elements)
//   error: 3 ulp and a rounding for each link of the sum: n / 64 + 6 along an innermost axis, else
//     n / 32 + 32; NaN and +infinity make NaN of the whole line
#include "plugins/kernels/softmax/softmax_forward.h"

#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/softmax/line_blocks.h"
#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::softmax_forward_backend parts = {
    row_parts,         softmax::forward_lines, softmax::forward_planes, softmax::scatter_lines,
    softmax::multiply, softmax::divide,        softmax::least_block,
};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("softmax_lines"), own_plan<softmax_op, drivers::plan_softmax_lines_forward>,
     drivers::run_softmax_lines_forward, &parts},
    {DNNLET_KERNEL_NAME("softmax_planes"),
     own_plan<softmax_op, drivers::plan_softmax_planes_forward>,
     drivers::run_softmax_planes_forward, &parts},
};

}  // namespace

extern const kernel_rows softmax_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
