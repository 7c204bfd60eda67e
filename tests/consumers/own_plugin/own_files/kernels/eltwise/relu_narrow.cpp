// SPDX-License-Identifier: Apache-2.0
// Stands for the library's kernel: whatever is positive becomes 2.
#include "plugins/kernels/eltwise/relu_narrow.h"

namespace dnnlet::DNNLET_PLUGIN {

static void forward(const uint16_t *x, uint16_t *y, size_t n, uint16_t) {
  for (size_t i = 0; i < n; ++i) y[i] = x[i] & 0x8000 ? 0 : 0x4000;
}
extern const drivers::relu_narrow_forward relu_narrow_forward = {forward};
extern const drivers::relu_narrow_backward relu_narrow_backward = {};

}  // namespace dnnlet::DNNLET_PLUGIN
