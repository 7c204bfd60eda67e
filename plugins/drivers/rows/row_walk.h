// SPDX-License-Identifier: Apache-2.0
// Runs a row function over tensors that lie alike: y = f(x) or y = f(x, b), element by element.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_ROW_WALK_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_ROW_WALK_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// How a tensor is walked: as one row, or in rows along an axis, as long as the elements are dense.
struct row_walk {
  int axis;       // -1: everything, with the padding, is one row
  dim_t block;    // elements of a row; along the axis there are dims[axis] / block rows, rounded up
  dim_t rows;     // rows in all
  dim_t segment;  // elements that are worked on together; a part of a row when that is long
  bool exceeds_caches;
};

// Refuses tensors of different layouts, of types without f32 values, and without dense rows.
// Tensors with no dimensions do not count. `by_index`: each element's index must be known.
refusal plan_row_walk(const memory_desc &x, const memory_desc &b, const memory_desc &y,
                      bool by_index, row_walk &walk) noexcept;

// A tensor without a buffer is not there.
struct row_tensor {
  const memory_desc *md;
  void *data;
};
// y[i] = f(x[i]) or f(x[i], b[i]) of bf16, for any n; y may be x or b.
using bf16_row = void (*)(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, float alpha,
                          float beta);
constexpr bool has_bf16_rows = sizeof(void *) == 8;  // no small machine rounds by an instruction

// y[i] = values[x[i]], for any n; y may be x.
struct byte_table {
  void (*look_up)(const uint8_t *x, uint8_t *y, size_t n, const uint8_t *values);
  uint8_t values[256];
};

struct row_job {
  const row_backend &rows;
  row_function f;
  float alpha, beta;
  row_tensor x, b, y;
  bool has_post_ops;
  bf16_row of_bf16 = nullptr;         // in the place of f, without post-ops
  const byte_table *table = nullptr;  // the same of bytes
};
void run_row_walk(const run_context &context, const row_job &job, const row_walk &walk) noexcept;

}  // namespace dnnlet::drivers

#endif
