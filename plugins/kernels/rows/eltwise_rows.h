// SPDX-License-Identifier: Apache-2.0
// The element-wise functions as row functions: y[i] = f(x[i]; alpha, beta).
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_ELTWISE_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_ELTWISE_ROWS_H

#include "plugins/kernels/rows/rows.h"

namespace dnnlet::DNNLET_BESIDE {

// For the algorithms that drivers::has_eltwise_row() knows.
row_function eltwise_row(dnnl_alg_kind_t alg, float alpha, float beta) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

#endif
