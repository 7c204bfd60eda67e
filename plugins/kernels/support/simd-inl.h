// SPDX-License-Identifier: Apache-2.0
// What every SIMD kernel includes first: Highway, for the target of the plugin being compiled.
//
// A kernel file is compiled once for each plugin, with DNNLET_PLUGIN set to its name. It lies in
// namespace dnnlet::DNNLET_PLUGIN, between HWY_BEFORE_NAMESPACE() and HWY_AFTER_NAMESPACE(): only
// what is between them is compiled for the plugin's instruction set. With DNNLET_FUSED_MUL_ADD,
// which a plugin may define, multiply-adds round once though the target has no instruction for it;
// with DNNLET_EXACT_DIVISION, so do quotients and square roots.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_SIMD_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_SIMD_INL_H

#include <hwy/highway.h>

// A plugin may have instructions that Highway's target does not.
#if __has_include("instructions-inl.h")
#include "instructions-inl.h"
#endif

static_assert(HWY_TARGET == DNNLET_HIGHWAY_TARGET, "Highway compiles for another target");

#if defined(DNNLET_FUSED_MUL_ADD)
#include "plugins/kernels/support/fused-inl.h"
#elif defined(DNNLET_EXACT_DIVISION)
#include "plugins/kernels/support/division-inl.h"
#else
namespace dnnlet::DNNLET_PLUGIN {
namespace hn = hwy::HWY_NAMESPACE;
constexpr bool mul_add_is_fused = HWY_NATIVE_FMA;
}  // namespace dnnlet::DNNLET_PLUGIN
#endif

#endif
