// SPDX-License-Identifier: Apache-2.0
// sums[i] = sum over parts of sums[part][i]
//   sums f32 [size], and [parts - 1][size] of the others: dense, any alignment; the result is in
//   the place of the first part
//   scratch 0 B; error: one rounding for each addition, in the order of the parts
#include "plugins/drivers/gemm/add_up.h"

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

void add_up(const run_context &context, const row_backend &rows, float *first, const float *others,
            dim_t parts, dim_t size) noexcept {
  constexpr dim_t piece = 4096;
  if (parts == 1) return;
  parallel_for(context.workers, div_up(size, piece), [&](int64_t item, int) {
    const dim_t begin = item * piece, count = min(piece, size - begin);
    for (dim_t part = 0; part < parts - 1; ++part)
      rows.apply(rows.sum, first + begin, others + part * size + begin, first + begin,
                 size_t(count), 1, 0);
  });
}

}  // namespace dnnlet::drivers
