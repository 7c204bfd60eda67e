// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_SHUFFLE_INTERLEAVING_H
#define DNNLET_PLUGINS_KERNELS_SHUFFLE_INTERLEAVING_H

#include "plugins/drivers/shuffle/shuffle.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::shuffle_backend interleaving;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
