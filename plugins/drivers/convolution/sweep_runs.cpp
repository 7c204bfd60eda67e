// SPDX-License-Identifier: Apache-2.0
// What a sweep is cut into, counted; five facts: sweep.cpp.
#include "plugins/drivers/convolution/sweep.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

dim_t tiles_along(const sweep_axis &a, dim_t tile) noexcept {
  return div_up(a.outputs, tile);
}

dim_t tiles_of(const sweep &s, const sweep_cut &c) noexcept {
  return s.n * s.d.outputs * tiles_along(s.h, c.tile_h) * tiles_along(s.w, c.tile_w);
}

dim_t splits_together(const sweep_cut &c) noexcept {
  if (!c.shares_panels) return c.splits;
  return c.reads_in_place ? 1 : c.splits / c.workers;
}

sweep_runs runs_of(const sweep &s, const sweep_cut &c) noexcept {
  const dim_t rows = s.d.taps * s.h.taps, padded = s.panels.padded;
  const dim_t of_row = c.merges_w || s.merged > 0 ? min<dim_t>(s.w.taps, 1) : s.w.taps;
  const dim_t together = max<dim_t>(has_large_caches && c.skips_rows ? of_row : rows * of_row, 1);
  return {rows * of_row, of_row, together, c.merges_w ? padded * s.w.taps : padded};
}

dim_t parts_of(const sweep_runs &r, const sweep_cut &c) noexcept {
  if (!has_large_caches) return 1;
  return max<dim_t>(div_up(r.count, r.together), 1) * div_up(r.together, c.runs) *
         div_up(r.size, c.part);
}

sweep_part part_at(const sweep_runs &r, const sweep_cut &c, dim_t i) noexcept {
  if (!has_large_caches) return {0, r.count, 0, r.size};
  const dim_t at = take(i, div_up(r.size, c.part)) * c.part;
  const dim_t first = take(i, div_up(r.together, c.runs)) * c.runs;
  const dim_t run = i * r.together, last = min(first + c.runs, r.together);
  return {run + first, min(run + last, r.count), at, min(c.part, r.size - at)};
}

}  // namespace dnnlet::drivers
