// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_REDUCTIONS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_REDUCTIONS_H

#include "plugins/drivers/rows/reductions.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::row_reductions reductions;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
