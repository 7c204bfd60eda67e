// SPDX-License-Identifier: Apache-2.0
// What this plugin lends to copies between layouts, for reorder and for kernels that pack weights
// (plugins/drivers/reorder/driver.h: copy_layout).
#ifndef DNNLET_PLUGINS_KERNELS_REORDER_FUNCTIONS_H
#define DNNLET_PLUGINS_KERNELS_REORDER_FUNCTIONS_H

#include "plugins/drivers/reorder/nest_copy.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::nest_functions reorder_functions;

// See quantize.cpp.
void convert(const drivers::converted_run &run) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
