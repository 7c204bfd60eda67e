// SPDX-License-Identifier: Apache-2.0
// What a plugin lends to plugins/drivers/layer_normalization.
#ifndef DNNLET_PLUGINS_KERNELS_LAYER_NORMALIZATION_LAYER_ROWS_H
#define DNNLET_PLUGINS_KERNELS_LAYER_NORMALIZATION_LAYER_ROWS_H

#include "plugins/drivers/layer_normalization/backend.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

drivers::typed_layers forward_layers_of(data_type type) noexcept;
drivers::typed_layers backward_layers_of(data_type type) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

namespace dnnlet::DNNLET_PLUGIN {

// A table for each direction, so that inference links no gradients.
extern const drivers::layer_backend layer_forward_parts, layer_backward_parts;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
