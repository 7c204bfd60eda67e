// SPDX-License-Identifier: Apache-2.0
// What the vector code of pooling computes: outputs, each of them a fold over the points of a
// window. The same lists of points serve all layouts, both directions, and all algorithms.
#ifndef DNNLET_PLUGINS_DRIVERS_FOLD_WINDOW_H
#define DNNLET_PLUGINS_DRIVERS_FOLD_WINDOW_H

#include "core/memory/memory_desc.h"

namespace dnnlet::drivers {

struct window_point {
  dim_t at;      // in elements, from where the output begins in src
  int32_t k;     // the point's number in the window; it grows in the lists of maxima
  float weight;  // of the backward mean
};
constexpr int max_points = 64;  // of one list; longer windows are folded in parts

// `outputs` outputs of `n` elements side by side: element i of output o folds
// src[o * src_step + i + points[...].at] into dst[o * dst_step + i]. All of that again for each
// further group, so many elements further on, and all groups again for each further set.
struct window_run {
  const window_point *points;
  int count;
  bool first;    // begins with `initial`, or else with what dst (and index) hold
  bool is_wide;  // the index has s32 elements, or else u8
  dim_t n, outputs, src_step, dst_step, index_step;
  dim_t more_groups, src_group, dst_group;
  dim_t index_group;  // in bytes
  dim_t more_sets, src_set, dst_set, index_set;
  const void *src;
  void *dst;
  void *index;            // where maxima are; backward, it is read and laid out as src
  const void *src_index;  // of the maxima of columns: s32, laid out as src
  float initial;
  float divisor;  // of the forward mean; 1 in all but the last part
};

inline void go_to_next_group(window_run &r, dim_t src_size, dim_t dst_size) noexcept {
  r.src = static_cast<const char *>(r.src) + r.src_group * src_size;
  r.dst = static_cast<char *>(r.dst) + r.dst_group * dst_size;
  if (r.index) r.index = static_cast<char *>(r.index) + r.index_group;
}

// The vector code of a fold: of vectors that begin at an element of an output.
struct window_fold {
  size_t (*lanes)();
  // Four whole vectors: neighbours, or the same place of four outputs.
  void (*four)(const window_run &, dim_t output, dim_t element, bool neighbours);
  // Of n lanes.
  void (*one)(const window_run &, dim_t output, dim_t element, size_t n);
  dim_t src_size, dst_size;  // of an element
  // All outputs of a fold that begins anew, of at least four vectors each. May be null.
  void (*outputs)(const window_run &);
  // The same of at least four outputs, of at least a vector each, and of all groups.
  void (*columns)(const window_run &);
};

// Folds the neighbours in an output together where it has as many, or else four outputs.
void fold_windows(const window_fold &fold, const window_run &run) noexcept;

// Collects the points of a window, and folds when it has many.
class window_folder {
 public:
  window_folder(const window_fold &fold, const window_run &run) noexcept : fold_(fold), run_(run) {
    run_.points = points_;
    run_.count = 0;
    run_.divisor = 1;
  }
  // run() is to be described before points are added.
  explicit window_folder(const window_fold &fold) noexcept : window_folder(fold, {}) {}
  window_run &run() noexcept { return run_; }

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

}  // namespace dnnlet::drivers

#endif
