// SPDX-License-Identifier: Apache-2.0
// Executes nests: copies a tensor into another layout, and converts it on the way. The loops are
// here, once for all plugins; what is worth vectors are functions that a plugin lends.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_NEST_COPY_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_NEST_COPY_H

#include <cstddef>

#include "core/support/data_type.h"
#include "core/support/parallel.h"
#include "plugins/drivers/reorder/loop_nest.h"

namespace dnnlet::drivers {

// dst[columns[c] + r] = src[rows[r] + c] for r < row_count, c < column_count. Offsets are in bytes,
// r and c count elements.
struct transposition {
  const char *src;
  const ptrdiff_t *rows;
  char *dst;
  const ptrdiff_t *columns;
  dim_t row_count, column_count;
  // So many rows follow each other in src without gaps, and columns in dst; then the next so many.
  dim_t row_group, column_group;
};

// The same of elements of `size` bytes, with rows[r] = r * row_step and columns[c] = c *
// column_step.
struct even_transposition {
  dim_t size;
  const char *src;
  ptrdiff_t row_step;
  char *dst;
  ptrdiff_t column_step;
  dim_t row_count, column_count;
};

// Elements of `size` bytes, 2 or 4, columns of `padded_count` of them, one after the other:
//   dst[c * padded_count + r] = r < row_count ? src[r * row_step + c * column_step] : 0
// One of the steps, which are in bytes, is that of neighbours; a padded column is a multiple of 16
// bytes.
struct padded_columns {
  dim_t size;
  const char *src;
  ptrdiff_t row_step, column_step;
  char *dst;
  dim_t row_count, padded_count, column_count;
};

// Pairs of f32, rounded to bf16:
//   dst[c * column_step + r] = (src[r * row_step + c], src[r * row_step + c + second])
// Steps are in bytes; `second` 0: a zero. Pairs of a column are neighbours.
struct converted_pairs {
  const char *src;
  ptrdiff_t row_step, second;
  char *dst;
  ptrdiff_t column_step;
  dim_t row_count, column_count;
  static constexpr dim_t least_rows = 16, least_columns = 4;
};

// Elements that are neighbours everywhere, computed in f32:
//   dst = (src_scale * (src - src_zero_point) + sum_scale * (old - sum_zero_point)) / dst_scale
//         + dst_zero_point
// What is not given takes no part.
struct converted_run {
  data_type from, to;
  const void *src;
  void *dst;
  dim_t count;
  const void *old;  // null: no sum; may be dst
  data_type old_type;
  float sum_scale, sum_zero_point;
  struct values {
    const float *items;  // null: none; some more may be read, values_behind
    int step;            // 0: one for all
  };
  static constexpr int values_behind = 64;
  values operands[nest_operand_count];
  // Several runs, groups of them, if they have neither sum nor scales nor zero points; from src and
  // dst on, in bytes, a run is as far as its group and its place there.
  dim_t groups, runs;
  const ptrdiff_t *src_groups, *dst_groups, *src_runs, *dst_runs;
};

// What a plugin lends. Any of them may be null.
struct nest_functions {
  // For elements of 1, 2, 4, 8 bytes. False, and nothing done, where vectors do not fit.
  bool (*transpose[4])(const transposition &) noexcept;
  void (*convert)(const converted_run &) noexcept;
  bool (*transpose_evenly)(const even_transposition &) noexcept;  // as transpose
  void (*pad_columns)(const padded_columns &) noexcept;
  void (*convert_pairs)(const converted_pairs &) noexcept;
};

// What becomes of elements on the way. Scales and zero points are any numbers in memory.
struct nest_conversion {
  data_type from, to;
  float sum_scale, sum_zero_point;  // scale 0: no sum
  data_type sum_type;
  struct values {
    const void *items;  // null: none
    data_type type;
  };
  values operands[nest_operand_count];

  bool has_values() const noexcept;
  // Whether elements of four bits stay what they are. (Wider ones: copy_nest.)
  bool copies() const noexcept;
  // Scratch memory of each worker.
  size_t scratch_bytes() const noexcept;
};

// Copies elements of `size` bytes, 1, 2, 4 or 8, as they are. `src` and `dst` are where the
// offsets of the nest count from.
void copy_nest(const team &workers, const nest_functions &functions, const loop_nest &nest,
               size_t size, const void *src, void *dst) noexcept;
// Converts; scratch is scratch_bytes() for each worker. Types of 64 bits go without scales, zero
// points and sum.
void convert_nest(const team &workers, const nest_functions &functions, const loop_nest &nest,
                  const nest_conversion &conversion, const void *src, void *dst,
                  char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
