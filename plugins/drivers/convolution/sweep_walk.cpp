// SPDX-License-Identifier: Apache-2.0
// Groups whose rows of input are walked (plugins/drivers/gemm/row_walk.h); five facts: sweep.cpp.
#include <cstring>

#include "plugins/drivers/convolution/sweep_tile.h"

namespace dnnlet::drivers {

// What is kept of outputs that are walked.
char *tile_runner::kept_row(dim_t h) const noexcept {
  return reinterpret_cast<char *>(wide_) +
         h % walked_rows * w_count_ * s_.panels.columns * sum_bytes;
}

// Row h of outputs, as it meets a row of input through a tap; `start` is what it begins with, and
// C, if it can be stored there by vectors, what it ends in, c_step apart.
walked_row tile_runner::meet(dim_t h, dim_t tap, const void *start, char *c,
                             dim_t c_step) const noexcept {
  // The walk begins with the last one if it goes back.
  const bool goes_back = s_.w.step < 0, is_last = !sees(h, tap + 1);
  const auto first = [&](char *row, dim_t step) {
    return row + (goes_back ? (w_count_ - 1) * step * sum_bytes : 0);
  };
  const dim_t step = s_.panels.columns, sign = goes_back ? -1 : 1;
  char *const kept = first(kept_row(h), step);
  walked_row row = {kept, kept, ptrdiff_t(sign * step), ptrdiff_t(sign * step), false};
  if (!sees(h, tap - 1)) {
    row.from = start;
    row.from_step = 0;
  }
  row.relu = is_last && t_.relu.on;
  if (is_last && c) {
    row.to = first(c, c_step);
    row.to_step = ptrdiff_t(sign * c_step);
  }
  return row;
}

// Rows of input, one after the other: each meets three rows of outputs, in the order of taps.
void tile_runner::walk_panel(dim_t group, dim_t panel) noexcept {
  alignas(64) static constexpr float zeros[16] = {};  // of a vector, on x86
  const panel_shape &p = s_.panels;
  const dim_t columns = min(p.columns, p.width - panel * p.columns);
  const dim_t c_step = c_.writes_in_place ? s_.out.w : p.columns;
  const bool fits = columns == p.columns || !c_.writes_in_place;
  char *const nobody = kept_row(0) + walked_rows * w_count_ * p.columns * sum_bytes;
  const void *start = zeros;
  if (t_.bias)
    start = std::memcpy(nobody + p.columns * sum_bytes,
                        t_.bias + group * p.width + panel * p.columns, size_t(columns * sum_bytes));
  row_walk w = {};
  w.weights = t_.panels + (group * p.panels + panel) * p.panel_size() * s_.b_size();
  w.order = job_.args.a_order;
  w.outputs = size_t(w_count_);
  w.steps = size_t(p.padded / p.step);
  w.in_step = s_.w.step * pixel();
  w.relu_alpha = t_.relu.alpha;
  const dim_t end = at_.h + h_count_, count = h_count_ + walked_rows - 1;
  const dim_t first_h = s_.h.step < 0 ? end - 1 : at_.h;
  const dim_t first_w = s_.w.step < 0 ? at_.w + w_count_ - 1 : at_.w;
  for (dim_t i = 0; i < count; ++i) {
    const dim_t ih = s_.h.input(first_h, 0) + i * s_.h.step;
    if (!s_.h.is_inside(ih)) continue;
    for (dim_t tap = 0; tap < walked_rows; ++tap) {
      const dim_t h = ih - s_.h.input(0, tap);
      const bool is_there = at_.h <= h && h < end;
      w.rows[tap] = is_there ? meet(h, tap, start, fits ? row_of(h, group, panel) : nullptr, c_step)
                             : walked_row{zeros, nobody, 0, 0, false};
    }
    w.in = input_ + offset_of(group, panel) +
           input_offset(s_.d.input(at_.d, 0), ih, s_.w.input(first_w, 0));
    s_.multiply->walk(w);
    for (dim_t tap = 0; !fits && tap < walked_rows; ++tap) {
      const dim_t h = ih - s_.h.input(0, tap);
      if (h < at_.h || h >= end || sees(h, tap + 1)) continue;
      char *to = row_of(h, group, panel);
      for (dim_t j = 0; j < w_count_; ++j, to += c_step * sum_bytes)
        std::memcpy(to, kept_row(h) + j * p.columns * sum_bytes, size_t(columns * sum_bytes));
    }
  }
}

}  // namespace dnnlet::drivers
