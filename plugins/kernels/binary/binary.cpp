// SPDX-License-Identifier: Apache-2.0
// Binary operations:  dst = post_ops((s0 * src0) op (s1 * src1)), or by src2 one of the two,
// oneDNN v3, binary
//   src0, src1, dst: f32, bf16, f16, s32, s8, u8, f8 in any mixture, src2 s8, in any layouts whose
//   blocks divide each other; sources repeat where they have extent one; dst is the buffer of a
//   source that lies alike and has its type, or disjoint
//   scratch 0 B (13 KB of stack); errors: one rounding for each scale, that of the operation, those
//   of post-ops, then to dst's type
#include "core/kernel/binary.h"
#include "plugins/drivers/binary/binary_rows.h"
#include "plugins/drivers/rows/formula_walk.h"
#include "plugins/kernels/reorder/transposes-inl.h"
#include "plugins/kernels/rows/row_formula.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/kernels/support/own_dst.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::formula_backend parts = {&row_parts, run_formula, transpose_rows};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("binary_rows"), own_dst_plan<binary_op, drivers::plan_binary_rows>,
     drivers::run_binary_rows, &parts},
    {DNNLET_KERNEL_NAME("binary_repeats"), own_dst_plan<binary_op, drivers::plan_binary_repeats>,
     drivers::run_binary_rows, &parts}};

}  // namespace

extern const kernel_rows binary = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
