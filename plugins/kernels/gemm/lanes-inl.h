// SPDX-License-Identifier: Apache-2.0
// What the kernels of depthwise convolution share. The five facts: lane_windows.cpp and
// lane_gradients.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_LANES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_LANES_INL_H

#include "core/support/built_types.h"
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/register-inl.h"
#include "tuning.h"

#endif
