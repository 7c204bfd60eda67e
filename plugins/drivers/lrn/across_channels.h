// SPDX-License-Identifier: Apache-2.0
// Pixels with channels side by side, as f32 in scratch memory, one after the other with zeros
// between them: so that a window that reaches over the first or last channel reads zeros, and all
// pixels are one run.
#ifndef DNNLET_PLUGINS_DRIVERS_LRN_ACROSS_CHANNELS_H
#define DNNLET_PLUGINS_DRIVERS_LRN_ACROSS_CHANNELS_H

#include <cstring>

#include "plugins/drivers/fold/window.h"
#include "plugins/drivers/lrn/lrn.h"

namespace dnnlet::drivers::lrn {

struct pixel_plan {
  dim_t block;     // pixels of an item
  dim_t pitch;     // from a pixel to the next, in scratch memory
  size_t array;    // bytes of an array of pixels
  size_t scratch;  // of a worker
};

refusal plan_pixels(plan_request &request, int arrays) noexcept;

// The pixels of an item.
class pixel_block {
 public:
  pixel_block(const row_backend &rows, const sizes &s, const pixel_plan &plan, dim_t item) noexcept
      : rows_(rows), s_(s), plan_(plan) {
    first_ = take(item, div_up(s.pixels(), plan.block)) * plan.block;
    n_ = item;
    count_ = min(plan.block, s.pixels() - first_);
  }

  // Elements of the run of all pixels; the first pixel is preceded by zeros.
  dim_t elements() const noexcept { return count_ * plan_.pitch; }

  dim_t count() const noexcept { return count_; }
  // Of a tensor whose pixels follow each other.
  lrn_pixels pixels(const tensor &t) const noexcept {
    const dim_t at = n_ * t.layout.n + first_ * t.layout.w;
    return {t.layout, t.data + at * dim_t(type_size(t.type))};
  }

  void load(const tensor &from, float *to) const noexcept;
  void store(const float *from, const tensor &to) const noexcept;
  // Writes the zeros around pixels; `to` is where the first pixel lies.
  void clear_margins(float *to) const noexcept;

  // Calls body(pixel in the block, where its channel 0 lies) for all pixels.
  template <class Body>
  void for_each_pixel(const tensor &t, const Body &body) const noexcept {
    for_each_index([&](dim_t p, dim_t d, dim_t h, dim_t w) {
      return body(p, t.layout.at(n_, d, h, w, 0)), true;
    });
  }
  // Calls body(channel 0 in `from`, channel 0 in `to`), both of f32, for as long as it says true;
  // answers whether it always did.
  template <class Body>
  bool for_each_pair(const tensor &from, const tensor &to, const Body &body) const noexcept {
    return for_each_index([&](dim_t, dim_t d, dim_t h, dim_t w) {
      return body(from.f32(from.layout.at(n_, d, h, w, 0)), to.f32(to.layout.at(n_, d, h, w, 0)));
    });
  }

 private:
  template <class Body>
  bool for_each_index(const Body &body) const noexcept {
    dim_t d = first_;
    dim_t w = take(d, s_.w), h = take(d, s_.h);
    for (dim_t p = 0; p < count_; ++p) {
      if (!body(p, d, h, w)) return false;
      if (++w < s_.w) continue;
      w = 0;
      if (++h < s_.h) continue;
      h = 0;
      ++d;
    }
    return true;
  }

  const row_backend &rows_;
  const sizes &s_;
  const pixel_plan &plan_;
  dim_t n_, first_, count_;
};

}  // namespace dnnlet::drivers::lrn

#endif
