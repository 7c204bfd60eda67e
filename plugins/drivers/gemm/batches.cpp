// SPDX-License-Identifier: Apache-2.0
// Batches of products: where the operands of one begin; multiply.h.
#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/multiply.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

dim_t batch_walk::count() const noexcept {
  dim_t all = 1;
  for (int d = 0; d < ndims; ++d) all *= dims[d];
  return all;
}

namespace {

void advance(const void *&data, dim_t elements, data_type type) noexcept {
  // Of elements of four bits, batches begin with whole bytes.
  const dim_t bytes = is_four_bit_type(type) ? elements / 2 : elements * dim_t(type_size(type));
  data = static_cast<const char *>(data) + bytes;
}

}  // namespace

batch_data find_batch(const multiply_problem &p, dim_t batch) noexcept {
  batch_data at = {p.a, p.b, {}, 0};
  if (has_types_beside_f32 && p.b_values) at.values = *p.b_values;
  if (!p.batches) return at;
  const batch_walk &w = *p.batches;
  dim_t offsets[batch_operands] = {};
  for (int d = w.ndims - 1; d >= 0; --d) {
    const dim_t i = take(batch, w.dims[d]);
    for (int o = 0; o < batch_operands; ++o) offsets[o] += i * w.steps[d][o];
  }
  advance(at.a.data, offsets[batch_a], at.a.type);
  advance(at.b.data, offsets[batch_b], at.b.type);
  at.values.scales.first += offsets[batch_scales];
  at.values.zero_points.first += offsets[batch_zero_points];
  at.c = offsets[batch_c];
  return at;
}

}  // namespace dnnlet::drivers
