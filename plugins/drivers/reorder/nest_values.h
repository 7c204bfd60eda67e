// SPDX-License-Identifier: Apache-2.0
// The scales or zero points of a tile as floats, in the tile's order.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_NEST_VALUES_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_NEST_VALUES_H

#include "plugins/drivers/reorder/nest_tiles.h"

namespace dnnlet::drivers {

class tile_values {
 public:
  // In `buffer`, of a tile's elements, or where they are. `convert` converts runs to f32.
  converted_run::values at(const nest_tiling &t, nest_operand operand,
                           const nest_conversion::values &source, const tile_place &place,
                           void (*convert)(const converted_run &), float *buffer) noexcept;

 private:
  void fill(const nest_tiling &t, nest_operand operand, const nest_conversion::values &source,
            float *buffer) const noexcept;
  void fill_column(const nest_tiling &t, nest_operand operand,
                   const nest_conversion::values &source, dim_t first, float *to) const noexcept;
  void fill_run(const nest_conversion::values &source, dim_t first, dim_t stride, dim_t count,
                float *to) const noexcept;

  // What is in the buffer; a smaller tile may use it as well.
  dim_t first_ = -1, run_ = 0, columns_ = 0, rows_ = 0;
  void (*convert_)(const converted_run &) = nullptr;
};

}  // namespace dnnlet::drivers

#endif
