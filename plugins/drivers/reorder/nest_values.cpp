// SPDX-License-Identifier: Apache-2.0
// tile_values; five facts: nest_convert.cpp.
#include "plugins/drivers/reorder/nest_values.h"

#include <algorithm>
#include <cstring>

namespace dnnlet::drivers {

namespace {

// Whether the values can be read where they are: vectors do not reach beyond such a run.
bool is_run_of_f32(const nest_tiling &t, nest_operand operand,
                   const nest_conversion::values &source, const tile_place &place) noexcept {
  return source.type == dnnl_f32 && t.run_strides[operand] == 1 && t.columns.all() == 1 &&
         t.rows.all() == 1 && place.run % converted_run::values_behind == 0;
}

}  // namespace

converted_run::values tile_values::at(const nest_tiling &t, nest_operand operand,
                                      const nest_conversion::values &source,
                                      const tile_place &place,
                                      void (*convert)(const converted_run &),
                                      float *buffer) noexcept {
  if (!source.items) return {nullptr, 0};
  if (is_run_of_f32(t, operand, source, place))
    return {static_cast<const float *>(source.items) + place.first[operand], 1};
  const int step = t.is_constant_in_tile(operand) ? 0 : 1;
  const dim_t first = place.first[operand];
  if (first != first_ || place.run != run_ || place.columns > columns_ || place.rows > rows_) {
    first_ = first;
    run_ = place.run;
    columns_ = place.columns;
    rows_ = place.rows;
    convert_ = convert;
    if (step == 0)
      buffer[0] = float(load_element(source.type, source.items, first));
    else
      fill(t, operand, source, buffer);
  }
  return {buffer, step};
}

void tile_values::fill(const nest_tiling &t, nest_operand operand,
                       const nest_conversion::values &source, float *buffer) const noexcept {
  const dim_t pitch = t.rows.in_tile() * t.run_chunk;
  const bool same_columns = t.columns.ignores(operand);
  for (dim_t c = 0; c < columns_; ++c) {
    float *to = buffer + c * pitch;
    if (c > 0 && same_columns)
      std::memcpy(to, buffer, size_t(pitch) * sizeof(float));
    else
      fill_column(t, operand, source, first_ + t.columns.offset(operand, c), to);
  }
}

void tile_values::fill_column(const nest_tiling &t, nest_operand operand,
                              const nest_conversion::values &source, dim_t first,
                              float *to) const noexcept {
  if (run_ == 1 && t.rows.count == 1)
    return fill_run(source, first, t.rows.loops[0].strides[operand], rows_, to);
  for (dim_t r = 0; r < rows_; ++r)
    fill_run(source, first + t.rows.offset(operand, r), t.run_strides[operand], run_,
             to + r * run_);
}

void tile_values::fill_run(const nest_conversion::values &source, dim_t first, dim_t stride,
                           dim_t count, float *to) const noexcept {
  if (stride == 0) {
    std::fill_n(to, count, float(load_element(source.type, source.items, first)));
  } else if (stride == 1 && count > 4 && !is_four_bit_type(source.type)) {
    converted_run run = {};
    run.from = source.type;
    run.to = dnnl_f32;
    run.src = static_cast<const char *>(source.items) + first * dim_t(type_size(source.type));
    run.dst = to;
    run.count = count;
    convert_(run);
  } else {
    for (dim_t i = 0; i < count; ++i)
      to[i] = float(load_element(source.type, source.items, first + i * stride));
  }
}

}  // namespace dnnlet::drivers
