// SPDX-License-Identifier: Apache-2.0
// Tiles of u8 by s8, into s32; five facts: matrix_unit.cpp.
#include "plugins/avx512_amx/kernels/gemm/inherited.h"
#include "plugins/avx512_amx/kernels/gemm/matrix_unit.h"

namespace dnnlet::DNNLET_PLUGIN {

static void run_panel(const drivers::tile_args &args, size_t rows) noexcept {
  run_by_unit(*inherited_int8::int8_by_int8.tiles, true, args, rows);
}

static constexpr drivers::matrix_unit unit = {run_panel, release_registers};
static constexpr drivers::tile_table tiles = make_tiles(1, unit);
extern const product int8_by_int8 = {has_integer_types ? &tiles : nullptr,
                                     drivers::element::u8,
                                     drivers::element::s8,
                                     4,
                                     true,
                                     nullptr};

}  // namespace dnnlet::DNNLET_PLUGIN
