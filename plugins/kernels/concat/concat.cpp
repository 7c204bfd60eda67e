// SPDX-License-Identifier: Apache-2.0
// Concatenations:  dst[where source i begins + index] = scale[i] * src[i][index], oneDNN v3, concat
//   src[i], dst: in any layouts, disjoint, but that a source may be where its part of dst is, if
//   they lie alike; concat_runs: one type, 1 to 8 bytes, runs that all sources share with dst;
//   concat_rows: such runs of f32, bf16, f16, s8, u8 that become another of these types;
//   concat_nests: every type but those of four bits, and conversions but of 64-bit types
//   scratch: concat_runs 0 B, concat_nests a row-major dst where a source begins inside a block,
//   and what reorder_convert has; exact, or as reorder_convert
#include "plugins/drivers/concat/concat.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/rows/row_formula.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::concat_backend converting_parts = {run_formula};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("concat_runs"), drivers::plan_concat_runs, drivers::run_concat_runs},
    {DNNLET_KERNEL_NAME("concat_rows"), drivers::plan_concat_rows, drivers::run_concat_rows,
     &converting_parts},
    {DNNLET_KERNEL_NAME("concat_nests"), drivers::plan_concat_nests, drivers::run_concat_nests,
     &reorder_functions}};

}  // namespace

extern const kernel_rows concat = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
