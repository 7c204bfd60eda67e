// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/gemm/finish_columns.h"

#include <cmath>

#include "plugins/drivers/gemm/combines_rows.h"
#include "plugins/drivers/gemm/finish.h"

namespace dnnlet::drivers {

namespace {

// Whether the post-op takes that of a tensor that differs by column at most.
bool takes_columns(const post_ops &ops, const post_op &op, dnnl_alg_kind_t alg,
                   const gemm_tensors &t) noexcept {
  if (op.kind != dnnl_binary || op.binary.alg != alg) return false;
  const values_by by = operand_differs_by(ops.operand(op.binary.src1), t);
  return by == values_by::nothing || by == values_by::column;
}

bool is_linear(const post_op &op) noexcept {
  return op.kind == dnnl_eltwise && op.eltwise.alg == dnnl_eltwise_linear &&
         std::isfinite(op.eltwise.alpha) && std::isfinite(op.eltwise.beta);
}

}  // namespace

column_post_ops first_by_column(const post_ops &ops, const gemm_tensors &t,
                                bool has_scales) noexcept {
  column_post_ops first = {};
  for (; combines_rows && first.count < ops.entries.count; ++first.count) {
    const post_op &op = ops.entries[first.count];
    if (takes_columns(ops, op, dnnl_binary_add, t)) {
      first.add = true;
    } else if (has_scales && takes_columns(ops, op, dnnl_binary_mul, t)) {
      first.scale = true;
    } else if (has_scales && is_linear(op)) {
      first.scale = true;
      first.add |= op.eltwise.beta != 0;
    } else {
      break;
    }
  }
  return first;
}

bool multiplies_columns(const post_ops &ops, int i, const gemm_tensors &t) noexcept {
  return combines_rows && i < ops.entries.count &&
         takes_columns(ops, ops.entries[i], dnnl_binary_mul, t);
}

// Where products are infinite, there may be NaN instead of infinity or zero.
void finish_stage::fold_columns(float *bias, float *scales, dim_t columns) noexcept {
  constexpr dim_t first[max_ndims] = {};
  const int count = plan_.first_post_op - plan_.relu.on;
  const auto multiply = [&](auto factor) {
    for (dim_t c = 0; c < columns; ++c) scales[c] *= factor(c);
    for (dim_t c = 0; bias_ && c < columns; ++c) bias[c] *= factor(c);
  };
  for (int i = 0; i < count; ++i) {
    const post_op &op = context_.attr->post_ops.entries[i];
    float *const operand = bias + 2 * plan_.values;  // where dst's scales come afterwards
    if (op.kind == dnnl_eltwise) {
      multiply([&](dim_t) { return op.eltwise.alpha; });
      for (dim_t c = 0; bias_ && c < columns; ++c) bias[c] += op.eltwise.beta;
      continue;
    }
    finish_values(context_, tensors_, i).read(first, columns, operand);
    if (op.binary.alg == dnnl_binary_mul)
      multiply([&](dim_t c) { return operand[c]; });
    else
      for (dim_t c = 0; c < columns; ++c) bias[c] += operand[c];
  }
}

}  // namespace dnnlet::drivers
