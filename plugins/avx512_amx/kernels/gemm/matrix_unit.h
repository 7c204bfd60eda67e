// SPDX-License-Identifier: Apache-2.0
// Panels by AMX; five facts: matrix_unit.cpp.
#ifndef DNNLET_PLUGINS_AVX512_AMX_KERNELS_GEMM_MATRIX_UNIT_H
#define DNNLET_PLUGINS_AVX512_AMX_KERNELS_GEMM_MATRIX_UNIT_H

#include "plugins/drivers/gemm/product.h"

namespace dnnlet::DNNLET_PLUGIN {

// By u8 and s8, or by pairs of bf16; `tiles` are those of vectors for the same elements.
void run_by_unit(const drivers::tile_table &tiles, bool is_integer, const drivers::tile_args &args,
                 size_t rows) noexcept;
void release_registers() noexcept;

// Without functions: the unit calls those of vectors. Two of its registers high.
constexpr drivers::tile_table make_tiles(int narrow_bytes, const drivers::matrix_unit &unit) {
  drivers::tile_table table = {};
  table.narrow_bytes = narrow_bytes;
  table.max_vectors = 2;
  table.max_rows[0] = table.max_rows[1] = 32;
  table.unit = &unit;
  return table;
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
