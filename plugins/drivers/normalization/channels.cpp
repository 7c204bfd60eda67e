// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/channels.h"

namespace dnnlet::drivers::normalization {

bool items_follow(const memory_desc &md, const sizes &s) noexcept {
  layout l;
  return is_zero(md) || (find_layout(md, s, l) && (s.n == 1 || l.item == l.pixel * s.pixels));
}

void plan_channels(plan_request &request, const sizes &s, dim_t arrays, channels_plan &p) noexcept {
  const bool is_batch = request.problem<normalization_op>().head.kind == dnnl_batch_normalization;
  p.s = s;
  p.piece = even_part(s.pixels, piece_pixels);
  p.pieces = div_up(s.pixels, p.piece);
  p.numbers = request.add_scratch(
      scratch_bytes({is_batch ? 1 : s.n, s.padded_c, arrays, dim_t(sizeof(float))}));
  p.sums =
      request.add_scratch(scratch_bytes({s.n, p.pieces, s.padded_c, dim_t(sizeof(wide_sums))}));
}

}  // namespace dnnlet::drivers::normalization
