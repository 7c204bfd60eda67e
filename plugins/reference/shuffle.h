// SPDX-License-Identifier: Apache-2.0
// Shuffle in either direction, element by element.
#ifndef DNNLET_PLUGINS_REFERENCE_SHUFFLE_H
#define DNNLET_PLUGINS_REFERENCE_SHUFFLE_H

#include "core/kernel/shuffle.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

inline refusal plan_shuffle(plan_request &) {
  return accepted;
}

inline void run_shuffle(const run_context &context) {
  const auto &op = context.problem<shuffle_op>();
  const shuffle_way way = way_of(op);
  const void *from = context.data(way.from_arg);
  void *to = context.data(way.to_arg);
  for_each_index(context, op.src, [&](const dim_t *index) {
    dim_t at[max_ndims];
    for (int d = 0; d < op.src.ndims; ++d) at[d] = index[d];
    const dim_t row = index[op.axis] / way.columns, column = index[op.axis] % way.columns;
    at[op.axis] = column * way.rows + row;
    copy_element(op.src.data_type, from, offset_of(op.src, index), to, offset_of(op.src, at));
  });
}

}  // namespace dnnlet::reference

#endif
