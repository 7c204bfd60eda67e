// SPDX-License-Identifier: Apache-2.0
// Writing past the caches: lines that are written as a whole need not be read first. x86 reads them
// where it is not told; cores of Arm find out by themselves.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_PAST_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_PAST_INL_H

#include <hwy/cache_control.h>

#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

constexpr bool writes_past = HWY_ARCH_X86 && drivers::has_large_caches;

// Rows of f32 at such addresses can be; what is, is there for other workers after
// hwy::FlushStream().
HWY_INLINE bool can_write_past(const void *y) {
  return writes_past && reinterpret_cast<uintptr_t>(y) % sizeof(float) == 0;
}
// Elements before the first vector that is a part of a line; less than one.
HWY_INLINE size_t before_lines(const void *y) {
  const size_t vector = hn::Lanes(hn::ScalableTag<float>()) * sizeof(float);
  return (0 - reinterpret_cast<uintptr_t>(y)) % vector / sizeof(float);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
