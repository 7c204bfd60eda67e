// SPDX-License-Identifier: Apache-2.0
// Functions of rows of f32 values, chosen at run time: element-wise functions, their gradients,
// and the arithmetic of two rows.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_ROWS_H

#include "plugins/drivers/rows/row_backend.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

using drivers::row_function;

// Calls a row function for any n. Nothing beyond the rows is read or written.
void apply_row(row_function f, const float *x, const float *b, float *y, size_t n, float alpha,
               float beta) noexcept;
// The same past the caches, where y is neither x nor b.
void apply_row_past(row_function f, const float *x, const float *b, float *y, size_t n, float alpha,
                    float beta) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

#endif
