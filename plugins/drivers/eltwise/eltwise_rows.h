// SPDX-License-Identifier: Apache-2.0
// Element-wise functions and their gradients by the row functions of a plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_ELTWISE_ELTWISE_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_ELTWISE_ELTWISE_ROWS_H

#include "core/kernel/eltwise.h"
#include "plugins/drivers/rows/row_walk.h"

namespace dnnlet::drivers {

struct eltwise_forward_backend {
  const row_backend *rows;
  // f(x; alpha, beta) of bf16, or null; the function itself is null where there is none.
  bf16_row (*find_bf16)(dnnl_alg_kind_t alg, float beta) noexcept;
  decltype(byte_table::look_up) look_up;  // or null
};
// Of elements that tables have, without post-ops.
bool is_of_bytes(const eltwise_op &op, const attributes &attr) noexcept;
refusal plan_eltwise_forward(plan_request &request);
void run_eltwise_forward(const run_context &context);

struct eltwise_backward_backend {
  const row_backend *rows;
  row_function (*gradient)(dnnl_alg_kind_t alg, float beta) noexcept;  // null: there is none
  // The same of bf16, or null.
  bf16_row (*find_bf16)(dnnl_alg_kind_t alg, float beta) noexcept;
};
refusal plan_eltwise_backward(plan_request &request);
void run_eltwise_backward(const run_context &context);

}  // namespace dnnlet::drivers

#endif
