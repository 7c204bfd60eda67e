// SPDX-License-Identifier: Apache-2.0
// Inner product backward by data is a product of matrices, [N][OC] by [OC][K]:
//   diff_src[n][k] = sum over oc of diff_dst[n][oc] * weights[oc][k]
//   weights in any layout in which the elements of an image follow each other at one distance, or
//   in panels: any alignment, disjoint scratch: that of matrix_product.cpp; diff_src in the order
//   of weights where theirs differ, and weights where they are in blocks that tiles do not read
//   error: that of matrix_product.cpp
#include "plugins/drivers/inner_product/inner_product.h"
#include "plugins/drivers/inner_product/matrices.h"
#include "plugins/drivers/reorder/driver.h"

namespace dnnlet::drivers {

namespace {

struct backward_data_plan {
  product_plan product;
  matrix a, b, c;
  dim_t panel_columns;
  tensor_copy src, weights;
};

// `dst` describes the matrix that diff_src, or its copy, is.
gemm_tensors tensors_of(const inner_product_op &op, const memory_desc &dst) noexcept {
  return {{&op.dst, DNNL_ARG_DIFF_DST, 0, 0},
          {&op.weights, DNNL_ARG_WEIGHTS, 0, 0},
          {&dst, DNNL_ARG_DIFF_SRC, 1, 2},
          &zero_md,
          DNNL_ARG_BIAS,
          1};
}

struct weights_reading {
  image_order order;
  memory_desc md;
  dim_t panel_columns;
  bool copies;
};

// Panels of neighbouring elements of images, as wide as possible.
bool set_panels(const multiply_backend &backend, const image_order &order, memory_desc &weights,
                dim_t &panel_columns) noexcept {
  const product &x = *backend.multiply;
  if (!is_element(weights.data_type, x.b)) return false;
  const auto lanes = dim_t(backend.lanes());
  panel_columns = panel_columns_of(backend, order.elements());
  for (; panel_columns > 0; panel_columns -= lanes)
    if (set_element_panels(weights, order, panel_columns, x.group)) return true;
  return false;
}

bool lay_out_as(const image_order &order, const multiply_backend &backend, memory_desc &weights,
                dim_t &panel_columns) noexcept {
  if (set_panels(backend, order, weights, panel_columns)) return true;
  panel_columns = 0;
  return set_images(weights, order);
}

bool read_weights(const memory_desc &weights, const image_order &wanted,
                  const multiply_backend &backend, weights_reading &r) noexcept {
  memory_desc panels = weights;
  r.order = wanted;
  r.md = weights;
  r.copies = false;
  if (set_panels(backend, wanted, panels, r.panel_columns) && same_layout(panels, weights))
    return true;
  r.panel_columns = 0;
  if (find_order(weights, r.order)) return true;
  r.order = wanted;
  r.copies = true;
  r.md.offset0 = 0;
  return lay_out_as(wanted, backend, r.md, r.panel_columns);
}

refusal lay_out_src(inner_product_op &op) noexcept {
  if (!is_any(op.src)) return accepted;
  image_order order;
  if (!is_any(op.weights) && find_order(op.weights, order) && set_images(op.src, order))
    return accepted;
  return set_images(op.src, channels_last_order(op.src)) ? accepted : "size";
}

image_order wanted_order(const inner_product_op &op) noexcept {
  image_order order;
  return find_order(op.src, order) ? order : channels_last_order(op.src);
}

refusal plan_matrices(plan_request &request, inner_product_op &op,
                      backward_data_plan &plan) noexcept {
  const multiply_backend &backend = *request.parts_as<product_parts>().multiply;
  if (const refusal reason = lay_out_src(op)) return reason;
  const image_order wanted = wanted_order(op);
  // A single row of f32 goes line by line.
  const bool by_lines = op.dst.dims[0] == 1 && op.weights.data_type == dnnl_f32;
  if (is_any(op.weights) && !(by_lines && set_images(op.weights, wanted)) &&
      !lay_out_as(wanted, backend, op.weights, plan.panel_columns))
    return "size";
  weights_reading r;
  if (!read_weights(op.weights, wanted, backend, r)) return "layout of weights";
  plan.panel_columns = r.panel_columns;
  if (r.copies && !plan_copy(request, op.weights, r.md, r.md, plan.weights))
    return "layout of weights";
  plan.a = matrix_of(op.dst);
  plan.b = r.panel_columns ? matrix{op.weights.data_type, nullptr, 0, 0}
                           : rows_of(r.md, r.copies ? 1 : r.order.step);
  image_order order;
  if (find_order(op.src, order) && same_order(order, r.order)) {
    plan.c = rows_of(op.src, order.step);
    return accepted;
  }
  memory_desc copy = op.src;
  if (!set_images(copy, r.order) || !plan_copy(request, copy, op.src, copy, plan.src))
    return "layout of diff_src";
  plan.c = rows_of(copy, 1);
  return accepted;
}

multiply_problem problem_of(const inner_product_op &op, const backward_data_plan &plan) noexcept {
  multiply_problem p = {};
  p.m = op.dst.dims[0];
  p.k = op.dst.dims[1];
  p.n = elements(op.weights) / p.k;
  p.a = plan.a;
  p.b = plan.b;
  p.panel_columns = plan.panel_columns;
  return p;
}

memory_desc result_of(const inner_product_op &op, const backward_data_plan &plan,
                      const multiply_problem &p) noexcept {
  memory_desc md = describe(op.src, plan.c, p.m, p.n);
  if (plan.src.is_made) md.offset0 = 0;
  return md;
}

const char *copy_weights(const run_context &context, const inner_product_op &op,
                         const backward_data_plan &plan) noexcept {
  const auto &parts = context.parts_as<product_parts>();
  weights_reading r;
  read_weights(op.weights, wanted_order(op), *parts.multiply, r);
  char *to = context.scratchpad + plan.weights.at;
  copy_layout(context.workers, *parts.gemm->reorder, op.weights, context.data(DNNL_ARG_WEIGHTS),
              r.md, to);
  zero_padding(r.md, to);
  return to;
}

// From the order of weights to that of diff_src.
void copy_result(const run_context &context, const inner_product_op &op,
                 const backward_data_plan &plan) noexcept {
  const auto &parts = context.parts_as<product_parts>();
  weights_reading r;
  read_weights(op.weights, wanted_order(op), *parts.multiply, r);
  memory_desc copy = op.src;
  copy.offset0 = 0;
  set_images(copy, r.order);
  copy_layout(context.workers, *parts.gemm->reorder, copy, context.scratchpad + plan.src.at, op.src,
              context.data(DNNL_ARG_DIFF_SRC));
}

}  // namespace

refusal plan_inner_product_backward_data(plan_request &request) {
  auto &op = request.problem<inner_product_op>();
  if (const refusal reason = check_product(request, op, op.dst.data_type, op.weights.data_type))
    return reason;
  auto &plan = request.make_plan<backward_data_plan, inner_product_op>();
  if (const refusal reason = lay_out_ends(op)) return reason;
  if (const refusal reason = plan_matrices(request, op, plan)) return reason;
  const multiply_problem p = problem_of(op, plan);
  const memory_desc result = result_of(op, plan, p);
  return plan_matrix_product(request, request.parts_as<product_parts>(), tensors_of(op, result), p,
                             false, plan.product);
}

void run_inner_product_backward_data(const run_context &context) {
  const auto &op = context.problem<inner_product_op>();
  const auto &plan = context.plan_as<backward_data_plan, inner_product_op>();
  multiply_problem p = problem_of(op, plan);
  const memory_desc result = result_of(op, plan, p);
  p.a.data = first_byte(context, DNNL_ARG_DIFF_DST, op.dst);
  p.b.data = plan.weights.is_made ? copy_weights(context, op, plan)
                                  : first_byte(context, DNNL_ARG_WEIGHTS, op.weights);
  result_argument to(context, DNNL_ARG_DIFF_SRC, result, plan.src);
  run_matrix_product(to.context, context.parts_as<product_parts>(), tensors_of(op, result), p,
                     plan.product);
  if (plan.src.is_made) copy_result(context, op, plan);
}

}  // namespace dnnlet::drivers
