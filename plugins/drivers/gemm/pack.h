// SPDX-License-Identifier: Apache-2.0
// Operands of a product on their way to tiles: parts of matrices of any strides and types become
// the elements that a product reads, in the groups of its steps (product.h). Elements are copied or
// transposed, or widened to f32; those of B are decompressed where they stand for other numbers.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_PACK_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_PACK_H

#include "core/support/built_types.h"
#include "core/support/data_type.h"
#include "core/support/status.h"
#include "plugins/drivers/gemm/product.h"

namespace dnnlet::drivers {

// A matrix as it is multiplied: transposition is in the steps.
struct matrix {
  data_type type;
  const void *data;
  dim_t row_step, col_step;  // elements

  dim_t place(dim_t row, dim_t col) const noexcept { return row * row_step + col * col_step; }
  // Of elements of whole bytes.
  const char *at(dim_t row, dim_t col) const noexcept {
    return static_cast<const char *>(data) + place(row, col) * dim_t(type_size(type));
  }
};
struct matrix_part {
  const matrix &of;
  dim_t row, rows, col, cols;
};

// Lines of elements that lie side by side, and where they are packed.
struct element_lines {
  const void *from;
  dim_t from_step;  // elements from line to line
  dim_t lines, length;
  void *to;
  dim_t to_step;  // elements
};
using pack_function = void (*)(const element_lines &p) noexcept;

// How elements of one type are packed, by lines along K or across it.
//   B      lines become rows of groups, [columns][group], with zeros up to whole groups and columns
//          up to whole vectors
//   A      lines across K become the same; lines along K stay lines, with zeros up to whole groups
struct element_packing {
  data_type from;
  pack_function along, across;
};

// In place, rows[r * step + c] = (rows[r * step + c] - zero_points[c]) * scales[c], of whole
// vectors.
struct decompressed_rows {
  float *rows;
  dim_t count, step, cols;
  const float *scales, *zero_points;
};

// A panel of B, rows of its groups, `columns` of them apart, from bytes:
//     (byte - zero_points[c]) * scales[c]
// of whole vectors of columns. Signed bytes are 128 too large as they are read. Bytes come in
// lines, `step` from row to row, or in rows of groups of four, `step` columns apart. What is
// missing of the last group are zeros.
struct widened_rows {
  const void *from;
  dim_t step;
  bool is_in_quads, is_signed;
  dim_t rows, cols, columns;
  const float *scales, *zero_points;
  void *to;
};
// Rows that are widened together, but for the last of B.
constexpr dim_t widened_at_once = 4;
using widen_function = void (*)(const widened_rows &rows) noexcept;

// In place, sums[r][c] = sums[r][c] + x_of_rows[r] * x[c] + y_of_rows[r] * y[c], modulo 2^32, where
// x or y may be null. Columns are accessed up to whole vectors.
struct corrected_sums {
  int32_t *sums;
  dim_t count, step, cols;
  const int32_t *x, *x_of_rows;
  const int32_t *y, *y_of_rows;
};

struct few_rows_backend;

// What multiply needs of a plugin, for one product.
struct multiply_backend {
  size_t (*lanes)() noexcept;  // sums of a vector
  const product *multiply;
  element_packing a[2], b[1];  // without functions: none
  // Of f32, else null.
  void (*scale)(float *x, dim_t count, float factor) noexcept;
  // Of products that take other types widened, else null: elements of any type from the number
  // `offset` on, to f32.
  void (*load)(data_type type, const void *base, size_t offset, float *values, size_t n) noexcept;
  void (*decompress)(const decompressed_rows &rows) noexcept;
  // Of integers, else null.
  void (*correct)(const corrected_sums &sums) noexcept;
  const few_rows_backend *few_rows;  // of products with few rows (few_rows.h)
  // Of products that take integers widened, else null; and how lines of bytes along K become groups
  // of four of them, as those of B.
  widen_function widen = nullptr;
  pack_function place_bytes = nullptr;

