// SPDX-License-Identifier: Apache-2.0
// Element-wise functions of what is rounded to 16 bits or fewer at once.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_ROUNDED_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_ROUNDED_ROWS_H

#include "plugins/kernels/rows/rows.h"

namespace dnnlet::DNNLET_BESIDE {

// Null: none but that of eltwise_rows.h.
row_function rounded_eltwise_row(dnnl_alg_kind_t alg, float alpha) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

#endif
