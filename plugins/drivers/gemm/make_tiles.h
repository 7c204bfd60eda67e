// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_MAKE_TILES_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_MAKE_TILES_H

#include <utility>

#include "plugins/drivers/gemm/tile.h"

namespace dnnlet::drivers {

template <class Tiles, int kVectors, size_t... kRow>
inline constexpr tile_function functions_of_width[] = {
    Tiles::template function<int(kRow) + 1, kVectors>()...};

// The tiles that are kVectors wide and 1, 2, ... high. Those of a single row are for single rows.
template <class Tiles, int kVectors, size_t... kRow>
constexpr void add_tiles(tile_table &table, std::index_sequence<kRow...>) {
  if (sizeof...(kRow) > 1) table.max_vectors = kVectors;
  table.max_rows[kVectors - 1] = int(sizeof...(kRow));
  if constexpr (sizeof...(kRow) > 0)
    table.functions[kVectors - 1] = functions_of_width<Tiles, kVectors, kRow...>;
}
template <class Tiles, int... kRows, size_t... kIndex>
constexpr void add_tiles(tile_table &table, std::integer_sequence<int, kRows...>,
                         std::index_sequence<kIndex...>) {
  (add_tiles<Tiles, int(kIndex) + 1>(table, std::make_index_sequence<size_t(kRows)>()), ...);
}

// kRows: how high the tiles of 1, 2, ... vectors are at most. None if not kHas, and nothing of them
// is compiled then.
template <class Tiles, bool kHas = true, int... kRows>
constexpr tile_table make_tiles(std::integer_sequence<int, kRows...> rows) {
  tile_table table = {};
  if constexpr (kHas) add_tiles<Tiles>(table, rows, std::make_index_sequence<sizeof...(kRows)>());
  return table;
}

}  // namespace dnnlet::drivers

#endif
