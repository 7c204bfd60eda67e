// SPDX-License-Identifier: Apache-2.0
#include <cfloat>

#include "plugins/reference/pooling.h"
#include "plugins/reference/post_ops.h"

namespace dnnlet::reference {

namespace {

// Where a maximum begins: the least number of the type of dst. It is what a window without any
// number above it gives: one wholly in the padding, or full of NaN or -infinity.
double least_number(data_type type) noexcept {
  switch (type) {
    case dnnl_f64: return -DBL_MAX;
    case dnnl_bf16: return -0x1.FEp127;
    case dnnl_f16: return -65504;
    case dnnl_f8_e5m2: return -57344;
    case dnnl_f8_e4m3: return -448;
    case dnnl_s64: return -0x1p63;
    case dnnl_s32: return -0x1p31;
    case dnnl_s8: return -128;
    case dnnl_u8: return 0;
    case dnnl_e8m0: return 0x1p-127;
    default: return -double(FLT_MAX);
  }
}

bool is_pooled_type(data_type type) noexcept {
  return !is_four_bit_type(type) && type != dnnl_boolean;
}

refusal plan(plan_request &request) {
  const auto &op = request.problem<pooling_op>();
  const data_type src = op.src.data_type, dst = op.dst.data_type;
  return is_pooled_type(src) && is_pooled_type(dst) && (src != dnnl_e8m0 || dst != dnnl_e8m0)
             ? accepted
             : "types of 4 bits, truth values, and exponents to exponents are not pooled";
}

void run(const run_context &context) {
  const auto &op = context.problem<pooling_op>();
  const pooling_axes axes = axes_of(sizes_of(op));
  const int ndims = op.src.ndims;
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const tensor workspace = tensor_of(context, DNNL_ARG_WORKSPACE, op.workspace);
  const post_op_chain post_ops(context, op.dst);
  const bool is_max = op.head.alg == dnnl_pooling_max;
  const bool keeps_index = is_max && !is_zero(op.workspace) && workspace;
  const double least = least_number(op.dst.data_type);

  for_each_index(context, op.dst, [&](const dim_t *index) {
    const pooling_place o = pooling_place_of(index, ndims);
    double value = is_max ? least : 0;
    dim_t best = 0;
    for_each_point(axes, o, [&](dim_t k, const pooling_place &p) {
      const double x = src.get(pooling_index(p, ndims).at);
      if (!is_max) {
        value += x;
      } else if (x > value) {  // the first of equal ones stays; NaN never is above
        value = x;
        best = k;
      }
    });
    if (!is_max) value /= pooling_divisor(op, axes, o);
    if (keeps_index) workspace.set(index, double(best));
    dst.set(index, post_ops.apply(value, dst, index));
  });
}

constexpr kernel rows[] = {{"reference:pooling", plan, run}};

}  // namespace

extern const kernel_rows pooling_forward = all_of(rows);

}  // namespace dnnlet::reference
