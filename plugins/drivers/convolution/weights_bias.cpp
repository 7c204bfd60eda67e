// SPDX-License-Identifier: Apache-2.0
// The bias of weights_sweep.cpp, a product of diff_dst with ones.
#include <cstring>

#include "plugins/drivers/convolution/weights_runner.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

// To neighbouring columns of sums.
void panel_runner::add_ones(tile_args &t, float *sums, dim_t columns) noexcept {
  const dim_t row = tiles_.row_vectors() * cut_.lanes, most = tiles_.max_vectors * cut_.lanes;
  for (dim_t i = 0, count = 0; i < columns; i += count) {
    count = columns - i >= row ? row : min(columns - i, most);
    t.cols = size_t(count);
    t.start = t.c = sums + i;
    run_panel(tiles_, size_t(cut_.lanes), t, 1);
    t.b += count * dim_t(sizeof(float));
  }
}

// Pixels that lie one behind the other are as many more columns.
void panel_runner::add_bias(const chunk &c) noexcept {
  static const float one = 1;
  static const uint16_t ones_in_bf16[] = {0x3F80, 0x3F80};
  const dim_t columns = p_.panels.columns, sums = cut_.bias_sums(), left = c.width % sums;
  for (row_place p = place_of(p_, c.row); p.row < c.row + c.rows; go_on(p_, p))
    taps_[p.row - c.row] = {0, ptrdiff_t(row_offset(c, p) * dim_t(sizeof(float)))};
  tile_args t = common(c, size_t(c.rows), {c.w, c.w + c.width}, false);
  t.a = p_.in_pairs ? reinterpret_cast<const char *>(ones_in_bf16)
                    : reinterpret_cast<const char *>(&one);
  const char *const b = t.b;
  const ptrdiff_t step = t.b_step;
  const bool are_dense = columns_ == columns && step == columns * dim_t(sizeof(float));
  const dim_t seen = dim_t(t.cols);
  t.b_step = sums * step;
  for (dim_t i = 0, count = 1; i < min(c.width, sums); i += count) {
    const dim_t at = (c.w + i) % sums;
    if (are_dense) count = min((i < left ? left : sums) - i, sums - at);
    t.b = b + i * step;
    t.steps = size_t(c.width / sums + (i < left ? 1 : 0));
    add_ones(t, bias_ + at * columns, are_dense ? count * columns : seen);
  }
}

// What the sums of a task's panels are together.
void panel_runner::add_up_bias(const weights_task &t, float *bias) const noexcept {
  const panel_shape &s = p_.panels;
  const float *a = bias_sums_;
  for (dim_t panel = t.panel; panel < t.panel + t.panels;
       ++panel, a += cut_.bias_sums() * s.columns) {
    const dim_t first = panel * s.columns;
    float *to = bias + t.group * s.width + first;
    for (dim_t i = 0; i < min(s.columns, s.width - first); ++i)
      to[i] = !cut_.splits_bias
                  ? a[i]
                  : (a[i] + a[s.columns + i]) + (a[2 * s.columns + i] + a[3 * s.columns + i]);
  }
}

}  // namespace dnnlet::drivers
