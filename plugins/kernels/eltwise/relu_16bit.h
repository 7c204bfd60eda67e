// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_ELTWISE_RELU_16BIT_H
#define DNNLET_PLUGINS_KERNELS_ELTWISE_RELU_16BIT_H

#include "plugins/drivers/eltwise/relu_16bit.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::relu_16bit_backend relu_16bit;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
