// SPDX-License-Identifier: Apache-2.0
// Functions of bf16 from memory to memory, where an instruction rounds to it: rows of f32 between
// them take two to four times as long.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_BF16_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_BF16_ROWS_H

#include "plugins/drivers/rows/row_walk.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

#if DNNLET_IS_WHOLE
constexpr drivers::bf16_row (*find_bf16_row)(dnnl_alg_kind_t) noexcept = nullptr;
#else
using bf16_element = hwy::bfloat16_t;
// f of whole vectors, b perhaps null.
using bf16_vectors = void (*)(const bf16_element *x, const bf16_element *b, bf16_element *y,
                              size_t n, float alpha, float beta);
// What is left of whole vectors goes through some of its own.
void run_bf16_row(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, float alpha,
                  float beta, bf16_vectors f);
drivers::bf16_row find_bf16_row(dnnl_alg_kind_t alg) noexcept;
#endif

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
