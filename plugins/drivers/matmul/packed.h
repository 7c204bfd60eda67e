// SPDX-License-Identifier: Apache-2.0
// Matmul with weights that are packed sparse, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_MATMUL_PACKED_H
#define DNNLET_PLUGINS_DRIVERS_MATMUL_PACKED_H

#include "core/kernel/packed.h"
#include "plugins/drivers/gemm/matrix_product.h"

namespace dnnlet::drivers {

struct packed_parts {
  product_parts product;  // first: for plan_matmul() and run_matmul()
  expand_function expand;
};

struct packed_weights {
  const dnnl_memory &memory;
  expand_function expand;
};
// A part of packed_weights (multiply_problem::unpack_b).
void unpack_weights(const void *weights, const packed_part &part, int8_t *to, dim_t step) noexcept;

refusal plan_packed_matmul(plan_request &request);
void run_packed_matmul(const run_context &context);

}  // namespace dnnlet::drivers

#endif
