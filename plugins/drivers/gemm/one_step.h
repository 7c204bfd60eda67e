// SPDX-License-Identifier: Apache-2.0
// Products of a column by a row, c[r][i] = start + a[r] * b[i], such as gradients of weights of
// one image: C is what memory is busy with, and is made row by row, in long pieces, where tiles
// would jump from row to row after a few vectors. Other types are widened, some thousand columns at
// a time. (Sums that are not made in C had better be those of tiles, which finish many at once.)
// Bits are those of tiles, of which those for pairs of bf16 take denormals for zeros. Only where
// caches are large.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_ONE_STEP_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_ONE_STEP_H

#include "plugins/drivers/gemm/multiply.h"

namespace dnnlet::drivers {

// Plans it; false if the product is not one of one step, or better made by tiles.
bool plan_one_step(const multiply_problem &p, const multiply_backend &backend,
                   multiply_cut &cut) noexcept;
void run_one_step(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task, char *memory) noexcept;

}  // namespace dnnlet::drivers

#endif
