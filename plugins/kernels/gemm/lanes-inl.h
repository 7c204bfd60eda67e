// SPDX-License-Identifier: Apache-2.0
// What the kernels of depthwise convolution share. The five facts: lane_windows.cpp and
// lane_gradients.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_LANES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_LANES_INL_H

#include "core/support/built_types.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/rows/eltwise_functions-inl.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/larger-inl.h"
#include "plugins/kernels/support/register-inl.h"
#include "tuning.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

// Of vectors that are given by name: those of SVE cannot be elements of an array.
template <int kIndex, class V, class... Rest>
HWY_INLINE V &vector_of(V &first, Rest &...rest) {
  if constexpr (kIndex == 0)
    return first;
  else
    return vector_of<kIndex - 1>(rest...);
}

// How far the vector that so many channels are before is from the first, in elements. Windows of
// bytes have all side by side.
template <class T>
HWY_INLINE ptrdiff_t elements_to(size_t channels, ptrdiff_t channel_step) {
  constexpr bool may_be_apart = drivers::has_large_caches && sizeof(T) > 1;
  return ptrdiff_t(channels) * (may_be_apart ? channel_step : 1);
}

// A ReLU leaves NaN as it is, a clip does not.
HWY_INLINE f32_vector with_relu(const drivers::fused_relu &relu, f32_vector x) {
  const f32_tag d;
  const f32_vector zero = hn::Zero(d);
  if (drivers::tiles_finish && relu.gates)
    return eltwise_functions::hardswish::of(d, x, relu.alpha, relu.beta);
  if (relu.clips) return smaller(d, hn::Set(d, relu.beta), larger(d, x, zero));
  return hn::MaskedMulOr(x, hn::Le(x, zero), x, hn::Set(d, relu.alpha));
}
// In registers; not a gate.
template <class... Sum>
HWY_INLINE void apply_relu(const drivers::fused_relu &relu, Sum &...sums) {
  if (!relu.on || relu.gates) return;
  if (relu.clips)
    ((sums = with_relu({true, true, false, 0, relu.beta}, sums)), ...);
  else
    ((sums = with_relu({true, false, false, relu.alpha, 0}, sums)), ...);
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
