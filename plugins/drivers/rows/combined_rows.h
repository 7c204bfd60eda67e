// SPDX-License-Identifier: Apache-2.0
// Rows of f32 values that a post-op combines with those of an operand.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_COMBINED_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_COMBINED_ROWS_H

#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// values[r * step + c] = f(values[r * step + c], operand[r * operand_step + c]), which is f of
// row_backend, for c < columns; nothing beyond is read or written.
struct combined_rows {
  float *values;
  dim_t rows, step, columns;
  const void *operand;  // elements of `type`
  data_type type;
  dim_t operand_step;
  bool is_one;  // the row of the operand is one element, which all columns meet
  row_function f;
  float alpha, beta;
};

}  // namespace dnnlet::drivers

#endif
