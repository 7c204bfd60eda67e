// SPDX-License-Identifier: Apache-2.0
// The end of functions that use vectors, in files that are compiled for size: GCC leaves it out
// there (its pass for it is off with -Os). As long as upper halves of registers are in use, scalar
// code of the baseline waits for them with each load: the gradient of maxima of bf16, which adds
// numbers one by one, took 2.4 times as long; on Zen 3 a way from vectors to the baseline's SSE and
// back takes 130 ns.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_LEAVE_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_LEAVE_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

HWY_INLINE void leave_vectors() {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
  __builtin_ia32_vzeroupper();
#endif
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