  const element_packing *packing_of_a(data_type type) const noexcept { return find(a, 2, type); }
  const element_packing *packing_of_b(data_type type) const noexcept { return find(b, 1, type); }

 private:
  static const element_packing *find(const element_packing *list, int count,
                                     data_type type) noexcept {
    for (int i = 0; i < count; ++i)
      if (list[i].along && list[i].from == type) return list + i;
    return nullptr;
  }
};

// Numbers by groups of K and of columns, as scales and zero points of weights are given.
struct group_values {
  data_type type;
  const void *data;          // null: none
  dim_t first;               // element of data, which four bits need not begin a byte with
  dim_t k_group, col_group;  // elements that share one
  dim_t k_step, col_step;    // elements from group to group
};

// What an element of B stands for: (element - zero point) * scale.
struct decompression {
  group_values scales, zero_points;
};

// values[i] = what column col + i has in row k.
void load_values(const multiply_backend &backend, const group_values &v, dim_t k, dim_t col,
                 dim_t count, float *values) noexcept;
// The rows from k on, `most` at most, that share their values.
dim_t rows_alike(const decompression &d, dim_t k, dim_t most) noexcept;

// Whether tiles read elements of A where they lie, but for the end of K within a group.
bool reads_a_in_place(const matrix &a, const product &p) noexcept;
// Whether they may read those of B, as far as rows fill panels.
bool reads_b_in_place(const matrix &b, const product &p) noexcept;
// Whether elements of B are widened from bytes, or halves of them, and given their values, if any,
// on the way, by widen_panels(). A build without such types links nothing of it.
constexpr bool has_bytes_to_widen = has_integer_types || has_type(dnnl_s4) || has_type(dnnl_u4);
bool can_widen_bytes(const matrix &b, const decompression *values,
                     const multiply_backend &backend) noexcept;
inline bool widens_bytes(const matrix &b, const decompression *values,
                         const multiply_backend &backend) noexcept {
  return has_bytes_to_widen && can_widen_bytes(b, values, backend);
}
// Whether there is a way for elements of this type.
bool can_pack_a(const matrix &a, const multiply_backend &backend) noexcept;
bool can_pack_b(const matrix &b, const decompression *values,
                const multiply_backend &backend) noexcept;

// Of a part that is packed.
dim_t packed_a_bytes(const matrix &a, dim_t rows, dim_t steps,
                     const multiply_backend &backend) noexcept;
dim_t packed_b_bytes(dim_t columns, dim_t steps, const product &p) noexcept;
// What packing itself needs for parts so large.
dim_t stage_a_bytes(const matrix &a, dim_t rows, dim_t steps,
                    const multiply_backend &backend) noexcept;
dim_t stage_b_bytes(const matrix &b, bool decompresses, dim_t columns, dim_t steps,
                    const multiply_backend &backend) noexcept;

// Bytes from row to row of A, and from step to step.
struct packed_steps {
  ptrdiff_t row, step;
};
packed_steps steps_of_packed_a(const multiply_backend &backend, const matrix_part &a) noexcept;
packed_steps pack_a(const multiply_backend &backend, const matrix_part &a, char *to,
                    char *stage) noexcept;
// Rows of the panel are `columns` columns apart. `values` may be null.
void pack_b(const multiply_backend &backend, const matrix_part &b, const decompression *values,
            float factor, dim_t columns, char *to, char *stage) noexcept;

// All columns of a part at once; `panel_step` bytes from panel to panel. Rows begin with a quad.
// The next part begins with as many of the columns behind.
dim_t widening_stage_bytes(const matrix &b, dim_t columns) noexcept;
void widen_panels(const multiply_backend &backend, const matrix_part &b,
                  const decompression *values, dim_t columns, dim_t next_columns, char *to,
                  dim_t panel_step, char *stage) noexcept;

}  // namespace dnnlet::drivers

#endif
