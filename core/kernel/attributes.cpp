// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/attributes.h"

namespace dnnlet {

unsigned kinds_in(const attributes &attr) noexcept {
  unsigned kinds = 0;
  if (!attr.scales.empty()) kinds |= uses_scales;
  if (!attr.zero_points.empty()) kinds |= uses_zero_points;
  if (!attr.precomputed_reductions.empty()) kinds |= uses_precomputed_reductions;
  if (!attr.post_ops.entries.empty()) kinds |= uses_post_ops;
  if (attr.dropout.enabled) kinds |= uses_dropout;
  for (const rounding &r : attr.roundings)
    if (r.mode == dnnl_rounding_mode_stochastic) kinds |= uses_stochastic_rounding;
  const rnn_quantization &rnn = attr.rnn;
  if (rnn.data_scale != 1 || rnn.data_shift != 0 || !rnn.weights_scales.empty() ||
      !rnn.projection_scales.empty())
    kinds |= uses_rnn_quantization;
  return kinds;
}

const quantization *find(const owned_array<quantization> &list, int arg) noexcept {
  for (const quantization &q : list)
    if (q.arg == arg) return &q;
  return nullptr;
}

int find_post_op(const post_ops &ops, dnnl_primitive_kind_t kind, int from) noexcept {
  for (int i = from; i < ops.entries.count; ++i)
    if (ops.entries[i].kind == kind) return i;
  return -1;
}

dnnl_rounding_mode_t rounding_of(const attributes &attr, int arg) noexcept {
  for (const rounding &r : attr.roundings)
    if (r.arg == arg) return r.mode;
  return dnnl_rounding_mode_environment;
}

namespace {

// A dense operand: a new one, or, where attributes come from a primitive descriptor, the old one.
status describe_operand(post_ops &ops, operand_number &number, int ndims, const dim_t *dims,
                        dnnl_data_type_t type) noexcept {
  memory_desc md;
  DNNLET_CHECK(init_by_strides(md, ndims, dims, type, nullptr));
  if (number == 0) {
    DNNLET_CHECK(ops.operands.push_back(md));
    number = ops.operands.count;
  }
  ops.operands[number - 1] = md;
  return dnnl_success;
}

}  // namespace

status describe_operands(post_ops &ops, int index, const memory_desc &dst) noexcept {
  depthwise_post_op &op = ops.entries[index].depthwise;
  dim_t dims[max_ndims] = {dst.dims[1], 1, 1};
  for (int d = 2; d < dst.ndims; ++d) dims[1 + d] = op.kernel;
  DNNLET_CHECK(describe_operand(ops, op.weights, dst.ndims + 1, dims, op.weights_type));
  if (op.bias_type == dnnl_data_type_undef) return dnnl_success;
  return describe_operand(ops, op.bias, 1, dims, op.bias_type);
}

void set_defaults(attributes &attr, dnnl_fpmath_mode_t fpmath) noexcept {
  attr = attributes();
  attr.fpmath_mode = fpmath;
  attr.rnn.data_scale = 1;
}

status copy(attributes &to, const attributes &from) noexcept {
  to = from;
  to.scales = to.zero_points = to.precomputed_reductions = {};
  to.roundings = {};
  to.post_ops = {};
  to.dropout.mask = {};
  to.rnn.weights_scales = to.rnn.projection_scales = {};
  status s = to.scales.copy_from(from.scales);
  if (s == dnnl_success) s = to.zero_points.copy_from(from.zero_points);
  if (s == dnnl_success) s = to.precomputed_reductions.copy_from(from.precomputed_reductions);
  if (s == dnnl_success) s = to.roundings.copy_from(from.roundings);
  if (s == dnnl_success) s = copy(to.post_ops, from.post_ops);
  if (s == dnnl_success) s = to.dropout.mask.copy_from(from.dropout.mask);
  if (s == dnnl_success) s = to.rnn.weights_scales.copy_from(from.rnn.weights_scales);
  if (s == dnnl_success) s = to.rnn.projection_scales.copy_from(from.rnn.projection_scales);
  if (s != dnnl_success) destroy(to);
  return s;
}

status copy(post_ops &to, const post_ops &from) noexcept {
  status s = to.entries.copy_from(from.entries);
  if (s == dnnl_success) s = to.operands.copy_from(from.operands);
  if (s != dnnl_success) destroy(to);
  return s;
}

void destroy(post_ops &ops) noexcept {
  ops.entries.free();
  ops.operands.free();
}

void destroy(attributes &attr) noexcept {
  attr.scales.free();
  attr.zero_points.free();
  attr.precomputed_reductions.free();
  attr.roundings.free();
  destroy(attr.post_ops);
  attr.dropout.mask.free();
  attr.rnn.weights_scales.free();
  attr.rnn.projection_scales.free();
}

}  // namespace dnnlet
