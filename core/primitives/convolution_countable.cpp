// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/convolution.h"
#include "core/primitives/window.h"

namespace dnnlet {

bool are_products_countable(const convolution_op &op) noexcept {
  const int spatial = op.src.ndims - 2;
  window windows[max_spatial_ndims];
  count_of products(most_products);  // multiplications in all
  products.times(op.dst.dims[0]);
  for (int d = 0; d < spatial; ++d) products.times(op.dst.dims[2 + d]);
  for (int d = 0; d < op.weights.ndims; ++d) products.times(op.weights.dims[d]);
  for (int d = 0; d < spatial; ++d) windows[d] = window_of(op, d);
  return products.fits() && are_countable(windows, spatial, op.src, op.dst);
}

}  // namespace dnnlet
