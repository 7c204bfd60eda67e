// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_TYPED_PAIRS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_TYPED_PAIRS_H

#include "plugins/drivers/rows/typed_pairs.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::typed_pair_functions typed_pairs;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
