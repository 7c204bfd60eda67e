// SPDX-License-Identifier: Apache-2.0
// A dimension of C elements, seen as a matrix of C / group_size rows, is transposed: what was
// number r * group_size + g becomes number g * (C / group_size) + r. Backward: the other way round.
#ifndef DNNLET_CORE_KERNEL_SHUFFLE_H
#define DNNLET_CORE_KERNEL_SHUFFLE_H

#include "core/kernel/op.h"

namespace dnnlet {

struct shuffle_op {
  static constexpr size_t plan_bytes = 64;

  op_header head;
  memory_desc src, dst;  // backward: diff_src and diff_dst; both lie alike, and have one type
  int axis;
  dim_t group_size;
};

// What is read and what is written, where the matrix that is read has `columns` columns.
struct shuffle_way {
  int from_arg, to_arg;
  dim_t rows, columns;
};
inline shuffle_way way_of(const shuffle_op &op) noexcept {
  const dim_t others = op.src.dims[op.axis] / op.group_size;
  return is_forward(op.head.prop)
             ? shuffle_way{DNNL_ARG_SRC, DNNL_ARG_DST, others, op.group_size}
             : shuffle_way{DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_SRC, op.group_size, others};
}

}  // namespace dnnlet

#endif
