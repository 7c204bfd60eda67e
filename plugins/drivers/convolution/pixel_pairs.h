// SPDX-License-Identifier: Apache-2.0
// Pixels in pairs, for products that take two elements in a step, where pixels are what is summed
// over: a pixel of one row, and that of the same place in another row. Summed over the rows of a
// plane, outputs of rows 2j and 2j + 1 are a step; what they see of src lies a stride apart in
// height.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_PIXEL_PAIRS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_PIXEL_PAIRS_H

#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

constexpr dim_t fewest_channels = 8;  // that are the rows of a tile alone

// Two rows of pixels of one layout, and how many there are of each; the rest, up to `pixels`, is
// zeros. In `to`, which has pairs, pixels are `to_step` apart.
struct two_rows {
  const activation *layout;
  dim_t channel, channels;
  const char *first, *second;  // pixel 0, channel 0
  dim_t first_count, second_count, pixels;
  void *to;
  dim_t to_step;
};

// Bytes of scratch that pair_rows() takes for so many channels, or fewer.
size_t pairing_bytes(dim_t channels) noexcept;
void pair_rows(const gemm_parts &parts, data_type type, const two_rows &rows,
               char *scratch) noexcept;

// src in pairs: for each h a row of {src[h], src[h + stride]}; and where the last row of outputs
// has no other, for each row of the kernel what that sees, with zeros. Planes that are one row are
// cut into halves of the outputs.
struct paired_src {
  dim_t rows;     // of an image and depth
  dim_t outputs;  // pairs of rows of outputs
  bool is_cut;
  // Pixels that a row sees of src up to its end, after so many zeros. Where planes are cut: that
  // each half sees, zeros before the first one, and outputs of the second.
  dim_t seen[2], zeros, second_outputs;

  // Outputs of a row.
  dim_t width(dim_t oh, dim_t whole) const noexcept {
    return is_cut && oh == 1 ? second_outputs : whole;
  }
};
// Cuts a plane that is one row into two.
paired_src pair_outputs(convolution_sizes &z, activation &src, activation &dst) noexcept;
// The row that outputs `pair` see through row kh of the kernel, or -1 where that is zeros.
dim_t row_seen(const convolution_sizes &z, const paired_src &p, dim_t pair, dim_t kh) noexcept;
// Pairs lie channels last.
activation layout_of(const convolution_sizes &z, const paired_src &p) noexcept;
size_t pairs_bytes(const convolution_sizes &z, const paired_src &p) noexcept;
// For so many parts of the pixels, each summed by itself; `scratch` is `bytes` for each worker.
void pair_src(const run_context &context, const convolution_sizes &z, const paired_src &p,
              const activation &src, data_type type, dim_t parts, const char *from, char *to,
              char *scratch, size_t bytes) noexcept;

}  // namespace dnnlet::drivers

#endif
