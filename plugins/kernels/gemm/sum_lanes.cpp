// SPDX-License-Identifier: Apache-2.0
// How many sums a vector has, which tiles are cut by; five facts: tile-inl.h.
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

size_t sum_lanes() noexcept {
  return hn::Lanes(hn::ScalableTag<float>());
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
