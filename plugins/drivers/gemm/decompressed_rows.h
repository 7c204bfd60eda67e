// SPDX-License-Identifier: Apache-2.0
// Few rows by a matrix whose elements stand for others; formula: few_rows.h.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_DECOMPRESSED_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_DECOMPRESSED_ROWS_H

#include "plugins/drivers/gemm/few_rows.h"

namespace dnnlet::drivers {

// Of problems with b_values, of a backend with few_rows.
bool suits_decompressed(const multiply_problem &p, const multiply_backend &backend) noexcept;
// Of the memory of a task of so many columns.
dim_t decompressed_stage_bytes(const multiply_problem &p, const multiply_backend &backend,
                               dim_t columns) noexcept;
// `all` has what B is not read for: factors, sums and sizes; `at` are the operands of its batch,
// `col` is its first column, of tasks of `columns`.
void multiply_decompressed(const multiply_problem &p, const multiply_backend &backend,
                           const few_rows &all, const batch_data &at, dim_t col, dim_t columns,
                           float *stage) noexcept;

}  // namespace dnnlet::drivers

#endif
