// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/common.h"
#include "core/primitives/factors.h"
#include "core/primitives/matmul.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

bool is_dst_of_floats(data_type type) noexcept {
  return is_float_type(type) || is_8bit_integer(type);
}
bool is_dst_of_integers(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_s32 ||
         is_8bit_integer(type);
}

// Products of floats, and of floats with integers that are converted before.
bool are_floats_taken(const matmul_op &op, const attributes *attr) noexcept {
  const data_type src = op.src.data_type, weights = op.weights.data_type, dst = op.dst.data_type;
  if (!is_float_type(src) || !is_dst_of_floats(dst)) return false;
  if (src == dnnl_f16 && dst != dnnl_f32 && dst != dnnl_f16) return false;
  if (is_small_integer(weights)) return may_decompress(attr, src, weights);
  if (is_8bit_float(src) && is_8bit_float(weights)) return true;
  return src == weights || weights == dnnl_bf16 || weights == dnnl_f16 || weights == dnnl_f4_e3m0;
}

bool is_bias_taken(const matmul_op &op) noexcept {
  const data_type bias = op.bias.data_type, weights = op.weights.data_type;
  if (is_zero(op.bias)) return true;
  if (is_8bit_integer(op.src.data_type)) return is_dst_of_integers(bias);
  if (weights == dnnl_f32 || weights == dnnl_f16 || weights == dnnl_bf16)
    return bias == dnnl_f32 || bias == weights;
  return bias == dnnl_f32 || bias == dnnl_bf16 || bias == dnnl_f16 || is_8bit_float(bias);
}

// Elements of half a byte: a row begins at a whole one.
status check_nibbles(const char *what, const char *name, const memory_desc &md) noexcept {
  if (!is_four_bit_type(md.data_type) || !is_blocked(md)) return dnnl_success;
  int units = 0;
  for (int d = 0; d < md.ndims; ++d) {
    const dim_t stride = md.blocked.strides[d];
    units += stride == 1;
    if (units > 1 || (stride > 1 && stride % 2 != 0))
      return invalid(what, ": stride ", d, " of ", name, " is ", stride,
                     "; of 4-bit elements, one stride is 1 and the others are even");
  }
  return dnnl_success;
}

struct bits {
  int row, col, all;
};
bits bits_of(int ndims) noexcept {
  return {1 << (ndims - 2), 1 << (ndims - 1), (1 << ndims) - 1};
}

// Weights whose scales and zero points may have groups, and those of the other tensors with them.
bool admits_groups(const matmul_op &op) noexcept {
  const data_type type = op.weights.data_type;
  return is_small_integer(type) || is_8bit_float(type) || is_4bit_float(type);
}
bool has_integers(const matmul_op &op) noexcept {
  return is_8bit_integer(op.src.data_type);
}

status refuse_mask(const char *what, const char *name, int mask) noexcept {
  return unimplemented(what, ": ", name, " have mask ", mask, ", which is not taken");
}

status check_src_scales(const char *what, const matmul_op &op, const quantization &q) noexcept {
  static const char name[] = "scales of src";
  const bits b = bits_of(op.src.ndims);
  if (q.mask == 0) return dnnl_success;
  if (q.mask != b.col && q.mask != (b.row | b.col) && q.mask != b.all)
    return refuse_mask(what, name, q.mask);
  if (q.group_ndims == 0)
    return unimplemented(what, ": ", name, " differ along K, but have no groups");
  const data_type type = op.src.data_type;
  if (q.groups[1] > 1 && !has_integers(op) && !is_8bit_float(type) && !is_4bit_float(type))
    return unimplemented(what, ": ", name, " have groups along K, but src has data type ",
                         int(type));
  const dim_t k = op.src.dims[op.src.ndims - 1];
  if (q.group_ndims != 2 || (q.groups[0] != 1 && q.groups[1] != 1) ||
      (k != runtime_dim && k % q.groups[1] != 0))
    return check_group_sizes(what, name, q, op.src);
  return dnnl_success;
}

// Computed from dst, for each group of its rows.
status check_dynamic_scales(const char *what, const matmul_op &op, const quantization &q) noexcept {
  const bits b = bits_of(op.dst.ndims);
  const bool mx = q.mode == dnnl_quantization_mode_dynamic_mx;
  const data_type type = mx ? dnnl_e8m0 : dnnl_f8_e4m3, dst = op.dst.data_type;
  const dim_t group = mx ? 32 : 16;
  if (q.arg != DNNL_ARG_DST || has_integers(op) || !(is_8bit_float(dst) || is_4bit_float(dst)))
    return unimplemented(what, ": scales are computed for dst only, of 8-bit or 4-bit floats");
  if (q.data_type != type || q.mask != b.all || q.group_ndims != 2 || q.groups[0] != 1 ||
      q.groups[1] != group)
    return unimplemented(what, ": scales that are computed have mask ", b.all, ", groups of 1 x ",
                         group, " and data type ", int(type));
  return check_group_sizes(what, "scales of dst", q, op.dst);
}

