// SPDX-License-Identifier: Apache-2.0
// What the gradient of weights reads of src aside: the lines that some rows of diff_dst see, with
// the padding as zeros, in strips of a few channels or, of few channels, whole; of one, side by
// side.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_ASIDE_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_ASIDE_H

#include "plugins/drivers/convolution/weights_sweep.h"

namespace dnnlet::drivers {

// Pixels that are summed at once: whole rows, or a piece of one.
struct chunk {
  dim_t row, rows, w, width;
};

// A row of diff_dst; the next one is found without divisions.
struct row_place {
  dim_t row, n, od, oh;
};
inline row_place place_of(const weights_sweep &s, dim_t row) noexcept {
  const dim_t rows = rows_of_plane(s);
  return {row, row / rows / s.z.od, row / rows % s.z.od, row % rows};
}

inline void go_on(const weights_sweep &s, row_place &p) noexcept {
  ++p.row;
  if (++p.oh < rows_of_plane(s)) return;
  p.oh = 0;
  if (++p.od < s.z.od) return;
  p.od = 0;
  ++p.n;
}

// The plane of src, or one outside, that a plane of outputs sees through one of the kernel.
inline dim_t plane_seen(const convolution_sizes &z, dim_t od, dim_t kd) noexcept {
  return od * z.stride_d + kd * z.dilate_d - z.front;
}

struct aside_reader {
  const gemm_backend &backend;
  const weights_sweep &s;
  const weights_cut &cut;
  const float *src;
  dim_t kd, first, channels;  // of the kernel; of src
  bool has_edges;             // of columns and planes: whether what is beside src is to be cleared

  // Those of a plane that several rows of the chunk see are there once.
  void read(const chunk &c, float *lines) const noexcept;

 private:
  // What a chunk sees of a line: pixels, of which [begin, end) are inside, the first one there at
  // `first`, `step` apart.
  struct seen_line {
    dim_t pixels, begin, end, first, step;
  };
  seen_line seen(const chunk &c) const noexcept;
  void read_line(const seen_line &in, const float *line, float *to) const noexcept;
  void read_columns(const chunk &c, float *lines) const noexcept;
  void read_planes(const seen_line &in, const float *line, float *to) const noexcept;
};

}  // namespace dnnlet::drivers

#endif
