// SPDX-License-Identifier: Apache-2.0
// Inner product forward is a product of matrices, [N][K] by [K][OC], where the K elements of an
// image lie in src and in weights in the same order; formula: core/kernel/inner_product.h, with
// attributes: finish.h
//   src, weights in any layout in which the elements of an image follow each other at one distance,
//   weights in panels too: any alignment, disjoint
//   scratch: that of matrix_product.cpp; a copy of src in the order of weights where theirs differ,
//   and one of weights where these are in blocks that tiles do not read
//   error: that of matrix_product.cpp; K is summed up in the order of weights
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/inner_product/inner_product.h"
#include "plugins/drivers/inner_product/matrices.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers {

namespace {

struct forward_plan {
  product_plan product;
  matrix a, b;
  dim_t panel_columns;  // of weights, or of their copy; 0: a matrix
  tensor_copy src, weights;
};

gemm_tensors tensors_of(const inner_product_op &op) noexcept {
  return {{&op.src, DNNL_ARG_SRC, 0, 0},
          {&op.weights, DNNL_ARG_WEIGHTS, 0, 1},
          {&op.dst, DNNL_ARG_DST, 1, 2},
          &op.bias,
          DNNL_ARG_BIAS,
          1};
}

// How weights are read: in `order`, from panels or as a matrix, and from where they are or from a
// copy.
struct weights_reading {
  image_order order;
  memory_desc md;
  dim_t panel_columns;
  bool copies;
};

// Panels where tiles read weights as they are, else a matrix.
bool lay_out_as(const image_order &order, const multiply_backend &backend, memory_desc &weights,
                dim_t &panel_columns) noexcept {
  const product &x = *backend.multiply;
  panel_columns = panel_columns_of(backend, weights.dims[0]);
  if (is_element(weights.data_type, x.b) &&
      set_image_panels(weights, order, panel_columns, x.group))
    return true;
  panel_columns = 0;
  return set_images(weights, order);
}

// `wanted` is the order of src, or one to which src is copied.
bool read_weights(const memory_desc &weights, const image_order &wanted,
                  const multiply_backend &backend, weights_reading &r) noexcept {
  const dim_t columns = panel_columns_of(backend, weights.dims[0]);
  r.md = weights;
  r.copies = false;
  memory_desc panels = weights;
  if (is_element(weights.data_type, backend.multiply->b) &&
      find_order_in_panels(weights, r.order) &&
      set_image_panels(panels, r.order, columns, backend.multiply->group) &&
      same_layout(panels, weights)) {
    r.panel_columns = columns;
    return true;
  }
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
  if (!is_any(op.weights) && find_order_in_panels(op.weights, order) && set_images(op.src, order))
    return accepted;
  return set_images(op.src, channels_last_order(op.src)) ? accepted : "size";
}

// src as the layout of a copy in another order.
bool find_src_copy(const memory_desc &src, const image_order &order, memory_desc &copy) noexcept {
  copy = src;
  copy.offset0 = 0;
  return set_images(copy, order);
}

image_order wanted_order(const inner_product_op &op) noexcept {
  image_order order;
  return find_order(op.src, order) ? order : channels_last_order(op.src);
}

refusal plan_matrices(plan_request &request, inner_product_op &op, forward_plan &plan) noexcept {
  const multiply_backend &backend = *request.parts_as<product_parts>().multiply;
  if (const refusal reason = lay_out_src(op)) return reason;
  const image_order wanted = wanted_order(op);
  memory_desc &weights = op.weights;
  const bool by_lines = goes_by_lines(op.src.dims[0], weights.dims[0], weights.data_type, backend);
  if (is_any(weights) && !(by_lines && set_images_side_by_side(weights, wanted)) &&
      !lay_out_as(wanted, backend, weights, plan.panel_columns))
    return "size";
  weights_reading r;
  if (!read_weights(op.weights, wanted, backend, r)) return "layout of weights";
  plan.panel_columns = r.panel_columns;
  if (r.copies && !plan_copy(request, op.weights, r.md, r.md, plan.weights))
    return "layout of weights";
  plan.b = r.panel_columns ? matrix{op.weights.data_type, nullptr, 0, 0}
                           : transposed(rows_of(r.md, r.copies ? 1 : r.order.step));
  image_order order;
  if (find_order(op.src, order) && same_order(order, r.order)) {
    plan.a = rows_of(op.src, order.step);
    return accepted;
  }
  memory_desc copy;
  if (!find_src_copy(op.src, r.order, copy) || !plan_copy(request, op.src, copy, copy, plan.src))
    return "layout of src";
  plan.a = rows_of(copy, 1);
  return accepted;
}

const char *copy_src(const run_context &context, const inner_product_op &op,
                     const forward_plan &plan) noexcept {
  const auto &parts = context.parts_as<product_parts>();
  weights_reading r;
  memory_desc copy;
  read_weights(op.weights, wanted_order(op), *parts.multiply, r);
  find_src_copy(op.src, r.order, copy);
  char *to = context.scratchpad + plan.src.at;
  copy_layout(context.workers, *parts.gemm->reorder, op.src, context.data(DNNL_ARG_SRC), copy, to);
  return to;
}

const char *copy_weights(const run_context &context, const inner_product_op &op,
                         const forward_plan &plan) noexcept {
  const auto &parts = context.parts_as<product_parts>();
  weights_reading r;
  read_weights(op.weights, wanted_order(op), *parts.multiply, r);
  char *to = context.scratchpad + plan.weights.at;
  copy_layout(context.workers, *parts.gemm->reorder, op.weights, context.data(DNNL_ARG_WEIGHTS),
              r.md, to);
  zero_padding(r.md, to);
  return to;
}

multiply_problem problem_of(const inner_product_op &op, const forward_plan &plan) noexcept {
  multiply_problem p = {};
  p.m = op.dst.dims[0];
  p.n = op.dst.dims[1];
  p.k = elements(op.weights) / p.n;
  p.a = plan.a;
  p.b = plan.b;
  p.panel_columns = plan.panel_columns;
  return p;
}

}  // namespace

refusal plan_inner_product_forward(plan_request &request) {
  auto &op = request.problem<inner_product_op>();
  if (const refusal reason = check_product(request, op, op.src.data_type, op.weights.data_type))
    return reason;
  auto &plan = request.make_plan<forward_plan, inner_product_op>();
  if (const refusal reason = lay_out_ends(op)) return reason;
  if (const refusal reason = plan_matrices(request, op, plan)) return reason;
  return plan_matrix_product(request, request.parts_as<product_parts>(), tensors_of(op),
                             problem_of(op, plan), false, plan.product);
}

void run_inner_product_forward(const run_context &context) {
  const auto &op = context.problem<inner_product_op>();
  const auto &plan = context.plan_as<forward_plan, inner_product_op>();
  multiply_problem p = problem_of(op, plan);
  p.a.data =
      plan.src.is_made ? copy_src(context, op, plan) : first_byte(context, DNNL_ARG_SRC, op.src);
  p.b.data = plan.weights.is_made ? copy_weights(context, op, plan)
                                  : first_byte(context, DNNL_ARG_WEIGHTS, op.weights);
  run_matrix_product(context, context.parts_as<product_parts>(), tensors_of(op), p, plan.product);
}

}  // namespace dnnlet::drivers
