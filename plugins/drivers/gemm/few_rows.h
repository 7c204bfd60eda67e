// SPDX-License-Identifier: Apache-2.0
// Products with few rows, down to a vector: B is read once, where it is, at the speed of memory.
//
//     c[r][i] = c[r][i] + sum over k of a[r][k] * b[k][i]
//
// Across K (neighbours in B are columns) each sum is one chain in the order of k, as tiles have it.
// Along K (neighbours are elements of a column), sums of f32 are made in the order of
// drivers/rows/reductions.h and added to c.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FEW_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FEW_ROWS_H

#include "plugins/drivers/gemm/multiply.h"

namespace dnnlet::drivers {

// Factors of the type of the sums, or bytes for quads, and a part of B with lines of neighbours.
struct few_rows {
  const void *a;
  dim_t a_step, rows;
  const void *b;
  dim_t b_step, k, cols;  // b_step: elements from line to line
  void *c;
  dim_t c_step;
  int32_t a_offset;        // of dots: what each factor has too much
  bool is_signed = false;  // of quads: factors are s8, not u8
};
// Rows across K of bytes that are multiplied by fours, and one of ones.
constexpr dim_t most_rows_of_quads = 16;
using few_rows_function = void (*)(const few_rows &p) noexcept;

// c[r][i] = c[r][i] + (sums[r][i] - of_rows[r] * zero_points[i]) * scales[i]: sums over rows of B
// that share their values, of elements as they are; of four bits, as they come out: of each two
// vectors of columns, those of even number first, of which signed ones are 8 too large.
struct folded_sums {
  const float *sums;
  dim_t step, rows, cols;
  const float *of_rows, *scales, *zero_points;
  float *c;
  dim_t c_step;
  bool is_of_halves;
};

// In place, values[i] = (values[i] - zero_points[g * step]) * scales[g * step], where `group`
// neighbours, or what is left of them, share the g-th of either. Null: 0, 1.
struct valued_line {
  float *values;
  dim_t count, group;
  const float *scales, *zero_points;
  dim_t step;
};

// Columns of bytes, or of halves of them, along K:
//     c[r][i] = c[r][i] + sum over k of a[r][k] * b[i][k] * scales[k / group][i]
// of elements as they are, but that signed halves are 8 too large. Of more than one group, each is
// a multiple of so many rows, and there are as many at least.
constexpr dim_t scaled_together = 32;
struct scaled_columns {
  few_rows p;
  data_type type;
  dim_t group;
  const float *scales;
  dim_t scale_step;  // from group to group
};

// c[i] = start[i] + factor * b[i], of f32 and at least a vector; start may be c, or null: zeros.
struct factor_by_line {
  float factor;
  const float *b, *start;
  float *c;
  dim_t cols;
  bool exceeds_caches;  // all of C
};

// What a plugin lends for one type of sums: by the type of B, null where there is nothing.
struct few_rows_backend {
  few_rows_function (*across)(data_type b) noexcept;
  few_rows_function (*along)(data_type b) noexcept;
  // Elements from the number `offset` on to f32; null where sums are integers.
  void (*load)(data_type type, const void *base, size_t offset, float *values, size_t n) noexcept;
  void (*fold)(const folded_sums &sums) noexcept;   // null: nothing is decompressed
  void (*value)(const valued_line &line) noexcept;  // the same
  few_rows_function dots;  // along K, of integers by s8: factors as tiles read them; else null
  void (*multiply_line)(const factor_by_line &p) noexcept = nullptr;  // of f32, or widened
  // Across K, of integers: by quads, so many rows at most and one of ones; 0: there are none.
  dim_t most_by_quads = 0;
  void (*multiply_scaled)(const scaled_columns &columns) noexcept = nullptr;  // as `fold`
};

// Whether tiles read so much of a line of B at once that it may well stay where it is.
bool has_wide_tiles(const multiply_backend &backend) noexcept;
// Whether it is better for B, of such elements, to have its rows as they are than in panels: a
// single row goes line by line, for which panels of few columns are too narrow.
bool goes_by_lines(dim_t m, dim_t n, data_type b, const multiply_backend &backend) noexcept;
// Whether a product is one of few rows, and not better made by tiles.
bool is_of_few_rows(const multiply_problem &p, const multiply_backend &backend,
                    const multiply_room &room) noexcept;
// Plans it; false if it is not.
bool plan_few_rows(const multiply_problem &p, const multiply_backend &backend,
                   const multiply_room &room, multiply_cut &cut) noexcept;
void run_few_rows(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task, char *memory) noexcept;

}  // namespace dnnlet::drivers

#endif
