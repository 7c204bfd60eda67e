// SPDX-License-Identifier: Apache-2.0
// Functions of bf16 from memory to memory, where an instruction rounds to it: rows of f32 between
// them take two to four times as long.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_BF16_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_BF16_ROWS_H

#include "plugins/drivers/rows/row_walk.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_PLUGIN {

#if DNNLET_IS_WHOLE
constexpr drivers::bf16_row (*find_bf16_row)(dnnl_alg_kind_t) noexcept = nullptr;
#else
drivers::bf16_row find_bf16_row(dnnl_alg_kind_t alg) noexcept;
#endif

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
