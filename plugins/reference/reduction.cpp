// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/reduction.h"

#include <cfloat>
#include <cmath>

#include "core/support/arithmetic.h"
#include "plugins/reference/lines.h"
#include "plugins/reference/post_ops.h"

namespace dnnlet::reference {

namespace {

// The largest finite number of a type, which is where a minimum begins.
double greatest_number(data_type type) noexcept {
  switch (type) {
    case dnnl_f64: return DBL_MAX;
    case dnnl_bf16: return 0x1.FEp127;
    case dnnl_f16: return 65504;
    case dnnl_f8_e5m2: return 57344;
    case dnnl_f8_e4m3: return 448;
    case dnnl_s64: return 0x1p63;
    case dnnl_s32: return 0x1p31 - 1;
    case dnnl_s8: return 127;
    case dnnl_u8: return 255;
    case dnnl_s4: return 7;
    case dnnl_u4: return 15;
    default: return double(FLT_MAX);
  }
}
// Where a maximum begins.
double least_number(data_type type) noexcept {
  const bool is_unsigned = type == dnnl_u8 || type == dnnl_u4 || type == dnnl_e8m0;
  if (is_unsigned) return 0;
  return -greatest_number(type) - (is_integer_type(type) && type != dnnl_s64 ? 1 : 0);
}

double initial(const reduction_op &op) noexcept {
  switch (op.head.alg) {
    case dnnl_reduction_max: return least_number(op.src.data_type);
    case dnnl_reduction_min: return greatest_number(op.src.data_type);
    case dnnl_reduction_mul: return 1;
    default: return 0;
  }
}

double add(const reduction_op &op, double sum, double x) noexcept {
  switch (op.head.alg) {
    case dnnl_reduction_max: return x > sum ? x : sum;  // NaN does not count
    case dnnl_reduction_min: return x < sum ? x : sum;
    case dnnl_reduction_mul: return sum * x;
    case dnnl_reduction_sum:
    case dnnl_reduction_mean: return sum + x;
    default: return sum + std::pow(std::fabs(x), double(op.p));
  }
}

double finish(const reduction_op &op, double sum, double count) noexcept {
  const double eps = double(op.eps), root = 1 / double(op.p);
  switch (op.head.alg) {
    case dnnl_reduction_mean: return sum / count;
    case dnnl_reduction_norm_lp_max: return std::pow(max(sum, eps), root);
    case dnnl_reduction_norm_lp_sum: return std::pow(sum + eps, root);
    case dnnl_reduction_norm_lp_power_p_max: return max(sum, eps);
    case dnnl_reduction_norm_lp_power_p_sum: return sum + eps;
    default: return sum;
  }
}

refusal plan(plan_request &) {
  return accepted;
}

void run(const run_context &context) {
  const auto &op = context.problem<reduction_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const post_op_chain post_ops(context, op.dst);
  dim_t extents[max_ndims];
  double count = 1;
  for (int d = 0; d < op.src.ndims; ++d) {
    extents[d] = op.dst.dims[d] == op.src.dims[d] ? 1 : op.src.dims[d];
    count *= double(extents[d]);
  }
  for_each_index(context, op.dst, [&](const dim_t *index) {
    double sum = initial(op);
    box{index, extents, op.src.ndims}.for_each(
        [&](const dim_t *at) { sum = add(op, sum, src.get(at)); });
    dst.set(index, post_ops.apply(finish(op, sum, count), dst, index));
  });
}

constexpr kernel rows[] = {{"reference:reduction", plan, run}};

}  // namespace

extern const kernel_rows reduction = all_of(rows);

}  // namespace dnnlet::reference
