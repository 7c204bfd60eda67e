// SPDX-License-Identifier: Apache-2.0
// Matmul as products of matrices; formula: core/kernel/matmul.h, with attributes: finish.h,
// zero_points.h and, of weights that stand for other numbers, pack.h.
//   src, dst of any strides; weights too, or in panels, which `any` becomes where tiles read them
//   as they are: any alignment, disjoint scratch: plan_matrix_product() error: that of
//   matrix_product.cpp
#include "plugins/drivers/matmul/matmul.h"

#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/panels.h"

namespace dnnlet::drivers {

namespace {

bool is_byte(data_type type) noexcept {
  return type == dnnl_u8 || type == dnnl_s8;
}

// Integers that tiles read as numbers of their own type.
bool is_widened(data_type weights, const multiply_backend &backend) noexcept {
  return backend.widen && (is_byte(weights) || weights == dnnl_s4 || weights == dnnl_u4);
}

// Whether a product is for src and weights of these types.
bool takes_types(const matmul_op &op, const multiply_backend &backend) noexcept {
  const product &x = *backend.multiply;
  const data_type src = op.src.data_type, weights = op.weights.data_type;
  if (x.is_integer) return is_byte(src) && backend.packing_of_b(weights);
  if (backend.load) return src != dnnl_f64 && weights != dnnl_f64;
  if (!is_element(src, x.a)) return false;
  // How bytes lie has to be known.
  return is_element(weights, x.b) || (is_widened(weights, backend) && !has_runtime_sizes(op));
}

// Integers lose nothing as long as they are integers; otherwise there are no zero points of src.
refusal check_values(const attributes &attr, const product &x, bool widens,
                     const weights_values &values) noexcept {
  if (x.is_integer) return values.scales ? "scales along K" : accepted;
  if (!widens && (values.scales || values.zero_points)) return "values along K";
  return find(attr.zero_points, DNNL_ARG_SRC) ? "zero points of src" : accepted;
}

// Batches of elements of four bits begin with whole bytes, and neighbours are in one.
bool has_whole_bytes(const memory_desc &md) noexcept {
  if (!is_four_bit_type(md.data_type)) return true;
  if (!is_blocked(md) || has_runtime_dims(md)) return false;
  const dim_t *strides = md.blocked.strides + md.ndims - 2;
  bool whole = md.offset0 % 2 == 0 && (strides[0] == 1 || strides[1] == 1);
  for (int d = 0; d < md.ndims - 2; ++d) whole &= md.blocked.strides[d] % 2 == 0 || md.dims[d] == 1;
  return whole;
}

panel_shape panels_of(const memory_desc &weights, const multiply_backend &backend) noexcept {
  const product &x = *backend.multiply;
  const int row = weights.ndims - 2, col = weights.ndims - 1;
  const panel_axes axes = {uint16_t((1u << row) - 1), 0, uint16_t(1u << row), uint8_t(col)};
  const dim_t lanes = dim_t(backend.lanes());
  return shape_panels(extents_of(weights, axes), axes, x.group, lanes,
                      lanes * x.tiles->max_vectors);
}

// Panels are for tiles that read the weights as they are.
dim_t lay_out_weights(matmul_op &op, const multiply_backend &backend,
                      const weights_values &values) noexcept {
  memory_desc &weights = op.weights;
  const bool may_pack = weights.dims[weights.ndims - 1] != 1 &&
                        is_element(weights.data_type, backend.multiply->b) &&
                        !has_runtime_dims(weights) && !values.scales && !values.zero_points;
  if (!may_pack) return 0;
  const panel_shape shape = panels_of(weights, backend);
  const bool by_lines = goes_by_lines(op.src.dims[op.src.ndims - 2],
                                      weights.dims[weights.ndims - 1], weights.data_type, backend);
  if (is_any(weights) && (by_lines || !set_panels(weights, shape))) return 0;
  return is_in_panels(weights, shape) ? shape.columns : 0;
}

// A matrix by a vector is a vector by a matrix.
bool is_better_transposed(const matmul_op &op, const attributes &attr, matmul_form form,
                          const multiply_backend &backend) noexcept {
  const matmul_sizes s = sizes_of(op);
  if (s.n != 1 || s.m == 1 || has_runtime_sizes(op) || form.values.scales ||
      form.values.zero_points || form.panel_columns)
    return false;
  form.is_transposed = true;
  matmul_shape shape;
  return find_shape(op, attr, form, shape) && is_of_few_rows(shape.problem, backend, product_room);
}

refusal plan(plan_request &request, bool unpacks) {
  auto &op = request.problem<matmul_op>();
  const auto &parts = request.parts_as<product_parts>();
  const multiply_backend &backend = *parts.multiply;
  const attributes &attr = *request.attr;
  if (is_sparse(op.weights)) return "sparse weights";
  if (!backend.multiply->tiles) return "no tiles";
  if (!takes_types(op, backend)) return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (overlaps_itself(op.dst)) return "strides of 0";
  auto &plan = request.make_plan<matmul_plan, matmul_op>();
  matmul_form &form = plan.form;
  form.step = backend.multiply->group;
  form.unpacks = unpacks;
  form.values = values_in(attr, op.weights);
  const bool widens = backend.load || is_widened(op.weights.data_type, backend);
  if (const refusal reason = check_values(attr, *backend.multiply, widens, form.values))
    return reason;
  if (backend.multiply->is_integer) form.values = {};
  if (!lay_out_plain(op.src) || !lay_out_plain(op.dst) ||
      (!is_zero(op.bias) && !lay_out_plain(op.bias)))
    return "size";
  form.panel_columns = lay_out_weights(op, backend, form.values);
  if (!lay_out_plain(op.weights)) return "size";
  if (!has_whole_bytes(op.src) || !has_whole_bytes(op.weights)) return "halves of bytes";
  matmul_shape shape;
  form.is_transposed = is_better_transposed(op, attr, form, backend);
  if (!find_shape(op, attr, form, shape)) return "layout";
  const bool is_open = has_runtime_sizes(op);
  if (unpacks &&
      (is_open || form.is_transposed || shape.problem.batches || shape.problem.b.col_step != 1))
    return "form";
  if (const refusal reason = plan_matrix_product(request, parts, tensors_of(op, form),
                                                 shape.problem, is_open, plan.product))
    return reason;
  return unpacks && !plan.product.cut.is_of_few_rows ? "many rows" : accepted;
}

}  // namespace

refusal plan_matmul(plan_request &request) {
  return plan(request, false);
}

refusal plan_unpacking_matmul(plan_request &request) {
  return plan(request, true);
}

void run_matmul(const run_context &context, const matmul_op &op, const matmul_plan &plan,
                const void *weights) noexcept {
  const auto &parts = context.parts_as<product_parts>();
  matmul_shape shape;
  find_shape(op, *context.attr, plan.form, shape);
  find_data(context, op, plan.form, shape);
  if (weights) (plan.form.is_transposed ? shape.problem.a : shape.problem.b).data = weights;
  run_matrix_product(context, parts, tensors_of(op, plan.form), shape.problem, plan.product);
}

void run_matmul(const run_context &context) {
  run_matmul(context, operation_of(context), context.plan_as<matmul_plan, matmul_op>(), nullptr);
}

}  // namespace dnnlet::drivers
