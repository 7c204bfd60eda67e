// SPDX-License-Identifier: Apache-2.0
// Matmul of a sparse and a dense matrix of f32, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_MATMUL_SPARSE_H
#define DNNLET_PLUGINS_DRIVERS_MATMUL_SPARSE_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Neighbouring elements of one row of a sparse matrix, and what is done with them:
//   gather:   c[i] = c[i] + sum over j of values[j] * b[columns[j] * step + i]
//   scatter:  c[columns[j] * step + i] = the same + values[j] * b[i], for j = 0, 1, ...
// with sums in the order of j.
struct sparse_run {
  const float *values;
  const int32_t *columns;
  dim_t count;
  const float *b;
  float *c;
  dim_t step, width;  // of i: four vectors, where they are scattered
  bool from_zero;     // gather: c is not read
};
using sparse_function = void (*)(const sparse_run &run) noexcept;

// What a row of a kernel table has for its parts.
struct sparse_parts {
  cpu_features prefers;
  size_t (*lanes)() noexcept;
  sparse_function gather, scatter;
};

refusal plan_sparse_matmul(plan_request &request);
void run_sparse_matmul(const run_context &context);

}  // namespace dnnlet::drivers

#endif
