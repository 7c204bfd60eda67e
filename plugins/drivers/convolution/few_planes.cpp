// SPDX-License-Identifier: Apache-2.0
// Pixels of few planes, as a reorder transposes them: a fifth of the time that readers take, which
// know four channels at a time (read_pixels-inl.h), and fewer one by one.
//   planes, pixels: disjoint, any alignment
//   scratch 0 B (600 B of stack); exact
#include "plugins/drivers/convolution/few_planes.h"

namespace dnnlet::drivers {

bool join_few_planes(const nest_functions &functions, const pixel_run &run, dim_t size,
                     const void *from, void *to) noexcept {
  constexpr dim_t most_channels = 8, at_once = 64;
  const auto transpose = functions.transpose[size == 4 ? 2 : 1];
  if (!transpose || run.layout->run != 1 || run.pixel_step != 1 || run.channels > most_channels)
    return false;
  const dim_t pixels = min(at_once, run.pixels), pixel = run.channels * size;
  ptrdiff_t rows[most_channels], columns[at_once];
  for (dim_t i = 0; i < run.channels; ++i)
    rows[i] = ptrdiff_t((run.channel + i) * run.layout->run_stride * size);
  for (dim_t i = 0; i < pixels; ++i) columns[i] = ptrdiff_t(i * pixel);
  transposition t = {nullptr, rows, nullptr, columns, run.channels, pixels, 1, pixels};
  for (dim_t p = 0; p < run.pixels; p += pixels) {
    const dim_t first = min(p, run.pixels - pixels);  // some are done twice
    t.src = static_cast<const char *>(from) + first * size;
    t.dst = static_cast<char *>(to) + first * pixel;
    if (!transpose(t)) return false;
  }
  return true;
}

}  // namespace dnnlet::drivers
