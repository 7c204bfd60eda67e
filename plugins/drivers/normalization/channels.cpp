// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/channels.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers::normalization {

bool items_follow(const memory_desc &md, const sizes &s) noexcept {
  layout l;
  return is_zero(md) || (find_layout(md, s, l) && (s.n == 1 || l.item == l.pixel * s.pixels));
}

void plan_channels(plan_request &request, const sizes &s, dim_t arrays, dim_t bytes,
                   channels_plan &p) noexcept {
  const bool is_batch = request.problem<normalization_op>().head.kind == dnnl_batch_normalization;
  // Bytes of channels that are taken together: more by several workers, who wait for each other
  // after each pass. One's own cache has 1 MB: of 3 to 10 MB, passes took 1.1 to 1.3 times as long.
  constexpr dim_t cached = 4 << 20, cached_by_one = 1 << 20;
  p.s = s;
  p.together = bytes > most_cached ? s.padded_c / div_up(bytes, cached) : s.padded_c;
  p.by_one = s.padded_c / div_up(bytes, cached_by_one);
  p.pixels = even_part(s.pixels, piece_pixels);
  p.pieces_of_item = div_up(s.pixels, p.pixels);
  p.items = is_batch ? even_part(s.n, max<dim_t>(piece_pixels / s.pixels, 1)) : 1;
  p.pieces = p.pieces_of_item * div_up(s.n, p.items);
  p.numbers = request.add_scratch(
      scratch_bytes({is_batch ? 1 : s.n, s.padded_c, arrays, dim_t(sizeof(float))}));
  p.sums = request.add_scratch(scratch_bytes({p.pieces, 2, s.padded_c, dim_t(sizeof(double))}));
}

}  // namespace dnnlet::drivers::normalization
