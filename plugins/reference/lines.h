// SPDX-License-Identifier: Apache-2.0
// Lines of a tensor along an axis, and boxes along several: what is summed up together.
#ifndef DNNLET_PLUGINS_REFERENCE_LINES_H
#define DNNLET_PLUGINS_REFERENCE_LINES_H

#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// The indices from `first` on, extents[d] of them in dimension d.
struct box {
  const dim_t *first, *extents;
  int ndims;

  // Calls body(index) for each of them, in row-major order.
  template <class Body>
  void for_each(const Body &body) const noexcept {
    dim_t at[max_ndims];
    for (int d = 0; d < ndims; ++d) {
      if (extents[d] == 0) return;
      at[d] = first[d];
    }
    for (;;) {
      body(static_cast<const dim_t *>(at));
      int d = ndims - 1;
      for (; d >= 0 && ++at[d] == first[d] + extents[d]; --d) at[d] = first[d];
      if (d < 0) return;
    }
  }
};

using line = box;

// Calls body(line) for every line along the axis; workers share them.
template <class Body>
void for_each_line(const run_context &context, const memory_desc &md, int axis,
                   const Body &body) noexcept {
  dim_t starts[max_ndims], extents[max_ndims];
  for (int d = 0; d < md.ndims; ++d) {
    starts[d] = d == axis ? 1 : md.dims[d];
    extents[d] = d == axis ? md.dims[d] : 1;
  }
  for_each_index(context, md.ndims, starts, [&](const dim_t *first) {
    body(line{first, extents, md.ndims});
  });
}

}  // namespace dnnlet::reference

#endif
