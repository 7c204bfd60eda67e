// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_FORWARD_H
#define DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_FORWARD_H

#include "core/kernel/softmax.h"
#include "plugins/drivers/softmax/softmax.h"

namespace dnnlet::DNNLET_PLUGIN::softmax {

void forward_lines(const drivers::softmax_lines &job) noexcept;
void forward_planes(const drivers::softmax_lines &job) noexcept;
void multiply(float *y, size_t n, float factor) noexcept;
void divide(float *y, size_t n, float divisor) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN::softmax

#endif
