// SPDX-License-Identifier: Apache-2.0
// The gradient of weights, summed up over pixels by a batch-reduce GEMM:
//
//     panels[oc][k][ic] = sum over n, o of src[n][o * stride + k * dilate - padding][ic]
//                                        * diff_dst[n][o][oc]
//     bias[oc] = sum over n, o of diff_dst[n][o][oc]
//
// Where a step of the product takes two elements, they are pixels of two rows (pixel_pairs.h): rows
// of outputs are pairs then, and what is said of src and B of their rows.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_SWEEP_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_SWEEP_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/convolution/pixel_pairs.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/panels.h"

namespace dnnlet::drivers {

struct weights_sweep {
  convolution_sizes z;
  activation src, dst;  // src as tiles read it: f32, or pairs
  data_type dst_type;
  bool in_pairs, has_bias;
  paired_src paired;
  panel_shape panels;
  data_type narrow_to;  // what panels are given as, if it is not f32; undef: f32
};

// With a 1x1 kernel space is walked as one row, where it is one in memory.
void flatten(weights_sweep &s) noexcept;

// Small weights leave few panels to share out: then so many rows of pixels are shared out as well,
// if there is much to do. (Rows of the kernel are, anyway.)
dim_t parts_of(const convolution_sizes &z, dim_t rows) noexcept;

// How it is cut, by shape alone.
struct weights_cut {
  dim_t lanes;
  dim_t parts;          // of the pixels, each summed by itself
  dim_t rows;           // of pixels in diff_dst, or of pairs, of all images
  bool merges_w;        // taps along w and channels are the rows of A together
  bool reads_in_place;  // diff_dst
  dim_t width;          // of a row that is summed before sums are set down
  dim_t kernel_rows;    // that a task sums up, in depth and height
  dim_t channels;       // of src, that a task sums up
  // Of src that is read aside: channels that lie side by side, so many pixels of so many lines
  // behind each other; 0: it is read where it is.
  dim_t strip, pixels, lines;
  bool in_strips() const noexcept { return !merges_w; }  // or else in lines
  // All lines that a row of outputs sees are rows of A together: of a single channel side by side,
  // with one of ones for the bias, so that the kernel's columns are, too, one behind the other; of
  // a few that lie in planes, each line by itself, as it lies there.
  bool in_columns, in_planes, has_ones;
  dim_t rows_together(const convolution_sizes &z) const noexcept {
    return z.kh * z.ic + (has_ones ? 1 : 0);
  }
  dim_t strip_size() const noexcept { return lines * pixels * strip; }
  bool narrows;      // tasks round what they have summed up
  bool looks_ahead;  // what the next pixels are comes near while tiles take these
  // The bias is several sums, each of every so manyth pixel of a row: of few channels, an addition
  // would wait for the one before.
  bool splits_bias;
  dim_t bias_sums() const noexcept { return splits_bias ? 4 : 1; }
  // Of a worker's scratch, which begins with the taps.
  size_t rows_at, pairing_at, sums_at, bias_at, aside_at, bytes;
};
weights_cut cut(const weights_sweep &s, const tile_table &tiles, dim_t lanes) noexcept;
// At most; before panels are shaped.
dim_t vectors_of_panel(const weights_sweep &s, const tile_table &tiles, dim_t lanes) noexcept;

// What a task takes: panels, for which src is read aside, or fetched, once; and channels of src.
struct weights_share {
  dim_t panels, channels;
};
// How all of it is shared out, so that the worker who has most to do is done early.
weights_share share_of(const weights_sweep &s, const weights_cut &c, const tile_table &tiles,
                       dim_t workers) noexcept;

// Where src is read aside: how far apart there is what neighbouring outputs see, of pixels that any
// of them sees; and lines that a row of outputs sees.
inline dim_t step_aside(dim_t kernel, dim_t stride) noexcept {
  return kernel == 1 ? 1 : stride;
}
inline bool is_one_tap(const convolution_sizes &z) noexcept {
  return z.kd * z.kh * z.kw == 1;
}
inline dim_t lines_seen(const convolution_sizes &z) noexcept {
  return (z.kh - 1) * z.dilate_h + 1;
}

// What is summed before sums are set down: whole rows, or a piece of one.
dim_t rows_at_once(const weights_sweep &s) noexcept;
// Of a plane: outputs, or pairs of them.
dim_t rows_of_plane(const weights_sweep &s) noexcept;
// In which whole vectors might reach beyond the end of diff_dst.
dim_t pixels_at_end(const weights_sweep &s, dim_t lanes) noexcept;

struct weights_tensors {
  const float *src;  // or pairs
  const char *diff_dst;
  float *panels, *bias;  // of each part, one behind the other; bias may be null
  char *narrow;          // panels of the only part, rounded
};

// `scratch` is cut.bytes for each worker.
void run_sweep(const run_context &context, const weights_sweep &s, const weights_cut &c,
               const weights_tensors &tensors, char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
