// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/channels.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers::normalization {

bool items_follow(const memory_desc &md, const sizes &s) noexcept {
  layout l;
  return is_zero(md) || (find_layout(md, s, l) && (s.n == 1 || l.item == l.pixel * s.pixels));
}

void plan_channels(plan_request &request, const sizes &s, dim_t run, dim_t arrays, dim_t bytes,
                   channels_plan &p) noexcept {
  const bool is_batch = request.problem<normalization_op>().head.kind == dnnl_batch_normalization;
  // Bytes of channels that are taken together, by several workers, who wait for each other after
  // each pass, or by one. Where a run is more than that, or the parts of it that follow each other
  // are short, one takes all: jumps cost more than what is near saves.
  constexpr dim_t cached = 4 << 20;
  const dim_t fitting = s.padded_c / div_up(bytes, cached);
  p.s = s;
  p.together = bytes > most_cached ? fitting : s.padded_c;
  p.by_one = fitting >= run && s.pixels >= piece_pixels ? fitting : s.padded_c;
  p.pixels = even_part(s.pixels, piece_pixels);
  p.pieces_of_item = div_up(s.pixels, p.pixels);
  p.items = is_batch ? even_part(s.n, max<dim_t>(piece_pixels / s.pixels, 1)) : 1;
  p.pieces = p.pieces_of_item * div_up(s.n, p.items);
  p.numbers = request.add_scratch(
      scratch_bytes({is_batch ? 1 : s.n, s.padded_c, arrays, dim_t(sizeof(float))}));
  p.sums = request.add_scratch(scratch_bytes({p.pieces, 2, s.padded_c, dim_t(sizeof(double))}));
}

}  // namespace dnnlet::drivers::normalization
