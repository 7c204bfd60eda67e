// SPDX-License-Identifier: Apache-2.0
// Reduction:  dst = op over src along the dimensions in which dst has extent one: max, min, sum,
//   mul, mean, and norms: sum of |src|^p, with eps, or its p-th root; oneDNN v3, reduction
//   src, dst: f32, bf16, f16, s8, u8: layouts with dense rows of src, along a dimension that is
//     reduced or one that stays; disjoint
//   scratch: 0 B, or a number for every 16,384 elements that make up a result, or, where rows are
//     added to a row, a row for every 16,384 elements
//   error: a rounding for each link of a chain: by rows of n, n / 64 + 6 and one for each row and
//     piece; else one for each row; powers are of 3 ulp. NaN is no maximum and no minimum
#include "plugins/drivers/reduction/reduction.h"

#include "plugins/kernels/reduction/folds.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::reduction_backend parts = {row_parts, reduction_fold, finish_reduction};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("reduction_folds"), drivers::plan_reduction_folds,
     drivers::run_reduction_folds, &parts},
};

}  // namespace

extern const kernel_rows reduction = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
