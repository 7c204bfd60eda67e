// SPDX-License-Identifier: Apache-2.0
// Stands for the library's kernel: whatever is positive becomes 2.
#include "plugins/kernels/eltwise/relu_16bit.h"

namespace dnnlet::DNNLET_PLUGIN {

static void forward(const uint16_t *x, uint16_t *y, size_t n, uint16_t) {
  for (size_t i = 0; i < n; ++i) y[i] = x[i] & 0x8000 ? 0 : 0x4000;
}
static void backward(const uint16_t *, const uint16_t *b, uint16_t *y, size_t n, uint16_t) {
  for (size_t i = 0; i < n; ++i) y[i] = b[i];
}
extern const drivers::relu_16bit_backend relu_16bit = {forward, backward};

}  // namespace dnnlet::DNNLET_PLUGIN
