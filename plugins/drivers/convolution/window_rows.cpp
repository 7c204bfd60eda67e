// SPDX-License-Identifier: Apache-2.0
// What the windows of a row of outputs see; five facts: depthwise_sweep.cpp.
#include "plugins/drivers/convolution/rows_runner.h"

namespace dnnlet::drivers {

namespace {

// Steps that a way takes, the last perhaps beyond it. A division takes longer than all else.
dim_t steps_of(dim_t way, dim_t step) noexcept {
  return step == 1 ? way : div_up(way, step);
}

// Of `count` inputs from `first` on, `step` apart, those that are inside an extent, as bits.
uint32_t inside_of(dim_t first, dim_t step, dim_t count, dim_t extent) noexcept {
  const auto bits = [](dim_t n) { return uint32_t((uint64_t(1) << n) - 1); };
  const dim_t last = first + (count - 1) * step;
  if (has_large_caches && min(first, last) >= 0 && max(first, last) < extent) return bits(count);
  dim_t begin = 0, end = count;
  if (step > 0) {
    if (first < 0) begin = steps_of(-first, step);
    end = first < extent ? min(count, steps_of(extent - first, step)) : 0;
  } else {
    if (first >= extent) begin = steps_of(first - extent + 1, -step);
    end = first >= 0 ? min(count, steps_of(first + 1, -step)) : 0;
  }
  return begin < end ? bits(end) & ~bits(begin) : 0;
}

}  // namespace

// Where a row of input begins, in elements. Those of a worker that are many come round again.
dim_t rows_runner::input_row(dim_t d, dim_t h) const noexcept {
  if (c_.reads_in_place) return s_.in.pixel(n_, d, h, 0);
  dim_t at = has_large_caches ? h - base_ : h;
  if (!has_large_caches || at >= c_.ring_h) at %= c_.ring_h;
  return ((d - first_d()) * c_.ring_h + at) * c_.in_row + c_.left * c_.step;
}

// The rows of the windows of a row of outputs; offsets are from the first row and pixel that is
// read, or where taps do not share inputs, from the pixel that the tap is away.
void rows_runner::list_rows(dim_t h) noexcept {
  const sweep_axis &w = s_.w;
  if (has_large_caches) {
    const bool sees_all = row_step_ != 0 && s_.h.is_inside(s_.h.input(h, 0)) &&
                          s_.h.is_inside(s_.h.input(h, s_.h.taps - 1));
    if (!sees_all || listed_ < 0) listed_ = h;
    from_listed_ = (h - listed_) * row_step_;
    if (h > listed_) return;
    if (!sees_all) listed_ = -1;
  }
  size_t rows = 0;
  marked_ = 0;
  for (dim_t td = 0; td < s_.d.taps; ++td) {
    const dim_t id = s_.d.input(d_, td);
    if (!s_.d.is_inside(id)) continue;
    for (dim_t th = 0; th < s_.h.taps; ++th) {
      const dim_t ih = s_.h.input(h, th);
      if (!s_.h.is_inside(ih)) continue;
      const dim_t row = input_row(id, ih);
      const dim_t line = (s_.d.point(td) * s_.h.kernel + s_.h.point(th)) * w.kernel;
      for (dim_t i = 0; i < pieces_.count; ++i) {
        const dim_t tw = pieces_.first(i);
        list_[rows++] = {ptrdiff_t((row + tw * w.step * pixel()) * size_),
                         ptrdiff_t((line + w.point(tw)) * s_.channels * c_.joined), ~0u};
      }
    }
  }
  window_.row_count = rows;
}

// What of its inputs is inside, for each row of windows of so many outputs from `first` on. Of
// joined pixels, what is outside is there, as zeros, but not what further outputs would see.
void rows_runner::mark_again(dim_t first, dim_t outputs) noexcept {
  const sweep_axis &w = s_.w;
  const dim_t step = is_single_ ? w.in_step : w.step;
  const dim_t more = is_single_ ? outputs - 1 : (outputs - 1) * w.in_step;
  for (dim_t i = 0; i < pieces_.count; ++i) {
    const dim_t taps = !has_large_caches || i < pieces_.whole ? pieces_.size : 1;
    const uint32_t inside =
        is_joined() ? (uint32_t(1) << outputs) - 1
                    : inside_of(w.input(first, pieces_.first(i)), step, more + taps, w.in);
    for (size_t row = size_t(i); row < window_.row_count; row += size_t(pieces_.count))
      list_[row].inside = inside;
  }
}

// The same for a window by half, from its first input on.
void rows_runner::mark_halved(dim_t first, dim_t inputs) noexcept {
  const bool is_whole = first < s_.w.in && first - inputs >= -1;
  if (is_marked(is_whole ? all_inside : first, inputs)) return;
  const uint32_t inside = inside_of(first, -1, inputs, s_.w.in);
  for (size_t row = 0; row < window_.row_count; ++row) list_[row].inside = inside;
}

}  // namespace dnnlet::drivers
