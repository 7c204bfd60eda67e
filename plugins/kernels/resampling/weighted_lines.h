// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_RESAMPLING_WEIGHTED_LINES_H
#define DNNLET_PLUGINS_KERNELS_RESAMPLING_WEIGHTED_LINES_H

#include "plugins/drivers/resampling/resampling.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::resampling_backend resampling_parts;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
