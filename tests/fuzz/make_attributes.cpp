// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "tests/fuzz/attributes.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/layouts.h"

namespace dnnlet::fuzz {

namespace {

dnnl_status_t append_binary(dnnl_post_ops_t ops, const post_op &op) {
  dnnl_memory_desc_t operand = nullptr, condition = nullptr;
  dnnl_status_t status = make_descriptor(op.operand, false, &operand);
  if (status == dnnl_success && op.algorithm == dnnl_binary_select)
    status = make_descriptor(op.condition, false, &condition);
  if (status == dnnl_success)
    status = condition ? dnnl_post_ops_append_binary_v2(ops, dnnl_alg_kind_t(op.algorithm), operand,
                                                        condition)
                       : dnnl_post_ops_append_binary(ops, dnnl_alg_kind_t(op.algorithm), operand);
  dnnl_memory_desc_destroy(operand);
  dnnl_memory_desc_destroy(condition);
  return status;
}

dnnl_status_t append(dnnl_post_ops_t ops, const post_op &op) {
  switch (op.kind) {
    case dnnl_sum: return dnnl_post_ops_append_sum(ops, op.alpha, op.zero_point, op.type);
    case dnnl_eltwise:
      return dnnl_post_ops_append_eltwise(ops, dnnl_alg_kind_t(op.algorithm), op.alpha, op.beta);
    case dnnl_binary: return append_binary(ops, op);
    case dnnl_prelu: return dnnl_post_ops_append_prelu(ops, op.mask);
    default:
      return dnnl_post_ops_append_dw(ops, op.type, op.bias_type, op.dst_type, op.kernel, op.stride,
                                     op.padding);
  }
}

dnnl_status_t set(dnnl_primitive_attr_t attr, const quantization &q) {
  const int n = int(q.groups.size());
  const dnnl_dim_t *groups = n ? q.groups.data() : nullptr;
  if (q.is_reduction)
    return dnnl_primitive_attr_set_precomputed_reductions(attr, q.arg, q.mask, n, groups, q.type);
  return q.is_zero_point ? dnnl_primitive_attr_set_zero_points_v2(attr, q.arg, q.mask, n, groups,
                                                                  q.type, q.is_on_host)
                         : dnnl_primitive_attr_set_scales_v3(attr, q.arg, q.mask, n, groups, q.type,
                                                             q.is_on_host, q.mode);
}

dnnl_status_t set(dnnl_primitive_attr_t attr, const dropout_spec &d, const dims &dst) {
  dnnl_memory_desc_t mask = nullptr;
  const int n = d.has_mask ? int(dst.size()) : 0;
  dnnl_status_t status =
      dnnl_memory_desc_create_with_tag(&mask, n, dst.data(), dnnl_u8, dnnl_format_tag_any);
  if (status == dnnl_success)
    status =
        dnnl_primitive_attr_set_dropout_v2(attr, mask, d.seed_type, d.uses_offset, d.is_on_host);
  dnnl_memory_desc_destroy(mask);
  return status;
}

dnnl_status_t set(dnnl_primitive_attr_t attr, const rnn_quantization_spec &q) {
  const auto scales = [](int64_t n) {  // powers of two, so that quotients are exact
    std::vector<float> list(size_t(std::clamp<int64_t>(n, 0, 4096)));
    for (size_t i = 0; i < list.size(); ++i) list[i] = i % 3 == 0 ? 2048.0f : 1024.0f;
    return list;
  };
  dnnl_status_t status = dnnl_primitive_attr_set_rnn_data_qparams(attr, q.data_scale, q.data_shift);
  if (status == dnnl_success)
    status = dnnl_primitive_attr_set_rnn_weights_qparams(attr, q.weights_count, q.weights_mask,
                                                         scales(q.weights_count).data());
  if (status == dnnl_success && q.has_projection)
    status = dnnl_primitive_attr_set_rnn_weights_projection_qparams(
        attr, q.projection_count, q.projection_mask, scales(q.projection_count).data());
  return status;
}

dnnl_status_t fill(dnnl_primitive_attr_t attr, const problem &p) {
  const attributes_spec &a = p.attributes;
  dnnl_status_t status = dnnl_success;
  const auto then = [&](dnnl_status_t next) { status = status == dnnl_success ? next : status; };
  if (a.user_scratchpad)
    then(dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user));
  if (a.deterministic) then(dnnl_primitive_attr_set_deterministic(attr, 1));
  if (a.fpmath || a.fpmath_to_integers)
    then(dnnl_primitive_attr_set_fpmath_mode_v2(attr, dnnl_fpmath_mode_t(a.fpmath),
                                                a.fpmath_to_integers));
  if (a.accumulation)
    then(dnnl_primitive_attr_set_accumulation_mode(attr, dnnl_accumulation_mode_t(a.accumulation)));
  for (const quantization &q : a.quantizations) then(set(attr, q));
  const tensor_spec *dst = p.find(DNNL_ARG_DST);
  if (a.dropout.is_set) then(set(attr, a.dropout, dst ? dst->shape : dims()));
  if (a.rnn.is_set) then(set(attr, a.rnn));
  if (a.stochastic)
    then(dnnl_primitive_attr_set_rounding(attr, a.stochastic, dnnl_rounding_mode_stochastic));
  if (a.post_ops.empty() || status != dnnl_success) return status;
  dnnl_post_ops_t ops = nullptr;
  then(dnnl_post_ops_create(&ops));
  for (const post_op &op : a.post_ops)
    if (status == dnnl_success) then(append(ops, op));
  if (status == dnnl_success) then(dnnl_primitive_attr_set_post_ops(attr, ops));
  dnnl_post_ops_destroy(ops);
  return status;
}

// ---- how errors go through post-ops: the range of results, and how far they may be off

struct range {
  double magnitude, error;
};

constexpr double f32_step = 0x1p-23;

// How steep a function is at most, within the range.
double steepness(const post_op &op, double magnitude) {
  const double alpha = std::fabs(double(op.alpha)), beta = std::fabs(double(op.beta));
  switch (op.algorithm) {
    case dnnl_eltwise_square: return 2 * magnitude;
    case dnnl_eltwise_hardswish: return 2 * alpha * magnitude + beta + 1;
    case dnnl_eltwise_swish: return 1.2 + alpha;
    default: return std::max(1.2, alpha);
  }
}

range after_eltwise(const post_op &op, range r) {
  const double slope = steepness(op, r.magnitude);
  const double offset = std::fabs(double(op.alpha)) + std::fabs(double(op.beta)) + 1;
  const bool is_exact = op.algorithm == dnnl_eltwise_relu || op.algorithm == dnnl_eltwise_abs ||
                        op.algorithm == dnnl_eltwise_linear || op.algorithm == dnnl_eltwise_clip;
  range out = {r.magnitude * slope + offset, r.error * slope};
  if (!is_exact || r.error > 0) out.error += 16 * f32_step * out.magnitude;
  return out;
}

// Operands are from 1/4 to 4 or, for exact problems, from -3 to 6.
range after_binary(const post_op &op, range r) {
  const bool rounds = r.error > 0 || op.operand.fill != numbers::exact;
  range out = {r.magnitude + 6, r.error};
  switch (op.algorithm) {
    case dnnl_binary_mul: out = {6 * r.magnitude, 6 * r.error}; break;
    case dnnl_binary_div: out = {4 * r.magnitude, 4 * r.error}; break;
    case dnnl_binary_add:
    case dnnl_binary_sub:
    case dnnl_binary_max:
    case dnnl_binary_min:
    case dnnl_binary_select: break;
    default: out = {1, r.error > 0 ? 1.0 : 0.0};
  }
  if (rounds) out.error += 2 * f32_step * out.magnitude;
  return out;
}

// Whether a sum takes the bits of dst's numbers for those of another type of the same size.
bool is_taken_for_another(const post_op &op, const tensor_spec &dst) {
  return op.type != dnnl_data_type_undef && op.type != dst.type;
}

// The largest number that a sum reads. The bits of an f32 are an s32 of any magnitude.
double largest_old(const post_op &op, const tensor_spec &dst) {
  const dnnl_data_type_t type = is_taken_for_another(op, dst) ? op.type : dst.type;
  if (!is_known(type) || !is_integer(type)) return 8;
  if (type != dnnl_s32) return 256;
  return is_taken_for_another(op, dst) ? 0x1p31 : 1000;
}

// An s32 beyond 2^24 is rounded when it becomes an f32, and again when it is added, of exact
// problems too: by a half step each.
range after_sum(const post_op &op, range r, const tensor_spec &dst) {
  const double old = largest_old(op, dst);
  const double zero_point = std::abs(double(op.zero_point));
  range out = {r.magnitude + std::fabs(double(op.alpha)) * (old + zero_point), r.error};
  if (r.error > 0 || old > 0x1p24) out.error += 2 * f32_step * out.magnitude;
  return out;
}

range after(const post_op &op, range r, const tensor_spec &dst) {
  switch (op.kind) {
    case dnnl_eltwise: return after_eltwise(op, r);
    case dnnl_binary: return after_binary(op, r);
    case dnnl_sum: return after_sum(op, r, dst);
    default: return {6 * r.magnitude, r.error > 0 ? 6 * r.error + 12 * f32_step * r.magnitude : 0};
  }
}

// Special numbers are of any magnitude, and so are exponentials of integers, so that what becomes
// of them is off by a part of itself: no function of draw_eltwise has results that change by more
// than twice the part by which their argument does, but those that vanish, whose error is absolute.
double relative_after(const attributes_spec &a, double relative) {
  for (const post_op &op : a.post_ops)
    relative = op.kind == dnnl_eltwise ? 2 * relative + 16 * f32_step : relative + 2 * f32_step;
  return relative;
}

}  // namespace

