// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/gemm/bounded_sum.h"

#include "plugins/drivers/gemm/combines_rows.h"

namespace dnnlet::drivers {

namespace {

// Bytes that are added may become neither infinite nor other integers, even 2^23 + 2^22 above.
constexpr float most_scale = 1e28f, most_zero_point = 0x1p21f;

bool is_byte(data_type type) noexcept {
  return type == dnnl_u8 || type == dnnl_s8;
}

// Whether post-op i adds what lies as dst does, of its type or of bytes, too.
bool adds_alike(const post_ops &ops, int i, const memory_desc &dst, data_type &type) noexcept {
  const post_op &op = ops.entries[i];
  type = dst.data_type;
  const auto is_alike = [&] {
    return type == dst.data_type || (is_byte(type) && is_byte(dst.data_type));
  };
  if (op.kind == dnnl_sum) {
    if (op.sum.data_type != dnnl_data_type_undef) type = op.sum.data_type;
    return is_alike();
  }
  if (op.kind != dnnl_binary || op.binary.alg != dnnl_binary_add) return false;
  memory_desc added = ops.operand(op.binary.src1);
  type = added.data_type;
  added.data_type = dst.data_type;
  return is_alike() && equal(added, dst);
}

bool takes_sum(const post_ops &ops, int i, const memory_desc &dst, bounded_sum &sum) noexcept {
  const post_op &op = ops.entries[i];
  data_type type;
  if (!adds_alike(ops, i, dst, type)) return false;
  if (op.kind == dnnl_sum) {
    sum.scale = op.sum.scale;
    sum.zero_point = float(op.sum.zero_point);
    if (!(std::fabs(sum.scale) <= most_scale && std::fabs(sum.zero_point) <= most_zero_point))
      return false;
  }
  sum.has_other_sign = type != dst.data_type;
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
  const bool is_hard_sigmoid = combines_rows && e.alg == dnnl_eltwise_hardsigmoid;
  sum.gates = combines_rows && e.alg == dnnl_eltwise_hardswish;
  sum.is_linear = combines_rows && (e.alg == dnnl_eltwise_linear || is_hard_sigmoid);
  if (sum.gates || sum.is_linear) {
    sum.slope = e.alpha;
    sum.offset = e.beta;
    if (is_hard_sigmoid) sum.least = 0, sum.most = 1;
    return std::isfinite(e.alpha) && std::isfinite(e.beta);
  }
  if (e.alg != dnnl_eltwise_clip && e.alg != dnnl_eltwise_clip_v2) return false;
  sum.least = e.alpha;
  sum.most = e.beta;
  sum.clears_nan = true;
  return e.alpha <= e.beta;
}

}  // namespace

fused_sum as_fused_sum(const post_ops &ops, int first, const memory_desc &dst) noexcept {
  const auto &all = ops.entries;
  const int count = all.count - first;
  data_type type;
  if (!tiles_finish || count < 1 || count > 2 || !adds_alike(ops, first, dst, type)) return {};
  const post_op &op = all[first];
  const bool is_sum = op.kind == dnnl_sum;
  if (is_sum && op.sum.zero_point != 0) return {};
  fused_relu relu = count == 2 && type_size(type) > 1
                        ? as_fused_relu(all[first + 1], fused_kinds::clips)
                        : fused_relu{};
  if (!relu.clips && relu.alpha == 0) relu.beta = 0;
  return {count == 1 || relu.on, is_sum ? op.sum.scale : 1, relu};
}

bool is_bounded_sum(const post_ops &ops, int first, const memory_desc &dst,
                    bounded_sum &sum) noexcept {
  sum = {};
  int i = first;
  if (combines_rows && i < ops.entries.count && takes_sum(ops, i, dst, sum)) ++i;
  if (i < ops.entries.count && takes_activation(ops.entries[i], sum)) ++i;
  return i == ops.entries.count;
}

}  // namespace dnnlet::drivers
