// SPDX-License-Identifier: Apache-2.0
// A vector of f16 is two of the sums that it becomes.
#include "plugins/kernels/gemm/products.h"

namespace dnnlet::DNNLET_PLUGIN {

size_t sum_lanes() noexcept {
  return 8;
}

}  // namespace dnnlet::DNNLET_PLUGIN