dnnl_status_t make_attributes(const problem &p, dnnl_primitive_attr_t *attr) {
  *attr = nullptr;
  if (p.attributes.is_default()) return dnnl_success;
  dnnl_status_t status = dnnl_primitive_attr_create(attr);
  if (status == dnnl_success) status = fill(*attr, p);
  if (status == dnnl_success) return status;
  dnnl_primitive_attr_destroy(*attr);
  *attr = nullptr;
  return status;
}

allowed_error error_after_attributes(const problem &p) {
  const attributes_spec &a = p.attributes;
  range r = {p.magnitude, p.absolute};
  const tensor_spec *dst = p.find(DNNL_ARG_DST);
  const tensor_spec none = {};
  const bool is_exact = !p.tensors.empty() && p.tensors[0].fill == numbers::exact;
  const double kept = a.dropout.is_set ? 4 : 1;  // at most, what is left is divided by 1 - 3 / 4
  if (a.quantizations.empty() && a.post_ops.empty()) return {kept * p.absolute, p.relative};
  r.error += p.relative * r.magnitude;
  double after_all = 1;
  for (const quantization &q : a.quantizations) {
    const double factor = q.is_zero_point || q.is_reduction ? 1 : 4;
    if (q.arg == DNNL_ARG_DST)
      after_all *= factor;
    else
      r.magnitude *= factor, r.error *= factor;
    if (q.is_reduction) r.magnitude *= 4;
    if (q.is_zero_point) r.magnitude += q.arg == DNNL_ARG_DST ? 6 : 4 * r.magnitude;
    if (!is_exact) r.error += 8 * f32_step * r.magnitude;
  }
  r.magnitude *= kept, r.error *= kept;
  // Post-ops see numbers that are rounded to f32, or not yet, and old ones that have fractions.
  if (!is_exact && !a.post_ops.empty()) r.error += 2 * f32_step * r.magnitude;
  for (const post_op &op : a.post_ops) r = after(op, r, dst ? *dst : none);
  r.error *= after_all;
  if (r.error > 0) r.error += 4 * f32_step * r.magnitude * after_all;
  const bool is_boundless = p.tensors[0].fill == numbers::special ||
                            (p.is_elementwise && p.relative > 0 && is_integer(p.tensors[0].type));
  return {r.error, is_boundless ? relative_after(a, p.relative) : 0};
}

}  // namespace dnnlet::fuzz
