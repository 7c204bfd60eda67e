// SPDX-License-Identifier: Apache-2.0
// ReLU without a slope, of bf16 and f16 as they are: without the way to f32 and back, which takes
// three times as long as the memory.
#ifndef DNNLET_PLUGINS_DRIVERS_ELTWISE_RELU_16BIT_H
#define DNNLET_PLUGINS_DRIVERS_ELTWISE_RELU_16BIT_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

struct relu_16bit_backend {
  // y may be x; `infinity`: of the type, by which its NaN are known
  void (*forward)(const uint16_t *x, uint16_t *y, size_t n, uint16_t infinity);
  // y = x > 0 ? b : b * 0; y may be x or b
  void (*backward)(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, uint16_t infinity);
};

refusal plan_relu_16bit_forward(plan_request &request);
refusal plan_relu_16bit_backward(plan_request &request);
void run_relu_16bit_forward(const run_context &context) noexcept;
void run_relu_16bit_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
