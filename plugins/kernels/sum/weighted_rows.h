// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_SUM_WEIGHTED_ROWS_H
#define DNNLET_PLUGINS_KERNELS_SUM_WEIGHTED_ROWS_H

#include <cstddef>

namespace dnnlet::DNNLET_PLUGIN {

// y[i] = alpha * x[i] + beta * b[i], a row function.
void weighted_rows(const float *x, const float *b, float *y, size_t n, float alpha, float beta);

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
