// SPDX-License-Identifier: Apache-2.0
// Tiles of pairs of bf16; five facts: matrix_unit.cpp.
#include "plugins/avx512_amx/kernels/gemm/inherited.h"
#include "plugins/avx512_amx/kernels/gemm/matrix_unit.h"

namespace dnnlet::DNNLET_PLUGIN {

static void run_panel(const drivers::tile_args &args, size_t rows) noexcept {
  run_by_unit(*inherited::bf16_by_bf16.tiles, false, args, rows);
}

static void pair_lines(const drivers::element_pairs &lines) noexcept {
  inherited::bf16_by_bf16.pair(lines);
}

static constexpr drivers::matrix_unit unit = {run_panel, release_registers};
static constexpr drivers::tile_table tiles = make_tiles(2, unit);
extern const product bf16_by_bf16 = {has_type(dnnl_bf16) ? &tiles : nullptr,
                                     drivers::element::bf16,
                                     drivers::element::bf16,
                                     2,
                                     false,
                                     pair_lines};

}  // namespace dnnlet::DNNLET_PLUGIN
