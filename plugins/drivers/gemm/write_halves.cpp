// SPDX-License-Identifier: Apache-2.0
// Rows of f32 to planes of elements of two bytes. They are converted first, so that there is half
// as much to transpose; pixels that are no neighbours, as strides leave them backward, or fewer
// than blocks have, take another step.
//   rows f32, planes of 16-bit elements: disjoint, any alignment
//   scratch 0 B (4 KB of stack); error: one rounding, to nearest even
#include "plugins/drivers/gemm/write_halves.h"

#include <cstring>

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

bool write_halves(const half_functions &f, const pixel_run &r, const float *rows, dim_t row_step,
                  void *base) noexcept {
  constexpr dim_t side = 8, elements = 1024, size = sizeof(uint16_t);
  if (row_step < side || row_step > elements / side) return false;
  alignas(64) uint16_t halves[elements], planes[elements];
  const dim_t pixels = min(elements / row_step, r.pixels), columns = max(pixels, side);
  const bool fills_blocks = min(r.channels, r.pixels) >= side;
  const bool in_place = fills_blocks && r.pixel_step == 1;
  if (!fills_blocks) std::memset(halves, 0, sizeof(halves));
  for (dim_t p = 0; p < r.pixels; p += pixels) {
    const dim_t first = min(p, r.pixels - pixels);  // some are done twice
    auto *dst =
        static_cast<uint16_t *>(base) + r.channel * r.layout->run_stride + first * r.pixel_step;
    f.convert(rows + first * row_step, halves, (pixels - 1) * row_step + r.channels);
    f.transpose({size, reinterpret_cast<const char *>(halves), row_step * size,
                 reinterpret_cast<char *>(in_place ? dst : planes),
                 (in_place ? r.layout->run_stride : columns) * size, columns,
                 max(r.channels, side)});
    for (dim_t c = 0; !in_place && c < r.channels; ++c, dst += r.layout->run_stride)
      for (dim_t i = 0; i < pixels; ++i) dst[i * r.pixel_step] = planes[c * columns + i];
  }
  return true;
}

}  // namespace dnnlet::drivers
