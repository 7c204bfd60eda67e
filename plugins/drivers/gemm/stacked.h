// SPDX-License-Identifier: Apache-2.0
// Batches of small matrices, of which a task takes some that follow each other: what is packed of A
// and of B, if anything, is packed together, and all that is left for each of them is its tiles.
// (16x16x16 of bytes by themselves took three times as long as their tiles.) Bits are those of
// multiply.cpp.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_STACKED_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_STACKED_H

#include "plugins/drivers/gemm/multiply.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// Builds for f32 alone, which are to be small, go without.
constexpr bool has_stacks = has_types_beside_f32 && has_large_caches;

// Plans it; false if the product is not such a batch.
bool plan_stacked(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_room &room, multiply_cut &cut) noexcept;
void run_stacked(const multiply_problem &p, const multiply_backend &backend,
                 const multiply_cut &cut, dim_t task, char *memory) noexcept;

}  // namespace dnnlet::drivers

#endif