status check_dst_scales(const char *what, const matmul_op &op, const quantization &q) noexcept {
  static const char name[] = "scales of dst";
  const bits b = bits_of(op.dst.ndims);
  if (q.mask != 0 && q.mask != b.col && q.mask != (b.row | b.col) && q.mask != b.all)
    return refuse_mask(what, name, q.mask);
  return check_group_sizes(what, name, q, op.dst);
}

status check_scales(const char *what, const matmul_op &op, const attributes &attr) noexcept {
  for (const quantization &q : attr.scales) {
    if (q.mode != dnnl_quantization_mode_static_sazp) {
      DNNLET_CHECK(check_dynamic_scales(what, op, q));
      continue;
    }
    if (q.group_ndims != 0 && !admits_groups(op))
      return unimplemented(what, ": scales with groups, but weights have data type ",
                           int(op.weights.data_type));
    switch (q.arg) {
      case DNNL_ARG_SRC: DNNLET_CHECK(check_src_scales(what, op, q)); break;
      case DNNL_ARG_WEIGHTS:
        DNNLET_CHECK(check_group_sizes(what, "scales of weights", q, op.weights));
        break;
      case DNNL_ARG_DST: DNNLET_CHECK(check_dst_scales(what, op, q)); break;
      default: return unimplemented(what, ": scales of argument ", q.arg, " are not taken");
    }
  }
  return dnnl_success;
}

status check_src_zero_points(const char *what, const matmul_op &op,
                             const quantization &q) noexcept {
  static const char name[] = "zero points of src";
  const bits b = bits_of(op.src.ndims);
  if (!has_integers(op)) return unimplemented(what, ": ", name, ", which is not of integers");
  if (q.mask == 0) return dnnl_success;
  if (q.mask != b.col && q.mask != (b.row | b.col)) return refuse_mask(what, name, q.mask);
  if (q.group_ndims == 0) return dnnl_success;
  const dim_t k = op.src.dims[op.src.ndims - 1];
  if (q.groups[0] != 1 || (q.groups[1] > 1 && q.groups[1] != k && q.groups[1] % 32 != 0))
    return unimplemented(what, ": groups of ", q.groups[0], " x ", q.groups[1], " for ", name,
                         ", expected 1 x a multiple of 32");
  return check_group_sizes(what, name, q, op.src);
}

status check_weights_zero_points(const char *what, const matmul_op &op, const attributes &attr,
                                 const quantization &q) noexcept {
  static const char name[] = "zero points of weights";
  if (!admits_groups(op)) return unimplemented(what, ": ", name, ", which are not of integers");
  if (groups_of(q, op.weights.ndims).col > 1 && !attr.fpmath_applies_to_integers)
    return unimplemented(what, ": ", name, " have groups along N, but are not decompressed");
  return check_group_sizes(what, name, q, op.weights);
}

// A line of them would end inside of a byte.
status check_4bit_zero_points(const char *what, const matmul_op &op,
                              const attributes &attr) noexcept {
  const quantization *q = find(attr.zero_points, DNNL_ARG_WEIGHTS);
  if (!q || !is_4bit_integer(q->data_type)) return dnnl_success;
  for (int d = op.weights.ndims - 2; d < op.weights.ndims; ++d)
    if ((q->mask >> d & 1) && op.weights.dims[d] != runtime_dim && op.weights.dims[d] % 2 != 0)
      return unimplemented(what, ": zero points of weights have 4 bits, but dim ", d, " is ",
                           op.weights.dims[d], ", which is odd");
  return dnnl_success;
}

status check_zero_points(const char *what, const matmul_op &op, const attributes &attr) noexcept {
  for (const quantization &q : attr.zero_points) {
    if (q.arg == DNNL_ARG_SRC) DNNLET_CHECK(check_src_zero_points(what, op, q));
    if (q.arg == DNNL_ARG_WEIGHTS) DNNLET_CHECK(check_weights_zero_points(what, op, attr, q));
    if (q.arg != DNNL_ARG_DST) continue;
    if (!has_integers(op))
      return unimplemented(what, ": zero points of dst, but src is not of integers");
    if (q.mask != 0 && !(op.dst.ndims == 2 && q.mask == 2))
      return refuse_mask(what, "zero points of dst", q.mask);
  }
  return dnnl_success;
}

// Groups along K, of two attributes: each walks over whole ones of the other.
status check_together(const char *what, dim_t a, dim_t b) noexcept {
  if (a <= 1 || b <= 1 || a % b == 0 || b % a == 0) return dnnl_success;
  return unimplemented(what, ": groups of ", a, " and ", b,
                       " along K, of which neither divides the other");
}

