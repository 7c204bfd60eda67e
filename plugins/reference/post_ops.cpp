// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/post_ops.h"

#include "plugins/reference/eltwise_math.h"

namespace dnnlet::reference {

namespace {

// Weights of prelu have dst's extents where the mask says so, and else 1. Their memory may tell the
// layout; else they are dense, with the channels innermost.
double prelu_slope(const run_context &context, int arg, int mask, const memory_desc &dst,
                   const dim_t *index) noexcept {
  const tensor weights = tensor_of(context, arg);
  bool fits = is_blocked(weights.md()) && weights.md().ndims == dst.ndims;
  for (int d = 0; fits && d < dst.ndims; ++d)
    fits = weights.md().dims[d] == (mask >> d & 1 ? dst.dims[d] : 1);
  if (fits) return get_broadcast(weights, index);
  dim_t offset = 0;
  for (int i = 0; i < dst.ndims; ++i) {
    const int d = i == 0 ? 0 : i < dst.ndims - 1 ? i + 1 : 1;
    if (mask >> d & 1) offset = offset * dst.dims[d] + index[d];
  }
  return load_element(dnnl_f32, weights.data(), offset);
}

double add_old(const sum_post_op &sum, double value, const tensor &dst,
               const dim_t *index) noexcept {
  memory_desc as = dst.md();
  if (sum.data_type != dnnl_data_type_undef) as.data_type = sum.data_type;
  const double old = tensor(as, dst.data()).get(index);
  return value + double(sum.scale) * (old - sum.zero_point);
}

}  // namespace

double binary_value(dnnl_alg_kind_t alg, double a, double b, bool condition) noexcept {
  switch (alg) {
    case dnnl_binary_add: return a + b;
    case dnnl_binary_mul: return a * b;
    case dnnl_binary_max: return a > b ? a : b;
    case dnnl_binary_min: return a < b ? a : b;
    case dnnl_binary_div: return a / b;
    case dnnl_binary_sub: return a - b;
    case dnnl_binary_ge: return a >= b;
    case dnnl_binary_gt: return a > b;
    case dnnl_binary_le: return a <= b;
    case dnnl_binary_lt: return a < b;
    case dnnl_binary_eq: return a == b;
    case dnnl_binary_ne: return a != b;
    default: return condition ? a : b;
  }
}

double post_op_chain::apply(double value, const tensor &dst, const dim_t *index, int begin,
                            int end) const noexcept {
  for (int i = begin; i < end; ++i) {
    const post_ops &ops = context_.attr->post_ops;
    const post_op &op = ops.entries[i];
    const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(i);
    switch (op.kind) {
      case dnnl_sum: value = add_old(op.sum, value, dst, index); break;
      case dnnl_eltwise:
        value = eltwise(op.eltwise.alg, value, double(op.eltwise.alpha), double(op.eltwise.beta));
        break;
      case dnnl_binary: {
        const tensor src1 = tensor_of(context_, arg | DNNL_ARG_SRC_1, ops.operand(op.binary.src1));
        const bool selects = op.binary.alg == dnnl_binary_select;
        const bool condition = selects && get_broadcast(tensor_of(context_, arg | DNNL_ARG_SRC_2,
                                                                  ops.operand(op.binary.src2)),
                                                        index) != 0;
        value = binary_value(op.binary.alg, value, get_broadcast(src1, index), condition);
        break;
      }
      case dnnl_prelu:
        if (!(value > 0))
          value *= prelu_slope(context_, arg | DNNL_ARG_WEIGHTS, op.prelu.mask, dst_, index);
        break;
      default: break;
    }
  }
  return value;
}

}  // namespace dnnlet::reference
