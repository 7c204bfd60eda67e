// SPDX-License-Identifier: Apache-2.0
// Planes of elements of two bytes to rows of f32, and back. They are transposed as they are, half
// as much as f32; pixels that are no neighbours, as strides leave them backward, or fewer than
// blocks have, take another step.
//   rows f32, planes of 16-bit elements: disjoint, any alignment
//   scratch 0 B (2 or 4 KB of stack); error: to planes one rounding, to nearest even; exact else
#include "plugins/drivers/gemm/halves.h"

#include <cstring>

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t size = sizeof(uint16_t);
constexpr dim_t side = 8;  // of a block, at least

}  // namespace

bool read_halves(const half_reading &f, const pixel_run &r, const void *base, float *rows,
                 dim_t row_step) noexcept {
  constexpr dim_t at_once = 32;
  if (min(r.channels, r.pixels) < side) return false;
  alignas(64) uint16_t halves[at_once * at_once];
  const dim_t channels = min(at_once, r.channels), pixels = min(at_once, r.pixels);
  const auto plane = ptrdiff_t(r.layout->run_stride * size);
  // Some at the ends are done twice.
  for (dim_t c = 0; c < r.channels; c += at_once)
    for (dim_t p = 0; p < r.pixels; p += at_once) {
      const dim_t channel = min(c, r.channels - channels), pixel = min(p, r.pixels - pixels);
      const char *src =
          static_cast<const char *>(base) + (r.channel + channel) * plane + pixel * size;
      f.transpose(
          {size, src, plane, reinterpret_cast<char *>(halves), at_once * size, channels, pixels});
      float *row = rows + pixel * row_step + channel;
      for (dim_t i = 0; i < pixels; ++i, row += row_step)
        f.convert(halves + i * at_once, row, channels);
    }
  return true;
}

bool write_halves(const half_writing &f, const pixel_run &r, const float *rows, dim_t row_step,
                  void *base) noexcept {
  constexpr dim_t elements = 1024;
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
    f.transpose({size, reinterpret_cast<const char *>(halves), ptrdiff_t(row_step * size),
                 reinterpret_cast<char *>(in_place ? dst : planes),
                 ptrdiff_t((in_place ? r.layout->run_stride : columns) * size), columns,
                 max(r.channels, side)});
    for (dim_t c = 0; !in_place && c < r.channels; ++c, dst += r.layout->run_stride)
      for (dim_t i = 0; i < pixels; ++i) dst[i * r.pixel_step] = planes[c * columns + i];
  }
  return true;
}

}  // namespace dnnlet::drivers
