// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_RNN_CELLS_H
#define DNNLET_PLUGINS_KERNELS_RNN_CELLS_H

#include "plugins/drivers/rnn/rnn_backend.h"
#include "plugins/kernels/gemm/product_parts.h"

namespace dnnlet::DNNLET_BESIDE {

extern const drivers::rnn_functions cells;

}  // namespace dnnlet::DNNLET_BESIDE

namespace dnnlet::DNNLET_PLUGIN {

constexpr drivers::rnn_parts rnn_by(const drivers::product_parts &product,
                                    const drivers::row_product &by_row) {
  return {&product, &cells, &by_row};
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
