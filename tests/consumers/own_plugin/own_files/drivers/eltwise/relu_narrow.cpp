// SPDX-License-Identifier: Apache-2.0
// The kernel computes all elements; the first becomes 3.
#include "plugins/drivers/eltwise/relu_narrow.h"

#include "core/kernel/eltwise.h"

namespace dnnlet::DNNLET_PLUGIN::drivers {

refusal plan_relu_narrow_forward(plan_request &request) {
  const auto &op = request.problem<eltwise_op>();
  return op.data.data_type == dnnl_bf16 && is_dense(op.data) ? accepted : "layouts or types";
}
refusal plan_relu_narrow_backward(plan_request &) {
  return "forward only";
}

void run_relu_narrow_forward(const run_context &context) noexcept {
  const auto &op = context.problem<eltwise_op>();
  auto *y = context.first<uint16_t>(DNNL_ARG_DST, op.dst);
  const auto &backend = context.parts_as<relu_narrow_forward>();
  backend.two_bytes(context.first<uint16_t>(DNNL_ARG_SRC, op.data), y, size_t(elements(op.dst)), 0);
  y[0] = 0x4040;
}
void run_relu_narrow_backward(const run_context &) noexcept {}

}  // namespace dnnlet::DNNLET_PLUGIN::drivers
