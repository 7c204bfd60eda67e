// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/ukernel.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

// Of integers modulo 2^32, of others in f64.
double sum_of_products(const run_context &context, dim_t row, dim_t col) noexcept {
  const auto &op = context.problem<brgemm_op>();
  const auto &call = brgemm_call::of(context);
  const dim_t *offsets = call.offsets;
  const bool is_integer = op.c_type == dnnl_s32;
  double sum = op.adds_c ? load_element(op.c_type, call.c, row * op.ldc + col) : 0;
  auto whole = uint32_t(is_integer ? int64_t(sum) : 0);
  for (dim_t i = 0; i < op.batch; ++i)
    for (dim_t k = 0; k < op.k; ++k) {
      const double x = load_element(op.a.data_type, call.a + offsets[2 * i], row * op.lda + k);
      const double y = load_element(op.b.data_type, call.b + offsets[2 * i + 1],
                                    packed_place(k, col, op.ldb, op.b_group));
      if (is_integer)
        whole += uint32_t(int32_t(x) * int32_t(y));
      else
        sum += x * y;
    }
  return is_integer ? int32_t(whole) : sum;
}

void run(const run_context &context) {
  const auto &op = context.problem<brgemm_op>();
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.d);
  const quantization_values a_scales = scales_of(context, DNNL_ARG_SRC, op.a);
  const quantization_values b_scales = scales_of(context, DNNL_ARG_WEIGHTS, op.b);
  const quantization_values d_scales = scales_of(context, DNNL_ARG_DST, op.d);
  const post_op_chain post_ops(context, op.d);
  for_each_index(context, op.d, [&](const dim_t *index) {
    const dim_t row = index[0], col = index[1], b_index[] = {0, col};
    const double sum = sum_of_products(context, row, col);
    if (!dst) return store_element(op.c_type, brgemm_call::of(context).c, row * op.ldc + col, sum);
    const double value = sum * a_scales.at(index) * b_scales.at(b_index);
    dst.set(index, post_ops.apply(value, dst, index) / d_scales.at(index));
  });
}

constexpr kernel rows[] = {{"reference:brgemm", plan, run}};

}  // namespace

extern const kernel_rows brgemm = all_of(rows);

}  // namespace dnnlet::reference
