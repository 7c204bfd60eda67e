// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_RNN_ROW_PRODUCTS_H
#define DNNLET_PLUGINS_KERNELS_RNN_ROW_PRODUCTS_H

#include "plugins/drivers/rnn/rnn_backend.h"

namespace dnnlet::DNNLET_PLUGIN {

// By what product_by of the same name multiplies; null where there is no instruction for it.
extern const drivers::row_product row_by_f32, row_by_bf16, row_by_int8;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
