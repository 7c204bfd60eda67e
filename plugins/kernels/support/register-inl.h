// SPDX-License-Identifier: Apache-2.0
// What stays in registers, and what does not.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_REGISTER_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_REGISTER_INL_H

#include "plugins/kernels/support/simd-inl.h"

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

// What is read here again, and not kept since another place: gcc would keep it in vectors, whence
// it comes by a port that multiplies, when the products before are done (17 cycles later).
template <class T>
HWY_INLINE const T &from_memory(const T &x) {
  const T *from = &x;
#if HWY_ARCH_X86
  asm volatile("" : "+r"(from));
#endif
  return *from;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
