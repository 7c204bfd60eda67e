// SPDX-License-Identifier: Apache-2.0
// What matmul takes: data types, attributes, and sparse tensors.
#ifndef DNNLET_CORE_PRIMITIVES_MATMUL_H
#define DNNLET_CORE_PRIMITIVES_MATMUL_H

#include "core/kernel/matmul.h"

namespace dnnlet {

status check_matmul_types(const char *what, const matmul_op &op, const attributes *attr) noexcept;
status check_matmul_attributes(const char *what, const matmul_op &op,
                               const attributes &attr) noexcept;
// Whether what the attributes of one execution are given is there, and large enough. `op` has no
// open sizes any more.
status check_matmul_values(const char *what, const matmul_op &op,
                           const run_context &context) noexcept;

// Where src or weights are sparse.
status check_sparse_matmul(const char *what, const matmul_op &op, const attributes *attr) noexcept;
// Whether the places that a sparse tensor names are inside of it: kernels count on that.
status check_sparse_places(const char *what, const matmul_op &op,
                           const run_context &context) noexcept;

}  // namespace dnnlet

#endif
