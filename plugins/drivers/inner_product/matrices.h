// SPDX-License-Identifier: Apache-2.0
// The tensors of an inner product as matrices, and what it takes to make them such.
#ifndef DNNLET_PLUGINS_DRIVERS_INNER_PRODUCT_MATRICES_H
#define DNNLET_PLUGINS_DRIVERS_INNER_PRODUCT_MATRICES_H

#include "core/kernel/inner_product.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/inner_product/image_order.h"

namespace dnnlet::drivers {

// Whether a product is for factors of these types, and for tensors of an inner product at all.
refusal check_product(const plan_request &request, const inner_product_op &op, data_type a,
                      data_type b) noexcept;
// Lays out dst and bias where they are `any`: row-major.
refusal lay_out_ends(inner_product_op &op) noexcept;
// Columns of panels for a matrix of so many: whole vectors.
dim_t panel_columns_of(const multiply_backend &backend, dim_t columns) noexcept;

// Images as rows of a matrix; without data.
matrix rows_of(const memory_desc &images, dim_t step) noexcept;
// A tensor of two dimensions as it is.
matrix matrix_of(const memory_desc &md) noexcept;
matrix transposed(const matrix &m) noexcept;
// The descriptor of a matrix whose elements are those of a tensor.
memory_desc describe(const memory_desc &of, const matrix &m, dim_t rows, dim_t cols) noexcept;

// A copy of a tensor, of the same type, in a layout that a product can read, or that it writes.
struct tensor_copy {
  bool is_made;
  size_t at;  // in the scratchpad
};
// From one layout to the other, of which one is that of the copy. False where there is no way.
bool plan_copy(plan_request &request, const memory_desc &from, const memory_desc &to,
               const memory_desc &copy, tensor_copy &plan) noexcept;

// An execution that writes its result, argument `arg`, into the copy, if there is one.
struct result_argument {
  result_argument(const run_context &whole, int arg, const memory_desc &md,
                  const tensor_copy &copy) noexcept;

  dnnl_memory memory;
  dnnl_exec_arg_t arg;
  run_context context;
};

}  // namespace dnnlet::drivers

#endif
