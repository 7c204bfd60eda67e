// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/gemm/bounded_sum.h"

#include "plugins/drivers/gemm/combines_rows.h"

namespace dnnlet::drivers {

namespace {

// Bytes that are added may become neither infinite nor other integers.
constexpr float most_scale = 1e28f, most_zero_point = 0x1p22f;

bool takes_sum(const post_ops &ops, int i, const memory_desc &dst, bounded_sum &sum) noexcept {
  const post_op &op = ops.entries[i];
  if (op.kind == dnnl_sum) {
    const sum_post_op &s = op.sum;
    sum.scale = s.scale;
    sum.zero_point = float(s.zero_point);
    if (s.data_type != dnnl_data_type_undef && s.data_type != dst.data_type) return false;
    if (!(std::fabs(s.scale) <= most_scale && std::fabs(sum.zero_point) <= most_zero_point))
      return false;
  } else if (op.kind != dnnl_binary || op.binary.alg != dnnl_binary_add ||
             !equal(ops.operand(op.binary.src1), dst)) {
    return false;
  }
  sum.operand = i;
  return true;
}

bool takes_activation(const post_op &op, bounded_sum &sum) noexcept {
  if (op.kind != dnnl_eltwise) return false;
  const eltwise_post_op &e = op.eltwise;
  if (e.alg == dnnl_eltwise_relu && e.alpha == 0) {
    sum.least = 0;
    return true;
  }
  if (combines_rows && e.alg == dnnl_eltwise_hardswish) {
    sum.gates = true;
    sum.slope = e.alpha;
    sum.offset = e.beta;
    return std::isfinite(e.alpha) && std::isfinite(e.beta);
  }
  if (e.alg != dnnl_eltwise_clip && e.alg != dnnl_eltwise_clip_v2) return false;
  sum.least = e.alpha;
  sum.most = e.beta;
  sum.clears_nan = true;
  return e.alpha <= e.beta;
}

}  // namespace

bool is_bounded_sum(const post_ops &ops, int first, const memory_desc &dst,
                    bounded_sum &sum) noexcept {
  sum = {};
  int i = first;
  if (combines_rows && i < ops.entries.count && takes_sum(ops, i, dst, sum)) ++i;
  if (i < ops.entries.count && takes_activation(ops.entries[i], sum)) ++i;
  return i == ops.entries.count;
}

}  // namespace dnnlet::drivers
