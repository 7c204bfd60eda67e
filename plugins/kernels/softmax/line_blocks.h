// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_SOFTMAX_LINE_BLOCKS_H
#define DNNLET_PLUGINS_KERNELS_SOFTMAX_LINE_BLOCKS_H

#include "plugins/drivers/softmax/softmax.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE::softmax {

void gather_lines(const drivers::softmax_tensor &from, size_t lines, size_t n, float *rows,
                  size_t row_step) noexcept;
void scatter_lines(const drivers::softmax_tensor &to, size_t lines, size_t n, const float *rows,
                   size_t row_step) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE::softmax

namespace dnnlet::DNNLET_PLUGIN::softmax {
using namespace DNNLET_BESIDE::softmax;
}

#endif
