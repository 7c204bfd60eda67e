// SPDX-License-Identifier: Apache-2.0
// relu_narrow, both directions; five facts: plugins/kernels/eltwise/relu_narrow.cpp. Tensors are
// one row each, without gaps.
#include "plugins/drivers/eltwise/relu_narrow.h"

#include "core/kernel/eltwise.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/row_backend.h"
#include "plugins/drivers/rows/row_walk.h"

namespace dnnlet::drivers {

namespace {

constexpr int relu_index = 0;

bool is_clip(const eltwise_op &op) noexcept {
  const bool is_one = op.head.alg == dnnl_eltwise_clip || op.head.alg == dnnl_eltwise_clip_v2;
  return is_one && op.alpha <= op.beta;
}

// y is where the result goes, b may have no dimensions.
refusal plan(plan_request &request, const memory_desc &b, const memory_desc &y) {
  const auto &op = request.problem<eltwise_op>();
  if (kinds_in(*request.attr)) return "an attribute is not taken";
  const data_type type = y.data_type;
  const bool is_relu = eltwise_index(op.head.alg) == relu_index && op.alpha == 0;
  if (!is_relu && !(is_clip(op) && type_size(type) == 1)) return "another function";
  if (type != dnnl_bf16 && type != dnnl_f16 && type != dnnl_s8 && type != dnnl_u8)
    return "a data type is not taken";
  if (op.data.data_type != y.data_type || (!is_zero(b) && b.data_type != y.data_type))
    return "data types differ";
  auto &walk = request.make_plan<row_walk, eltwise_op>();
  if (const refusal reason = plan_row_walk(op.data, b, y, false, walk)) return reason;
  if (walk.axis >= 0) return "there are gaps between elements";
  return accepted;
}

uint16_t infinity_of(data_type type) noexcept {
  return type == dnnl_bf16 ? 0x7F80 : 0x7C00;
}

template <class Body>
void for_each_part(const run_context &context, const Body &body) noexcept {
  const auto &walk = context.plan_as<row_walk, eltwise_op>();
  parallel_for(context.workers, div_up(walk.block, walk.segment), [&](int64_t item, int) {
    const dim_t begin = item * walk.segment;
    body(begin, size_t(min(walk.segment, walk.block - begin)));
  });
}

// An integer between two numbers is between the nearest integers.
void run_bytes(const run_context &context, const eltwise_op &op) noexcept {
  const int8_t *x = context.first<int8_t>(DNNL_ARG_SRC, op.data);
  int8_t *y = context.first<int8_t>(DNNL_ARG_DST, op.dst);
  const data_type type = op.dst.data_type;
  const bool clips = is_clip(op);
  int8_t ends[2];
  store_element(type, ends, 0, clips ? double(op.alpha) : 0);
  store_element(type, ends, 1, clips ? double(op.beta) : UINT8_MAX);
  for_each_part(context, [&](dim_t i, size_t n) {
    context.parts_as<relu_narrow_forward>().bytes(x + i, y + i, n, ends[0], ends[1],
                                                  type == dnnl_u8 ? INT8_MIN : 0);
  });
}

}  // namespace

refusal plan_relu_narrow_forward(plan_request &request) {
  return plan(request, zero_md, request.problem<eltwise_op>().dst);
}
refusal plan_relu_narrow_backward(plan_request &request) {
  const auto &op = request.problem<eltwise_op>();
  if (type_size(op.diff_src.data_type) == 1) return "a data type is not taken";
  return plan(request, op.diff_dst, op.diff_src);
}

void run_relu_narrow_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<relu_narrow_forward>();
  const auto &op = context.problem<eltwise_op>();
  if (type_size(op.dst.data_type) == 1) return run_bytes(context, op);
  const uint16_t *x = context.first<uint16_t>(DNNL_ARG_SRC, op.data);
  uint16_t *y = context.first<uint16_t>(DNNL_ARG_DST, op.dst);
  const uint16_t infinity = infinity_of(op.dst.data_type);
  for_each_part(context, [&](dim_t i, size_t n) { backend.two_bytes(x + i, y + i, n, infinity); });
}

void run_relu_narrow_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<relu_narrow_backward>();
  const auto &op = context.problem<eltwise_op>();
  const int data_arg = uses_dst_for_backward(op.head.alg) ? DNNL_ARG_DST : DNNL_ARG_SRC;
  const uint16_t *x = context.first<uint16_t>(data_arg, op.data);
  const uint16_t *b = context.first<uint16_t>(DNNL_ARG_DIFF_DST, op.diff_dst);
  uint16_t *y = context.first<uint16_t>(DNNL_ARG_DIFF_SRC, op.diff_src);
  const uint16_t infinity = infinity_of(op.diff_src.data_type);
  for_each_part(context,
                [&](dim_t i, size_t n) { backend.two_bytes(x + i, b + i, y + i, n, infinity); });
}

}  // namespace dnnlet::drivers
