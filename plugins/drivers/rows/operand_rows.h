// SPDX-License-Identifier: Apache-2.0
// Tiles of operands as dense rows of f32.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_OPERAND_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_OPERAND_ROWS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/operand_nest.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// Null for types whose elements load() and store() of a row_backend take in vectors.
refusal check_row_type(data_type type) noexcept;
// Whether b has the elements of a at the same distances, and both are without gaps.
bool lie_alike_densely(const memory_desc &a, const memory_desc &b) noexcept;

// Where a tile's elements are in an operand.
enum class operand_place { side_by_side, one, elsewhere };
operand_place place_in(const operand_nest &nest, const operand_tiling &t, int operand) noexcept;

// The elements of an operand for a tile of dst, in dst's order, as f32: where they are, or in a
// buffer. What the buffer has already is not read again: an operand that repeats is expanded once
// for many tiles.
class operand_reader {
 public:
  static constexpr dim_t most = 512;  // elements of a tile that is converted

  operand_reader(const row_backend &rows, data_type type, const void *data, int operand) noexcept
      : rows_(rows), type_(type), data_(data), operand_(operand) {}

  const float *read(const operand_nest &nest, const operand_tiling &t, const operand_cursor &at,
                    float *buffer) noexcept;

 private:
  void expand(const operand_nest &nest, int loop, dim_t iterations, dim_t inner, dim_t offset,
              float *values) const noexcept;
  void load(dim_t offset, dim_t stride, dim_t n, float *values) const noexcept;

  const row_backend &rows_;
  const data_type type_;
  const void *data_;
  const int operand_;
  dim_t kept_offset_ = -1, kept_ = 0;
};

}  // namespace dnnlet::drivers

#endif
