// SPDX-License-Identifier: Apache-2.0
// Stands for the library's driver where the plugin's rows name it: what it declares comes before
// the shared functions, which remain those of all other plugins.
#ifndef OWN_FILES_RELU_NARROW_H
#define OWN_FILES_RELU_NARROW_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {}

namespace dnnlet::DNNLET_PLUGIN::drivers {

using namespace dnnlet::drivers;

struct relu_narrow_forward {
  void (*two_bytes)(const uint16_t *x, uint16_t *y, size_t n, uint16_t infinity);
};
struct relu_narrow_backward {};

refusal plan_relu_narrow_forward(plan_request &request);
refusal plan_relu_narrow_backward(plan_request &request);
void run_relu_narrow_forward(const run_context &context) noexcept;
void run_relu_narrow_backward(const run_context &context) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN::drivers

#endif
