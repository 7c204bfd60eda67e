// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_MATMUL_SPARSE_ROWS_H
#define DNNLET_PLUGINS_KERNELS_MATMUL_SPARSE_ROWS_H

#include "plugins/drivers/matmul/sparse.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

size_t sparse_lanes() noexcept;
void gather_sparse(const drivers::sparse_run &run) noexcept;
void scatter_sparse(const drivers::sparse_run &run) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

#endif
