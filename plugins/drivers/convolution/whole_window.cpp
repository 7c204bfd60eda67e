// SPDX-License-Identifier: Apache-2.0
// Convolution whose kernel sees all of src at once, backward, f32: an inner product, of features f
// that are the channels and pixels of src in the order of memory
//   diff_src[n][f] = sum over oc of diff_dst[n][oc] * weights[oc][f]
//   diff_weights[oc][f] = sum over n of diff_dst[n][oc] * src[n][f]
//   diff_bias[oc] = sum over n of diff_dst[n][oc]
//
//   src, diff_dst and weights f32, plain; weights have features in the order of src, without gaps
//   in either; disjoint
//   scratch: a one for each image; that of multiply.cpp for each worker
//   error: one rounding for each product, in the order of oc, or of images; of diff_bias, that of
//   few_rows.h
//   oneDNN v3, convolution
#include "plugins/drivers/convolution/whole_window.h"

#include <algorithm>

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/planes.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

struct geometry {
  dim_t n, oc, features;
  dim_t src_row, weights_row, dst_row, dst_step;
};

struct window_plan {
  multiply_cut cut;  // that of diff_bias is made again
  size_t ones_at, workers_at;
};

bool sees_all(const spatial &s) noexcept {
  return s.dst == 1 && s.kernel == s.src && s.padding == 0 && (s.kernel == 1 || s.dilate == 1);
}

bool sees_all(const convolution_op &op) noexcept {
  const convolution_sizes z = walked_sizes(op);
  return z.groups == 1 && sees_all(depth_of(z)) && sees_all(height_of(z)) && sees_all(width_of(z));
}

// Weights that are `any` follow src.
bool lay_out(convolution_op &op) noexcept {
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return false;
  if (!is_any(op.weights)) return true;
  return op.weights.ndims == op.src.ndims ? set_layout_like(op.weights, op.src)
                                          : lay_out_plain(op.weights);
}

bool make_geometry(const convolution_op &op, geometry &p) noexcept {
  if (!is_plain(op.src) || !is_plain(op.dst) || !is_plain(op.weights)) return false;
  const int first = op.weights.ndims - op.src.ndims;
  dim_t last = 0;  // where the last feature lies
  p.features = 1;
  for (int d = 1; d < op.src.ndims; ++d) {
    if (op.src.dims[d] == 1) continue;
    const dim_t stride = stride_within(op.src, d);
    if (stride_within(op.weights, first + d) != stride) return false;
    last += (op.src.dims[d] - 1) * stride;
    p.features *= op.src.dims[d];
  }
  p.n = op.src.dims[0];
  p.oc = op.dst.dims[1];
  p.src_row = stride_within(op.src, 0);
  p.weights_row = stride_within(op.weights, first);
  p.dst_row = stride_within(op.dst, 0);
  p.dst_step = stride_within(op.dst, 1);
  return last == p.features - 1;
}

multiply_problem data_problem(const geometry &p) noexcept {
  multiply_problem m;
  m.m = p.n;
  m.n = p.features;
  m.k = p.oc;
  m.a = {dnnl_f32, nullptr, p.dst_row, p.dst_step};
  m.b = {dnnl_f32, nullptr, p.weights_row, 1};
  m.c_row_step = p.src_row;
  return m;
}

multiply_problem weights_problem(const geometry &p) noexcept {
  multiply_problem m;
  m.m = p.oc;
  m.n = p.features;
  m.k = p.n;
  m.a = {dnnl_f32, nullptr, p.dst_step, p.dst_row};
  m.b = {dnnl_f32, nullptr, p.src_row, 1};
  m.c_row_step = p.weights_row;
  return m;
}

// A is ones.
multiply_problem bias_problem(const geometry &p) noexcept {
  multiply_problem m;
  m.m = 1;
  m.n = p.oc;
  m.k = p.n;
  m.a = {dnnl_f32, nullptr, p.n, 1};
  m.b = {dnnl_f32, nullptr, p.dst_row, p.dst_step};
  m.c_row_step = p.oc;
  return m;
}

