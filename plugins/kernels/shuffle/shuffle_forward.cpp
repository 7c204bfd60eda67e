// SPDX-License-Identifier: Apache-2.0
// Shuffles:  dst[g R + r] = src[r G + g] along an axis of R x G elements, oneDNN v3, shuffle;
// backward: the other way round
//   src, dst: elements of 1 to 8 bytes, in one layout; disjoint
//   shuffle_rows: row-major in any order of dimensions; shuffle_transpose: other plain layouts;
//   shuffle_blocks: blocks of the axis, innermost
//   scratch: shuffle_rows 8 B for each element of the axis, others 0 B (offsets of a block on the
//   stack); exact
#include "plugins/drivers/shuffle/shuffle.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/shuffle/interleaving.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("shuffle_rows"), drivers::plan_shuffle_rows, drivers::run_shuffle_rows,
     &interleaving},
    {DNNLET_KERNEL_NAME("shuffle_transpose"), drivers::plan_shuffle_transpose,
     drivers::run_shuffle_transpose, &copy_functions},
    {DNNLET_KERNEL_NAME("shuffle_blocks"), drivers::plan_shuffle_blocks,
     drivers::run_shuffle_blocks}};

}  // namespace

extern const kernel_rows shuffle_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
