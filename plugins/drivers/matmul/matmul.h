// SPDX-License-Identifier: Apache-2.0
// Matmul by multiply and finish, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_MATMUL_MATMUL_H
#define DNNLET_PLUGINS_DRIVERS_MATMUL_MATMUL_H

#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/matmul/shape.h"

namespace dnnlet::drivers {

struct matmul_plan {
  product_plan product;
  matmul_form form;
};

// Parts: product_parts. Plans a matmul_plan.
refusal plan_matmul(plan_request &request);
void run_matmul(const run_context &context);
// Of an operation without open sizes; weights are at `weights`, if that is not null.
void run_matmul(const run_context &context, const matmul_op &op, const matmul_plan &plan,
                const void *weights) noexcept;

// Of row-major weights that are packed sparse, of few rows only: run_matmul() is given
// packed_weights (packed.h), and unpacks some of them at a time.
refusal plan_unpacking_matmul(plan_request &request);

}  // namespace dnnlet::drivers

#endif
