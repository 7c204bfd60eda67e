// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/inner_product/matrices.h"

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

bool is_byte(data_type type) noexcept {
  return type == dnnl_u8 || type == dnnl_s8;
}

bool takes_types(const multiply_backend &backend, data_type a, data_type b) noexcept {
  const product &x = *backend.multiply;
  if (x.is_integer) return is_byte(a) && backend.packing_of_b(b);
  if (backend.load) return !is_byte(a) && a != dnnl_f64;
  return is_element(a, x.a) && is_element(b, x.b);
}

// With one line there are no steps from one to the next; lines side by side are what is liked best.
dim_t step_of(dim_t lines, dim_t stride, dim_t length) noexcept {
  return lines == 1 ? max<dim_t>(length, 1) : stride;
}

}  // namespace

refusal check_product(const plan_request &request, const inner_product_op &op, data_type a,
                      data_type b) noexcept {
  const auto &parts = request.parts_as<product_parts>();
  if (!parts.multiply->multiply->tiles) return "no tiles";
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  if (!takes_types(*parts.multiply, a, b)) return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.weights)) return "empty tensor";
  const memory_desc &result = op.head.prop == dnnl_backward_data      ? op.src
                              : op.head.prop == dnnl_backward_weights ? op.weights
                                                                      : op.dst;
  if (overlaps_itself(result)) return "elements of the result share their places";
  return accepted;
}

refusal lay_out_ends(inner_product_op &op) noexcept {
  if (is_any(op.dst) && !set_layout_by_tag(op.dst, dnnl_ab)) return "size";
  if (is_any(op.bias) && !set_layout_by_tag(op.bias, dnnl_a)) return "size";
  if (!is_plain(op.dst)) return "layout of dst";
  return is_zero(op.bias) || is_dense(op.bias) ? accepted : "layout of bias";
}

dim_t panel_columns_of(const multiply_backend &backend, dim_t columns) noexcept {
  const auto lanes = dim_t(backend.lanes());
  return min(lanes * backend.multiply->tiles->max_vectors, round_up(columns, lanes));
}

matrix rows_of(const memory_desc &images, dim_t step) noexcept {
  const dim_t length = elements(images) / images.dims[0];
  return {images.data_type, nullptr,
          step_of(images.dims[0], images.blocked.strides[0], length * step), step};
}

matrix matrix_of(const memory_desc &md) noexcept {
  return {md.data_type, nullptr, step_of(md.dims[0], md.blocked.strides[0], md.dims[1]),
          md.dims[1] == 1 ? 1 : md.blocked.strides[1]};
}

matrix transposed(const matrix &m) noexcept {
  return {m.type, m.data, m.col_step, m.row_step};
}

memory_desc describe(const memory_desc &of, const matrix &m, dim_t rows, dim_t cols) noexcept {
  memory_desc md = {};
  md.ndims = 2;
  md.data_type = of.data_type;
  md.format_kind = dnnl_blocked;
  md.dims[0] = rows;
  md.dims[1] = cols;
  md.blocked.strides[0] = m.row_step;
  md.blocked.strides[1] = m.col_step;
  md.offset0 = of.offset0;
  return md;
}

bool plan_copy(plan_request &request, const memory_desc &from, const memory_desc &to,
               const memory_desc &copy, tensor_copy &plan) noexcept {
  if (!is_blocked(from) || !is_blocked(to) || !nest_walk(from, to).is_regular()) return false;
  plan.is_made = true;
  plan.at = request.add_scratch(dnnlet::size_of(copy));
  return true;
}

result_argument::result_argument(const run_context &whole, int number, const memory_desc &md,
                                 const tensor_copy &copy) noexcept
    : memory(), arg{number, &memory}, context(whole) {
  if (!copy.is_made) return;
  memory.md = md;
  memory.handles = &memory.first_handle;
  memory.first_handle = whole.scratchpad + copy.at;
  context.args = &arg;
  context.arg_count = 1;
}

}  // namespace dnnlet::drivers