status check_groups_together(const char *what, const matmul_op &op,
                             const owned_array<quantization> &list) noexcept {
  const quantization *src = find(list, DNNL_ARG_SRC), *weights = find(list, DNNL_ARG_WEIGHTS);
  if (!src || !weights) return dnnl_success;
  return check_together(what, groups_of(*src, op.src.ndims).col,
                        groups_of(*weights, op.weights.ndims).row);
}

// The sums of src over the groups along K, that zero points of weights are multiplied by.
status check_reductions(const char *what, const matmul_op &op, const attributes &attr) noexcept {
  const quantization *q = find(attr.precomputed_reductions, DNNL_ARG_SRC);
  if (!q) return dnnl_success;
  static const char name[] = "precomputed reductions";
  const quantization *zero_points = find(attr.zero_points, DNNL_ARG_WEIGHTS);
  if (!has_integers(op) || !zero_points)
    return unimplemented(what, ": ", name, " are for src of integers and zero points of weights");
  if (q->mask != bits_of(op.src.ndims).all)
    return unimplemented(what, ": ", name, " have mask ", q->mask, ", expected all dimensions");
  DNNLET_CHECK(check_group_sizes(what, name, *q, op.src));
  return check_together(what, groups_of(*q, op.src.ndims).col,
                        groups_of(*zero_points, op.weights.ndims).row);
}

// What depends on extents: of an execution again, where creation did not know them.
status check_sized_attributes(const char *what, const matmul_op &op,
                              const attributes &attr) noexcept {
  DNNLET_CHECK(check_scales(what, op, attr));
  DNNLET_CHECK(check_zero_points(what, op, attr));
  DNNLET_CHECK(check_groups_together(what, op, attr.scales));
  DNNLET_CHECK(check_groups_together(what, op, attr.zero_points));
  DNNLET_CHECK(check_reductions(what, op, attr));
  DNNLET_CHECK(
      check_post_ops(what, &attr, op.dst, {dnnl_sum, dnnl_eltwise, dnnl_binary, dnnl_prelu}));
  return check_dropout(what, &attr, op.dst);
}

const memory_desc &tensor_of(const matmul_op &op, int arg) noexcept {
  return arg == DNNL_ARG_SRC ? op.src : arg == DNNL_ARG_WEIGHTS ? op.weights : op.dst;
}

}  // namespace

status check_matmul_types(const char *what, const matmul_op &op, const attributes *attr) noexcept {
  const data_type src = op.src.data_type, weights = op.weights.data_type, dst = op.dst.data_type;
  if (!have_type_of_sum(src, weights, dst))
    return invalid(what, ": products of the data types src ", int(src), ", weights ", int(weights),
                   ", dst ", int(dst), " have no type to be summed up in");
  DNNLET_CHECK(check_nibbles(what, "src", op.src));
  DNNLET_CHECK(check_nibbles(what, "weights", op.weights));
  const bool taken = has_integers(op) ? is_small_integer(weights) && is_dst_of_integers(dst)
                                      : are_floats_taken(op, attr);
  if (taken && is_bias_taken(op)) return dnnl_success;
  return unimplemented(what, ": the data types src ", int(src), ", weights ", int(weights),
                       ", bias ", int(op.bias.data_type), ", dst ", int(dst),
                       " are not taken together with this fpmath mode");
}

status check_matmul_attributes(const char *what, const matmul_op &op,
                               const attributes &attr) noexcept {
  DNNLET_CHECK(check_attribute_kinds(what, &attr,
                                     uses_scales | uses_zero_points | uses_precomputed_reductions |
                                         uses_post_ops | uses_dropout | uses_stochastic_rounding |
                                         takes_accumulators));
  DNNLET_CHECK(check_4bit_zero_points(what, op, attr));
  DNNLET_CHECK(check_sums(what, attr, op.dst.data_type, has_integers(op)));
  return check_sized_attributes(what, op, attr);
}

status check_matmul_values(const char *what, const matmul_op &op,
                           const run_context &context) noexcept {
  const attributes &attr = *context.attr;
  if (has_zero_dim(op.dst)) return dnnl_success;
  if (has_runtime_sizes(context.problem<matmul_op>()))
    DNNLET_CHECK(check_sized_attributes(what, op, attr));
  for (const quantization &q : attr.scales)
    DNNLET_CHECK(
        check_values(what, context, q, DNNL_ARG_ATTR_SCALES | q.arg, tensor_of(op, q.arg)));
  for (const quantization &q : attr.zero_points)
    DNNLET_CHECK(
        check_values(what, context, q, DNNL_ARG_ATTR_ZERO_POINTS | q.arg, tensor_of(op, q.arg)));
  for (const quantization &q : attr.precomputed_reductions)
    DNNLET_CHECK(check_values(what, context, q, DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS | q.arg,
                              tensor_of(op, q.arg)));
  for (int i = 0; i < attr.post_ops.entries.count; ++i)
    if (attr.post_ops.entries[i].kind == dnnl_prelu)
      DNNLET_CHECK(check_prelu_weights(what, context, i, op.dst));
  return dnnl_success;
}

}  // namespace dnnlet
