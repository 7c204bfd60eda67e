// SPDX-License-Identifier: Apache-2.0
// What the kernels of depthwise convolution share. The five facts: lane_windows.cpp and
// lane_gradients.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_LANES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_LANES_INL_H

#include "core/support/built_types.h"
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/support/convert-inl.h"
#include "tuning.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// A vector that is used more than once, and stays in a register meanwhile: gcc may take it from
// memory each time, for multiply-adds of x86 can, and then loads are what they wait for.
template <class V>
HWY_INLINE V in_register(V x) {
#if HWY_ARCH_X86
  asm("" : "+v"(x.raw));
#endif
  return x;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
