// SPDX-License-Identifier: Apache-2.0
// A matmul as a product of matrices: which dimensions are rows, columns and batches of what.
#ifndef DNNLET_PLUGINS_DRIVERS_MATMUL_SHAPE_H
#define DNNLET_PLUGINS_DRIVERS_MATMUL_SHAPE_H

#include "core/kernel/matmul.h"
#include "plugins/drivers/gemm/multiply.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// What weights that stand for other numbers are given before they are multiplied.
struct weights_values {
  type_flag<has_types_beside_f32> scales, zero_points;
};
// Scales that differ along K, and zero points.
weights_values values_in(const attributes &attr, const memory_desc &weights) noexcept;

// How a matmul is multiplied.
struct matmul_form {
  weights_values values;
  dim_t panel_columns;  // of weights in panels, else 0
  dim_t step;           // elements of K in a step
  bool unpacks;         // weights that are packed sparse, row by row
  bool is_transposed;   // src has the columns of C, and weights the rows: where dst is a column
};
gemm_tensors tensors_of(const matmul_op &op, const matmul_form &form) noexcept;

struct matmul_shape {
  multiply_problem problem;
  batch_walk batches;
  decompression values;
};
// Without data. False where a layout is not plain. The result points into itself.
bool find_shape(const matmul_op &op, const attributes &attr, const matmul_form &form,
                matmul_shape &shape) noexcept;
// Where the data is.
void find_data(const run_context &context, const matmul_op &op, const matmul_form &form,
               matmul_shape &shape) noexcept;

}  // namespace dnnlet::drivers

#endif
