// SPDX-License-Identifier: Apache-2.0
// Weighted sums:  dst = scales[0] * src[0] + scales[1] * src[1] + ..., oneDNN v3, sum
//   src[i], dst: f32, bf16, f16, s32, s8, u8, f8 in any mixture: as many sources as there are, if
//   all lie like dst without gaps, else up to 11 in any layouts whose blocks divide each other; dst
//   is the buffer of src[0], if that lies alike and has its type, or disjoint from all
//   scratch 0 B (13 KB of stack); error: a rounding for each source, in their order, then to dst's
//   type
#include "core/kernel/sum.h"
#include "plugins/drivers/rows/formula_walk.h"
#include "plugins/drivers/sum/sum_rows.h"
#include "plugins/kernels/reorder/transposes-inl.h"
#include "plugins/kernels/rows/row_formula.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/kernels/support/own_dst.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::formula_backend parts = {&row_parts, run_formula, transpose_rows};

constexpr kernel rows[] = {{DNNLET_KERNEL_NAME("sum_rows"),
                            own_dst_plan<sum_op, drivers::plan_sum_rows>, drivers::run_sum_rows,
                            &parts}};

}  // namespace

extern const kernel_rows sum = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
