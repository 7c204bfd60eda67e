// SPDX-License-Identifier: Apache-2.0
// What the vector code of pooling computes: outputs, each of them a fold over the points of a
// window. The same lists of points serve all layouts, both directions, and all algorithms.
#ifndef DNNLET_PLUGINS_SHARED_POOLING_WINDOW_H
#define DNNLET_PLUGINS_SHARED_POOLING_WINDOW_H

#include "core/memory/memory_desc.h"

namespace dnnlet::shared::pooling {

struct window_point {
  dim_t at;      // in elements, from where the output begins in src
  int32_t k;     // the point's number in the window; it grows in the lists of maxima
  float weight;  // of the backward mean
};
constexpr int max_points = 64;  // of one list; longer windows are folded in parts

// `outputs` outputs of `n` elements side by side: element i of output o folds
// src[o * src_step + i + points[...].at] into dst[o * dst_step + i].
struct window_run {
  const window_point *points;
  int count;
  bool first;    // begins with `initial`, or else with what dst (and index) hold
  bool is_wide;  // the index has s32 elements, or else u8
  dim_t n, outputs, src_step, dst_step, index_step;
  const void *src;
  void *dst;
  void *index;            // where maxima are; backward, it is read and laid out as src
  const void *src_index;  // of the maxima of columns: s32, laid out as src
  float initial;
  float divisor;  // of the forward mean; 1 in all but the last part
};

// Where a vector is, in elements from the beginning of src, dst and index; and four of them, by the
// steps between them.
struct place {
  dim_t src, dst, index;
  dim_t src_step, dst_step, index_step;

  void move(dim_t vectors) noexcept {
    src += vectors * src_step;
    dst += vectors * dst_step;
    index += vectors * index_step;
  }
  void shift(dim_t elements) noexcept {
    src += elements;
    dst += elements;
    index += elements;
  }
};

// The vector code of a fold.
struct window_fold {
  size_t (*lanes)();
  void (*four)(const window_run &, const place &);           // whole vectors
  void (*one)(const window_run &, const place &, size_t n);  // of n lanes
};

// Four vectors are in flight: neighbours in an output where it has as many, or else the same place
// of four outputs.
void fold_windows(const window_fold &fold, const window_run &run) noexcept;

// Collects the points of a window, and folds when it has many.
class window_folder {
 public:
  window_folder(const window_fold &fold, const window_run &run) noexcept : fold_(fold), run_(run) {
    run_.points = points_;
    run_.count = 0;
    run_.divisor = 1;
  }

  void add(dim_t at, dim_t k, float weight = 1) noexcept {
    if (run_.count == max_points) flush();
    points_[run_.count++] = {at, int32_t(k), weight};
  }
  // With the last point, a mean is divided; 1: it is not.
  void finish(float divisor = 1) noexcept {
    run_.divisor = divisor;
    flush();
  }

 private:
  void flush() noexcept;

  const window_fold &fold_;
  window_run run_;
  window_point points_[max_points];
};

}  // namespace dnnlet::shared::pooling

#endif
