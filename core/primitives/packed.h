// SPDX-License-Identifier: Apache-2.0
// What matmul and reorder check of sparse tensors, when they are made and when they are executed.
#ifndef DNNLET_CORE_PRIMITIVES_PACKED_H
#define DNNLET_CORE_PRIMITIVES_PACKED_H

#include "core/kernel/kernel.h"

namespace dnnlet {

// The memory is that of the tensor, with all of its buffers.
status check_sparse_memory(const char *what, const char *tensor, const memory_desc &md,
                           const dnnl_memory &given) noexcept;
// A packed tensor for kernels to read or write: its type and its sizes.
status check_packed(const char *what, const char *tensor, const memory_desc &md) noexcept;
// The rows of packed weights begin and end where there are values: kernels count on that.
status check_packed_rows(const char *what, const char *tensor, const dnnl_memory &given) noexcept;

}  // namespace dnnlet

#endif
