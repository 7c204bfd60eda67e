// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_REFERENCE_SPARSE_MATMUL_H
#define DNNLET_PLUGINS_REFERENCE_SPARSE_MATMUL_H

#include "core/kernel/matmul.h"

namespace dnnlet::reference {

// Where src or weights are a sparse matrix, whose indices have been checked. Elements that it
// names twice count twice.
void run_sparse_matmul(const run_context &context, const matmul_op &op) noexcept;

}  // namespace dnnlet::reference

#endif
