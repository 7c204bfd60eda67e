// SPDX-License-Identifier: Apache-2.0
// Places of resampling, and indices of them.
#ifndef DNNLET_PLUGINS_REFERENCE_RESAMPLING_H
#define DNNLET_PLUGINS_REFERENCE_RESAMPLING_H

#include "core/kernel/resampling.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// A missing depth or height is 0.
struct resampling_place {
  dim_t d, h, w;
};
inline resampling_place resampling_place_of(const dim_t *index, int ndims) noexcept {
  return {ndims > 4 ? index[ndims - 3] : 0, ndims > 3 ? index[ndims - 2] : 0, index[ndims - 1]};
}

// The element of `t` in the image and the channel of `index`, at another place.
inline double get_at(const tensor &t, const dim_t *index, const resampling_place &p) noexcept {
  const int ndims = t.md().ndims;
  dim_t at[5] = {index[0], index[1]};
  at[ndims - 1] = p.w;
  if (ndims > 3) at[ndims - 2] = p.h;
  if (ndims > 4) at[ndims - 3] = p.d;
  return t.get(at);
}

}  // namespace dnnlet::reference

#endif
