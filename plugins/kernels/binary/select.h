// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_BINARY_SELECT_H
#define DNNLET_PLUGINS_KERNELS_BINARY_SELECT_H

#include <cstddef>

namespace dnnlet::DNNLET_PLUGIN {

// y[i] = condition[i] != 0 ? a[i] : b[i]
void select_row(const float *a, const float *b, const float *condition, float *y,
                size_t n) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
