// SPDX-License-Identifier: Apache-2.0
// The tables of functions that a plugin lends to copies between layouts.
#ifndef DNNLET_PLUGINS_KERNELS_REORDER_TRANSPOSES_INL_H
#define DNNLET_PLUGINS_KERNELS_REORDER_TRANSPOSES_INL_H

#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

// Vectors of one lane have nothing to shuffle.
constexpr drivers::nest_functions transposes_and(
    void (*convert)(const drivers::converted_run &) noexcept) {
#if HWY_MAX_BYTES >= 16
  return {{transpose_1, transpose_2, transpose_4, transpose_8}, convert};
#else
  return {{}, convert};
#endif
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
