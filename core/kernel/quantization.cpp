// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/quantization.h"

#include "core/support/arithmetic.h"

namespace dnnlet {

value_layout layout_of(const quantization &q, int ndims, const dim_t *dims) noexcept {
  value_layout layout = {1, {}, {}};
  for (int d = ndims - 1; d >= 0; --d) {
    const int group = d - (ndims - q.group_ndims);
    layout.groups[d] = group >= 0 ? q.groups[group] : 1;
    if (!(q.mask >> d & 1)) continue;
    layout.strides[d] = layout.count;
    // With sizes that are not known yet, the count says nothing.
    if (!checked_mul(layout.count, div_up(dims[d], layout.groups[d]), &layout.count))
      layout.count = runtime_dim;
  }
  return layout;
}

}  // namespace dnnlet
