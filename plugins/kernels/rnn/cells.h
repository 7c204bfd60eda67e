// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_RNN_CELLS_H
#define DNNLET_PLUGINS_KERNELS_RNN_CELLS_H

#include "plugins/drivers/rnn/rnn_backend.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::rnn_functions cells;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
