// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

size_t sum_lanes() noexcept {
  return hn::Lanes(hn::ScalableTag<float>());
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
