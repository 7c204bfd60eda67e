// SPDX-License-Identifier: Apache-2.0
// Blocks of channels to rows, and rows.
//   activation in any layout of activation.h, rows: disjoint, any alignment
//   scratch 0 B; exact
#include "plugins/drivers/gemm/copy_blocks.h"

#include <cstring>

#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

// Bytes from a block to the next, and from a pixel to the next.
struct steps {
  dim_t block, pixel;
};

// Four of a pixel at a time: few streams are read, and rows written by whole lines. (16 channels of
// bf16 take about a sixth of the time of single elements.)
template <size_t kBytes>
void copy(const char *from, steps a, char *to, steps b, dim_t blocks, dim_t pixels) noexcept {
  for (dim_t left = blocks; left > 0; left -= 4, from += 4 * a.block, to += 4 * b.block) {
    const char *f = from;
    char *t = to;
    for (dim_t p = 0; p < pixels; ++p, f += a.pixel, t += b.pixel) {
      std::memcpy(t, f, kBytes);
      if (left >= 2) std::memcpy(t + b.block, f + a.block, kBytes);
      if (left >= 3) std::memcpy(t + 2 * b.block, f + 2 * a.block, kBytes);
      if (left >= 4) std::memcpy(t + 3 * b.block, f + 3 * a.block, kBytes);
    }
  }
}

// Two copies that overlap, of a size that is known, take less than a call does.
template <dim_t kBytes>
void copy_short_rows(const copied_rows &r) noexcept {
  const char *from = r.from;
  char *to = r.to;
  const dim_t last = r.bytes - kBytes;
  for (dim_t left = r.rows; left > 0; --left, from += r.from_step, to += r.to_step) {
    std::memcpy(to, from, kBytes);
    std::memcpy(to + last, from + last, kBytes);
  }
}

}  // namespace

void copy_rows(const copied_rows &r) noexcept {
  const dim_t n = r.bytes;
  if (r.from_step == n && r.to_step == n) {
    std::memcpy(r.to, r.from, size_t(r.rows * n));
    return;
  }
  if (n >= 8 && n <= 16) return copy_short_rows<8>(r);
  if (has_large_caches && n >= 2 && n <= 64)
    return (n > 32   ? copy_short_rows<32>
            : n > 16 ? copy_short_rows<16>
            : n >= 4 ? copy_short_rows<4>
                     : copy_short_rows<2>)(r);
  for (dim_t i = 0; i < r.rows; ++i)
    std::memcpy(r.to + i * r.to_step, r.from + i * r.from_step, size_t(n));
}

dim_t copy_blocks(const pixel_run &r, dim_t size, const void *base, void *rows,
                  dim_t row_step) noexcept {
  const dim_t run = r.layout->run, bytes = run * size, blocks = r.channels / run;
  if ((bytes != 16 && bytes != 32 && bytes != 64) || r.channel % run != 0) return 0;
  const steps of_pixels = {r.layout->run_stride * size, r.pixel_step * size};
  const steps of_rows = {bytes, row_step * size};
  const char *pixels = static_cast<const char *>(base) + r.channel / run * of_pixels.block;
  const auto copy_of = bytes == 16 ? copy<16> : bytes == 32 ? copy<32> : copy<64>;
  copy_of(pixels, of_pixels, static_cast<char *>(rows), of_rows, blocks, r.pixels);
  return blocks * run;
}

}  // namespace dnnlet::drivers
