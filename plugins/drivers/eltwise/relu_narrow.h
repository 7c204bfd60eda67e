// SPDX-License-Identifier: Apache-2.0
// ReLU without a slope, of bf16, f16, s8 and u8 as they are, and clips of bytes: without the way to
// f32 and back, which takes three times as long as the memory, of bytes six times.
#ifndef DNNLET_PLUGINS_DRIVERS_ELTWISE_RELU_NARROW_H
#define DNNLET_PLUGINS_DRIVERS_ELTWISE_RELU_NARROW_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

struct relu_narrow_forward {
  // y may be x; `infinity`: of the type, by which its NaN are known
  void (*two_bytes)(const uint16_t *x, uint16_t *y, size_t n, uint16_t infinity);
  // y = min(max(x, low), high); `flip`: 0, or of u8, of which these are the bits, 0x80
  void (*bytes)(const int8_t *x, int8_t *y, size_t n, int8_t low, int8_t high, int8_t flip);
};
struct relu_narrow_backward {
  // y = x > 0 ? b : b * 0; y may be x or b
  void (*two_bytes)(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, uint16_t infinity);
};

refusal plan_relu_narrow_forward(plan_request &request);
refusal plan_relu_narrow_backward(plan_request &request);
void run_relu_narrow_forward(const run_context &context) noexcept;
void run_relu_narrow_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