refusal plan(const product_parts &parts, multiply_problem m, multiply_cut &cut) noexcept {
  m.c = &cut;  // which is not looked at yet
  return plan_multiply(m, *parts.multiply, product_room, cut);
}

void run(const run_context &context, multiply_problem m, const multiply_cut &cut, const float *a,
         const float *b, float *c) noexcept {
  m.a.data = a;
  m.b.data = b;
  m.c = c;
  run_multiply(context.workers, m, *context.parts_as<product_parts>().multiply, cut,
               context.scratchpad + context.plan_as<window_plan, convolution_op>().workers_at);
}

// What both directions ask of a problem.
refusal plan_window(plan_request &request, geometry &p) noexcept {
  auto &op = request.problem<convolution_op>();
  if (!sees_all(op)) return "the kernel does not see all of src at once";
  if (!lay_out(op)) return "size";
  if (const refusal reason = check_products_of_planes(request, op)) return reason;
  return make_geometry(op, p) ? accepted : "layout of weights is not that of src";
}

size_t add_workers(plan_request &request, dim_t bytes) noexcept {
  return request.add_scratch(
      scratch_bytes({dim_t(worker_share(size_t(bytes))), request.max_workers}));
}

}  // namespace

refusal plan_whole_window_backward_data(plan_request &request) {
  geometry p;
  if (const refusal reason = plan_window(request, p)) return reason;
  auto &plans = request.make_plan<window_plan, convolution_op>();
  if (const refusal reason = plan(request.parts_as<product_parts>(), data_problem(p), plans.cut))
    return reason;
  plans.workers_at = add_workers(request, plans.cut.bytes);
  return accepted;
}
void run_whole_window_backward_data(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  geometry p;
  make_geometry(op, p);
  run(context, data_problem(p), context.plan_as<window_plan, convolution_op>().cut,
      context.first<const float>(DNNL_ARG_DIFF_DST, op.dst),
      context.first<const float>(DNNL_ARG_WEIGHTS, op.weights),
      context.first<float>(DNNL_ARG_DIFF_SRC, op.src));
}

refusal plan_whole_window_backward_weights(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  geometry p;
  if (const refusal reason = plan_window(request, p)) return reason;
  if (const refusal reason = lay_out_bias(op.bias)) return reason;
  const auto &parts = request.parts_as<product_parts>();
  auto &plans = request.make_plan<window_plan, convolution_op>();
  multiply_cut bias_cut;
  if (const refusal reason = plan(parts, weights_problem(p), plans.cut)) return reason;
  if (const refusal reason = plan(parts, bias_problem(p), bias_cut)) return reason;
  plans.ones_at =
      request.add_scratch(is_zero(op.bias) ? 0 : scratch_bytes({p.n, dim_t(sizeof(float))}));
  plans.workers_at = add_workers(request, max(plans.cut.bytes, bias_cut.bytes));
  return accepted;
}
void run_whole_window_backward_weights(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  const auto &plans = context.plan_as<window_plan, convolution_op>();
  geometry p;
  make_geometry(op, p);
  const auto *diff_dst = context.first<const float>(DNNL_ARG_DIFF_DST, op.dst);
  run(context, weights_problem(p), plans.cut, diff_dst,
      context.first<const float>(DNNL_ARG_SRC, op.src),
      context.first<float>(DNNL_ARG_DIFF_WEIGHTS, op.weights));
  if (is_zero(op.bias)) return;
  auto *ones = reinterpret_cast<float *>(context.scratchpad + plans.ones_at);
  std::fill_n(ones, p.n, 1.0f);
  multiply_cut bias_cut;
  plan(context.parts_as<product_parts>(), bias_problem(p), bias_cut);
  run(context, bias_problem(p), bias_cut, ones, diff_dst,
      context.first<float>(DNNL_ARG_DIFF_BIAS, op.bias));
}

}  // namespace dnnlet::drivers
