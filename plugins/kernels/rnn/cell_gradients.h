// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_RNN_CELL_GRADIENTS_H
#define DNNLET_PLUGINS_KERNELS_RNN_CELL_GRADIENTS_H

#include "plugins/drivers/rnn/rnn_backend.h"

namespace dnnlet::DNNLET_PLUGIN {

void lstm_gradient(const drivers::cell_gradient_row &row) noexcept;
float gru_gradient(const drivers::cell_gradient_row &row) noexcept;
float lbr_gru_gradient(const drivers::cell_gradient_row &row) noexcept;
void reset_gradient(const drivers::cell_gradient_row &row) noexcept;
drivers::row_function activation_gradient(dnnl_alg_kind_t alg) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
