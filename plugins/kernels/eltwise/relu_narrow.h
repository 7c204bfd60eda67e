// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_ELTWISE_RELU_NARROW_H
#define DNNLET_PLUGINS_KERNELS_ELTWISE_RELU_NARROW_H

#include "plugins/drivers/eltwise/relu_narrow.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

extern const drivers::relu_narrow_forward relu_narrow_forward;
extern const drivers::relu_narrow_backward relu_narrow_backward;

}  // namespace dnnlet::DNNLET_BESIDE

#endif
