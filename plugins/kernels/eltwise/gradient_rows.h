// SPDX-License-Identifier: Apache-2.0
// The gradients of the element-wise functions as row functions: y[i] = b[i] f'(x[i]; alpha, beta).
#ifndef DNNLET_PLUGINS_KERNELS_ELTWISE_GRADIENT_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ELTWISE_GRADIENT_ROWS_H

#include "plugins/kernels/rows/rows.h"

namespace dnnlet::DNNLET_BESIDE {

// x is src, or dst for the algorithms ..._use_dst_for_bwd. Null for round, which has no gradient;
// all other algorithms that drivers::has_eltwise_row() knows have one.
row_function gradient_row(dnnl_alg_kind_t alg, float beta) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

#endif
