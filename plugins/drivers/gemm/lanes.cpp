// SPDX-License-Identifier: Apache-2.0
// Tiles by lanes; five facts: plugins/kernels/gemm/tile-inl.h.
#include "plugins/drivers/gemm/lanes.h"

namespace dnnlet::drivers {

void run_lanes(const lane_tiles &tiles, size_t lanes, tile_args args, size_t rows) noexcept {
  const size_t cols = args.cols, whole = cols - cols % lanes;
  if (whole > 0) {
    args.cols = whole;
    run_panel(*tiles.whole, lanes, args, rows);
  }
  if (whole == cols) return;
  const auto offset = ptrdiff_t(whole) * sum_bytes;
  args.a += offset;
  args.b += offset;
  args.c = static_cast<char *>(args.c) + offset;
  if (args.start) args.start = static_cast<const char *>(args.start) + offset;
  args.cols = cols - whole;
  run_panel(*tiles.ends, lanes, args, rows);
}

}  // namespace dnnlet::drivers
