// SPDX-License-Identifier: Apache-2.0
// Functions of bf16 from memory to memory: rows of f32 between them take two to four times as long
// where an instruction rounds to it, and with AVX-512's masks a third longer.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_BF16_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_BF16_ROWS_H

#include "plugins/drivers/rows/row_walk.h"
#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/simd-inl.h"

// Plugins with masks, and those that are compiled beside another one for the instruction.
#define DNNLET_MASKS_BF16_ROWS \
  (HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && !HWY_MEM_OPS_MIGHT_FAULT)
#define DNNLET_HAS_BF16_ROWS (!DNNLET_IS_WHOLE || DNNLET_MASKS_BF16_ROWS)
// What rows end in is that of the plugin beside, where that one has rows.
#if DNNLET_MASKS_BF16_ROWS
#define DNNLET_ENDS_BF16_ROWS DNNLET_BESIDE
#else
#define DNNLET_ENDS_BF16_ROWS DNNLET_PLUGIN
#endif

#if DNNLET_HAS_BF16_ROWS
namespace dnnlet::DNNLET_ENDS_BF16_ROWS {

using bf16_element = hwy::bfloat16_t;
// f of whole vectors, b perhaps null.
using bf16_vectors = void (*)(const bf16_element *x, const bf16_element *b, bf16_element *y,
                              size_t n, float alpha, float beta);
// What is left of whole vectors goes through some of its own.
void run_bf16_row(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, float alpha,
                  float beta, bf16_vectors f);

}  // namespace dnnlet::DNNLET_ENDS_BF16_ROWS
#endif

namespace dnnlet::DNNLET_PLUGIN {

#if !DNNLET_HAS_BF16_ROWS
constexpr drivers::bf16_row (*find_bf16_row)(dnnl_alg_kind_t, float) noexcept = nullptr;
#else
// Null where rows of f32 hardly show.
drivers::bf16_row find_bf16_row(dnnl_alg_kind_t alg, float beta) noexcept;
#endif

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
