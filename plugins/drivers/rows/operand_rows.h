// SPDX-License-Identifier: Apache-2.0
// Tiles of operands as dense rows.
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

// Writes the elements of an operand for a tile of dst side by side, in dst's order.
class operand_expander {
 public:
  operand_expander(const operand_nest &nest, int operand, data_type type, const void *data) noexcept
      : nest_(nest),
        operand_(operand),
        size_(type_size(type)),
        data_(static_cast<const char *>(data)) {}

  void expand(const operand_tiling &t, const operand_cursor &at, char *to) const noexcept {
    expand(t.outer, at.iterations(), t.inner, at.offset(operand_), to);
  }

 private:
  void expand(int loop, dim_t iterations, dim_t inner, dim_t offset, char *to) const noexcept;

  const operand_nest &nest_;
  const int operand_;
  const size_t size_;
  const char *data_;
};

}  // namespace dnnlet::drivers

#endif
