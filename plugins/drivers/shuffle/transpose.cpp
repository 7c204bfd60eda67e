// SPDX-License-Identifier: Apache-2.0
// shuffle_transpose; five facts: plugins/kernels/shuffle/shuffle_forward.cpp.
#include "core/kernel/shuffle.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/shuffle/shuffle.h"

namespace dnnlet::drivers {

namespace {

// The axis of a plain layout as a matrix of `rows`, `columns`, at the end of the dimensions.
memory_desc with_matrix(const memory_desc &md, int axis, dim_t rows, dim_t row_stride,
                        dim_t columns, dim_t column_stride) noexcept {
  memory_desc split = md;
  split.dims[axis] = rows;
  split.blocked.strides[axis] = row_stride;
  split.dims[md.ndims] = columns;
  split.blocked.strides[md.ndims] = column_stride;
  ++split.ndims;
  return split;
}

struct two_views {
  memory_desc from, to;

  explicit two_views(const shuffle_op &op) noexcept {
    const shuffle_way way = way_of(op);
    const dim_t stride = op.src.blocked.strides[op.axis];
    from = with_matrix(op.src, op.axis, way.rows, stride * way.columns, way.columns, stride);
    to = with_matrix(op.src, op.axis, way.rows, stride, way.columns, stride * way.rows);
    from.offset0 = (is_forward(op.head.prop) ? op.src : op.dst).offset0;
    to.offset0 = (is_forward(op.head.prop) ? op.dst : op.src).offset0;
  }
};

}  // namespace

refusal plan_shuffle_transpose(plan_request &request) {
  const auto &op = request.problem<shuffle_op>();
  const memory_desc &md = op.src;
  if (has_zero_dim(md)) return "no elements";
  if (is_four_bit_type(md.data_type)) return "elements of four bits";
  bool is_split = false;
  for (int i = 0; i < md.inner_nblks; ++i) is_split |= md.inner_idxs[i] == op.axis;
  if (is_split) return "the axis is in blocks";
  if (md.ndims == (md.inner_nblks > 0 ? max_split_ndims : max_ndims)) return "too many dimensions";
  if (md.inner_nblks > 0) return "blocks";
  for (int d = 0; d < md.ndims; ++d)
    if (md.blocked.strides[d] == 0 && md.dims[d] != 1) return "a tensor overlaps itself";
  return accepted;
}

void run_shuffle_transpose(const run_context &context) {
  const auto &op = context.problem<shuffle_op>();
  const shuffle_way way = way_of(op);
  const two_views views(op);
  copy_layout(context.workers, context.parts_as<nest_functions>(), views.from,
              context.data(way.from_arg), views.to, context.data(way.to_arg));
}

}  // namespace dnnlet::drivers
