// SPDX-License-Identifier: Apache-2.0
// What pooling needs of a plugin: everything that is compiled for its instruction set. The rest is
// compiled once, for any CPU, in this folder.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_POOLING_BACKEND_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_POOLING_BACKEND_H

#include "plugins/drivers/fold/window.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// Vectors of up to so many lanes may be read, and written into scratch memory, beyond the ends of
// rows.
constexpr dim_t pooling_slack = 16;

// Rows to copy, or to compute with the count of each column times `factor`. A vector may be read
// where `from` ends.
struct rows_to_copy {
  const float *from;
  dim_t from_pitch;
  float *to;
  dim_t to_pitch, rows, columns;
  const float *counts;
  float factor;
};

// Gradients of maxima: cells of dst, all of them alike, each of which has a window in src. Elements
// of a cell are the sums of what this window, and those before and above it, have where the index
// is the element's point in them.
struct cell_element {
  static constexpr int32_t none = -1;  // no index

  dim_t at;       // from where the cell begins in dst
  int32_t k[4];   // the points in the window above and before, above, before, and in its own
  dim_t from[4];  // where these are in src; of others alone, whose points that are none come last
};
struct cell_run {
  // Four elements, stored from the last on, of which some may be at the same place: only its own
  // window has them; the window above has none but the first two, and the one before none but the
  // first and the third. Others: any number of elements.
  enum { fours, nines, others } cell;
  const cell_element *elements, *end;
  dim_t above, before;       // from a window to those; 0: there are none
  dim_t n, cells;            // elements side by side: a multiple of 8
  dim_t src_step, dst_step;  // from a cell's to the next one's
  const float *src;
  const uint8_t *index;  // laid out as src
  float *dst;
  dim_t to;  // where the first cell begins from dst on: maybe before it, where no element is
};

enum class window_result { maximum, indexed_maximum, sum };

struct pooling_forward_backend {
  const row_backend &rows;
  const window_fold &max, &max_indexed, &max_of_columns, &sum;  // f32
  // From a type other than f32 to the same, of windows of one list; null: there is none.
  const window_fold *(*typed)(window_result, data_type) noexcept;
  // Element i of output o is the maximum of src[o * src_step + 2 * i + points[...].at] and what
  // follows it, whose numbers are k and k + 1; index may be null. Outputs are written in order, by
  // whole vectors, and pairs read so. Where a point has a weight, the first element of outputs
  // has padding in place of the pair's first column; not without an index. Null for vectors of one
  // lane.
  void (*max_of_pairs)(const window_run &);
  // The same of src in bf16, and dst in f32, with or without; null, too, where there is no bf16.
  void (*max_of_bf16_pairs)(const window_run &);
  // even[i] = pairs[2 i], odd[i] = pairs[2 i + 1]; reads up to 32 elements beyond the end
  void (*split_pairs)(const float *pairs, dim_t n, float *even, float *odd);
  void (*copy_rows)(const rows_to_copy &);
  // to[i] = the sum of from[i + points[...].at], divided by counts[i] * factor, of all rows
  void (*mean_rows)(const rows_to_copy &, const window_point *points, int count);
  // to[i] = from[i], which is in [0, 255]; reads and writes up to 16 elements beyond the ends
  void (*narrow)(const int32_t *from, dim_t n, uint8_t *to);
};

struct pooling_backward_backend {
  const row_backend &rows;
  // The sum of src; of src * weight; of src where the index, u8 or s32, is k.
  const window_fold &sum, &weighted_sum, &chosen_u8, &chosen_s32;
  // From a type other than f32 to the same, of windows of one list; indices are u8. Null: none.
  const window_fold *(*typed)(bool is_max, data_type) noexcept;
  // pairs[2 i] = even[i], pairs[2 i + 1] = odd[i]; reads up to 16 elements beyond the ends, and
  // writes up to 32
  void (*merge_pairs)(const float *even, const float *odd, dim_t n, float *pairs);
  // Elements 2 * i and 2 * i + 1 of output o are the sums of src[o * src_step + i + points[...].at]
  // where the index, u8, is that point's k, over the points of weight 0, which come first, and over
  // the others. The last vector may overlap the one before; of less, one is written. Null for
  // vectors of one lane of small CPUs.
  void (*gather_pairs)(const window_run &);
  void (*copy_rows)(const rows_to_copy &);
  // Elements are multiplied by 1 / (counts[i] * factor).
  void (*weigh_rows)(const rows_to_copy &);
  // Null for vectors of one lane.
  void (*gather_cells)(const cell_run &);
  // dst[o * dst_step + i + points[...].at] = src[o * src_step + i] * points[0].weight, of all
  // groups: a point lies in one window, so that nothing is added. n is one vector, or two.
  void (*spread)(const window_run &);
};

}  // namespace dnnlet::drivers

#endif
