// SPDX-License-Identifier: Apache-2.0
// The arithmetic of two rows of f32 as row functions.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_BINARY_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_BINARY_ROWS_H

#include "oneapi/dnnl/dnnl_types.h"
#include "plugins/kernels/rows/rows.h"

namespace dnnlet::DNNLET_BESIDE {

// y[i] = x[i] op b[i]; comparisons answer 1 or 0. Null for select, which has three operands, and
// for unknown algorithms.
row_function binary_row(dnnl_alg_kind_t alg) noexcept;
// y[i] = x[i] + alpha * (b[i] - beta): a sum with what was in dst, its scale and zero point.
void sum_row(const float *x, const float *b, float *y, size_t n, float alpha, float beta);
// y[i] = x[i] > 0 ? x[i] : x[i] * b[i]
void prelu_row(const float *x, const float *b, float *y, size_t n, float alpha, float beta);

}  // namespace dnnlet::DNNLET_BESIDE

#endif
