// SPDX-License-Identifier: Apache-2.0
// Post-ops on rows of f32 values on their way to dst, for every kernel that writes one.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_ROW_POST_OPS_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_ROW_POST_OPS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/combined_rows.h"

namespace dnnlet::drivers {

// When planning: null if the post-ops [begin, end) of `attr` (end < 0: all the rest) are among
// those that apply_row_post_ops takes for such a dst. It takes all but depthwise convolutions; dst
// and the operands must have no runtime dimensions.
refusal check_row_post_ops(const attributes &attr, const memory_desc &dst, int begin = 0,
                           int end = -1) noexcept;

// Applies the post-ops [begin, end) to values[0..n), which are on their way to the elements of dst
// at `index`, with index[axis] + 0, 1, ..., n - 1. A sum reads what DNNL_ARG_DST holds there. Keeps
// no state and needs 3 KB of stack; a call costs about 10 ns for each post-op, so prefer long rows,
// along the axis in which dst and most operands are dense.
void apply_row_post_ops(const row_backend &rows, const run_context &context, const memory_desc &dst,
                        float *values, size_t n, const dim_t *index, int axis, int begin,
                        int end) noexcept;

// Rows of values that are on their way to dst: the first as above; from one to the next, `index`
// goes on by `step` along row_axis, not beyond its end. `stride` values apart.
struct row_block {
  float *values;
  dim_t rows, stride, columns;
  const dim_t *index;
  int axis, row_axis;
  dim_t step;
};
// Whether post-op i has an operand that the first of the columns meet in rows of its own, or in
// one, and how: r.columns says how many.
bool find_combined_rows(const row_backend &rows, const run_context &context, const memory_desc &dst,
                        const row_block &block, int i, combined_rows &r) noexcept;

}  // namespace dnnlet::drivers

#endif
