// SPDX-License-Identifier: Apache-2.0
// Activations as the kernels see them: runs of neighbouring channels, and a stride for the rest.
// One description serves channels-last (one run of all channels), channel-blocked (runs of the
// block) and channels-first (runs of one).
#ifndef DNNLET_PLUGINS_DRIVERS_SUPPORT_ACTIVATION_H
#define DNNLET_PLUGINS_DRIVERS_SUPPORT_ACTIVATION_H

#include "core/memory/memory_desc.h"
#include "core/support/arithmetic.h"

namespace dnnlet {

struct activation {
  dim_t n, d, h, w;  // strides, in elements; 0 for a dimension that is not there
  dim_t run;         // channels that lie side by side
  dim_t run_stride;  // from a run to the next

  dim_t channel(dim_t c) const noexcept { return c / run * run_stride + c % run; }
  // Of channel 0, which takes no divisions.
  dim_t pixel(dim_t in, dim_t id, dim_t ih, dim_t iw) const noexcept {
    return in * n + id * d + ih * h + iw * w;
  }
  dim_t at(dim_t in, dim_t id, dim_t ih, dim_t iw, dim_t c) const noexcept {
    return pixel(in, id, ih, iw) + channel(c);
  }
  // Channels c to c + count lie side by side.
  bool together(dim_t c, dim_t count) const noexcept { return c % run + count <= run; }
};

// Where there is one step only, the stride may be any number, but nothing lies that far away.
inline dim_t stride_within(const memory_desc &md, int d) noexcept {
  constexpr dim_t far = dim_t(1) << 40;
  dim_t steps = padded_dims(md)[d];
  for (int i = 0; i < md.inner_nblks; ++i)
    if (md.inner_idxs[i] == d) steps /= md.blocked.inner_blks[i];
  const dim_t stride = md.blocked.strides[d];
  return steps == 1 && stride > far ? 0 : stride;
}

// False for layouts of another kind.
inline bool find_layout(const memory_desc &md, activation &a) noexcept {
  if (!is_blocked(md) || md.ndims < 3 || md.ndims > 5 || md.inner_nblks > 1) return false;
  if (md.inner_nblks == 1 && md.inner_idxs[0] != 1) return false;
  const dim_t by_channel = stride_within(md, 1);
  a.n = stride_within(md, 0);
  a.d = md.ndims > 4 ? stride_within(md, 2) : 0;
  a.h = md.ndims > 3 ? stride_within(md, md.ndims - 2) : 0;
  a.w = stride_within(md, md.ndims - 1);
  if (md.inner_nblks == 1) {
    a.run = md.blocked.inner_blks[0];
    a.run_stride = by_channel;
  } else if (by_channel == 1 || md.dims[1] == 1) {
    a.run = max<dim_t>(md.dims[1], 1);
    a.run_stride = 0;
  } else {
    a.run = 1;
    a.run_stride = by_channel;
  }
  return true;
}

// Lays out channels last what is `any`.
inline bool lay_out_channels_last(memory_desc &md) noexcept {
  return !is_any(md) || set_channels_last(md);
}

}  // namespace dnnlet

#endif
