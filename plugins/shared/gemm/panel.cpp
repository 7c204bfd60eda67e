// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/gemm/tile.h"

namespace dnnlet::shared {

void run_panel(const tile_table &tiles, size_t lanes, tile_args args, size_t rows) noexcept {
  const size_t vectors = (args.cols + lanes - 1) / lanes;
  const size_t most = size_t(tiles.max_rows[vectors - 1]);
  const tile_function *functions = tiles.functions[vectors - 1];
  for (size_t left = rows, tiles_left = (rows + most - 1) / most; left > 0; --tiles_left) {
    const size_t height = (left + tiles_left - 1) / tiles_left;
    functions[height - 1](args);
    args.a += ptrdiff_t(height) * args.a_row;
    args.c += ptrdiff_t(height) * args.c_row;
    if (args.start) args.start += ptrdiff_t(height) * args.start_row;
    if (args.row_start) args.row_start += height;
    left -= height;
  }
}

}  // namespace dnnlet::shared
