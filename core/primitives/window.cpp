// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/window.h"

#include <initializer_list>

#include "core/support/arithmetic.h"

namespace dnnlet {

status check_window(const char *what, int d, const window &w, const char *made) noexcept {
  if (w.stride < 1) return invalid(what, ": stride ", d, " is ", w.stride, ", expected 1 or more");
  if (w.kernel < 1) return invalid(what, ": kernel ", d, " is ", w.kernel, ", expected 1 or more");
  if (w.dilate < 0)
    return invalid(what, ": dilation ", d, " is ", w.dilate, ", expected 0 or more");
  if (w.padding_l < 0) return invalid(what, ": padding_l ", d, " is ", w.padding_l);
  dim_t step, reach, length;
  const bool fits =
      checked_add<dim_t>(w.dilate, 1, &step) && checked_mul(w.kernel - 1, step, &reach) &&
      checked_add<dim_t>(reach, 1, &reach) &&  // from the first tap to the last, both included
      checked_add(w.src, w.padding_l, &length) && checked_add(length, w.padding_r, &length) &&
      checked_add(length, -reach, &length);
  const dim_t least = w.may_skip_stride ? -w.stride : 1 - w.stride;
  if (!fits || w.padding_r < least)
    return invalid(what, ": padding or dilation ", d, " is out of range");
  const dim_t expected = length < 0 ? 0 : length / w.stride + 1;
  if (expected != w.dst)
    return invalid(what, ": spatial dim ", d, " of ", made, " is ", w.dst, ", expected ", expected);
  return dnnl_success;
}

void describe_windows(const spatial_sizes &s, int spatial, text_writer &out) noexcept {
  if (spatial == 3)
    out << "id" << s.id << "od" << s.od << "kd" << s.kd << "sd" << s.stride_d << "dd"
        << s.dilate_d - 1 << "pd" << s.front << '_';
  if (spatial >= 2)
    out << "ih" << s.ih << "oh" << s.oh << "kh" << s.kh << "sh" << s.stride_h << "dh"
        << s.dilate_h - 1 << "ph" << s.top << '_';
  out << "iw" << s.iw << "ow" << s.ow << "kw" << s.kw << "sw" << s.stride_w << "dw"
      << s.dilate_w - 1 << "pw" << s.left;
}

bool count_of::add(uint64_t &sum, dim_t term) noexcept {
  return checked_add(sum, term < 0 ? 0 - uint64_t(term) : uint64_t(term), &sum);
}

bool count_of::multiply(uint64_t factor) noexcept {
  return checked_mul(count_, max<uint64_t>(factor, 1), &count_) && count_ <= uint64_t(most_);
}

bool are_countable(const window *windows, int spatial, const memory_desc &src,
                   const memory_desc &dst) noexcept {
  constexpr dim_t beside = 1 << 16;  // how far beyond src a window may reach, and move
  count_of points(most_counted);
  points.times(src.dims[0]).times(max(src.dims[1], dst.dims[1]));
  for (int d = 0; d < spatial; ++d) {
    const window &w = windows[d];
    const dim_t most = w.src + beside;
    if (w.kernel > most || w.dilate > most || w.stride > most || w.padding_l > most ||
        w.padding_r > most)
      return false;
    const dim_t taps = w.kernel * (w.dilate + 1);
    if (taps > most) return false;
    points.times(w.src, w.padding_l, w.padding_r, taps, w.stride);
    for (const memory_desc *md : {&src, &dst}) {
      if (!is_blocked(*md)) continue;
      count_of places(most_products);
      places.times(w.src, w.padding_l, w.padding_r, taps, w.stride)
          .times(md->blocked.strides[2 + d]);
      if (!places.fits()) return false;
    }
  }
  return points.fits();
}

}  // namespace dnnlet
