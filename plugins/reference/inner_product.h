// SPDX-License-Identifier: Apache-2.0
// The walk over all that an output of an inner product sees.
#ifndef DNNLET_PLUGINS_REFERENCE_INNER_PRODUCT_H
#define DNNLET_PLUGINS_REFERENCE_INNER_PRODUCT_H

#include "core/kernel/inner_product.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// Calls body() with both indices at each input in turn, row-major; their first ones stay.
template <class Body>
void for_each_input(const inner_product_op &op, dim_t *of_src, dim_t *of_weights,
                    const Body &body) noexcept {
  const int ndims = op.src.ndims;
  dim_t count = 1;
  for (int d = 1; d < ndims; ++d) {
    count *= op.src.dims[d];
    of_src[d] = of_weights[d] = 0;
  }
  for (dim_t i = 0; i < count; ++i) {
    body();
    for (int d = ndims - 1; d > 0; --d) {
      of_src[d] = of_weights[d] = of_src[d] + 1 < op.src.dims[d] ? of_src[d] + 1 : 0;
      if (of_src[d] > 0) break;
    }
  }
}

}  // namespace dnnlet::reference

#endif
