// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_FORWARD_H
#define DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_FORWARD_H

#include "core/kernel/softmax.h"
#include "plugins/drivers/softmax/softmax.h"

namespace dnnlet::DNNLET_PLUGIN::softmax {

void forward_line(dnnl_alg_kind_t alg, const float *x, float *y, size_t n) noexcept;
void forward_planes(dnnl_alg_kind_t alg, const drivers::softmax_planes &planes, const float *x,
                    size_t x_step, float *y, size_t y_step) noexcept;
void multiply(float *y, size_t n, float factor) noexcept;
void divide(float *y, size_t n, float divisor) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN::softmax

#endif
