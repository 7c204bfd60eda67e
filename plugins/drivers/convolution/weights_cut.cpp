// SPDX-License-Identifier: Apache-2.0
// How a sweep by weights is cut; five facts: weights_sweep.cpp.
#include "plugins/drivers/convolution/weights_sweep.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// Steps after which sums are set down; their rows stay in cache.
constexpr dim_t pixels_at_once = 256;
constexpr dim_t most_parts = 8;
constexpr dim_t small_weights = dim_t(1) << 18;
constexpr dim_t work_of_task = dim_t(1) << 20;  // multiplications, at least, of parts
constexpr dim_t few_channels = 8;               // too few to be the rows of a tile alone
constexpr dim_t enough_tasks = 8;
constexpr dim_t most_sums = 256 * 1024;  // of a task
// Where src is read aside: panels that it is worth it for, channels of a task, whose chunk of
// pixels stays in the L2 cache, and those of a strip, about, whose chunk stays in the L1 cache
// beside that of a panel.
constexpr dim_t fewest_panels = 4, most_channels = 256, strip_channels = 24;

dim_t rows_of(const weights_sweep &s) noexcept {
  return s.z.n * s.z.od * rows_of_plane(s);
}

// Whether pixels of a 1x1 convolution lie so far apart that few sets of the first cache hold a
// column of them, which is gone through again and again.
bool shares_sets(const weights_sweep &s, const activation &a) noexcept {
  constexpr dim_t far = 1024, often = 64;
  return s.z.kd * s.z.kh * s.z.kw == 1 && a.w * dim_t(sizeof(float)) % far == 0 &&
         s.panels.summed >= often;
}

// Whether pixels of diff_dst lie in the order of their rows, the last of which has a vector: in all
// but the last pixels, what lies behind their channels is diff_dst, too.
bool are_in_order(const weights_sweep &s, dim_t lanes) noexcept {
  const convolution_sizes &z = s.z;
  const dim_t counts[] = {z.ow, z.oh, z.od, z.n}, strides[] = {s.dst.w, s.dst.h, s.dst.d, s.dst.n};
  dim_t end = z.oc;
  for (int i = 0; i < 4; ++i) {
    if (counts[i] == 1) continue;
    if (strides[i] < end) return false;
    end = strides[i] * counts[i];
  }
  return z.ow * z.oc >= lanes;
}

// Whether diff_dst is read where it is though its pixels are no whole vectors: each of these spans
// two lines of the cache, which costs more than a copy of all where many rows of A meet them. Since
// the last pixels are added by themselves then, taps along w are not merged: the edges of a row
// would be added before the last pixels, by some lengths of vectors only.
bool reads_parts(const weights_sweep &s, dim_t lanes, bool merges_w) noexcept {
  constexpr dim_t few = 24;
  return has_large_caches && !merges_w && s.panels.summed <= few && are_in_order(s, lanes);
}

bool sees_all(dim_t outputs, dim_t stride, dim_t padding, dim_t inputs) noexcept {
  return padding == 0 && (outputs - 1) * stride < inputs;
}

// Whether several panels meet pixels of src whose channels lie side by side: tiles would take a
// part of a line of each of them, again for each panel. They are copied in strips, of which tiles
// take one after the other.
bool reads_strips(const weights_sweep &s, const weights_cut &c) noexcept {
  const convolution_sizes &z = s.z;
  return has_large_caches && !s.in_pairs && !c.narrows && shares_sets(s, s.src) &&
         s.panels.panels >= fewest_panels && s.src.run > 1 &&
         sees_all(z.od, z.stride_d, z.front, z.id) && sees_all(z.oh, z.stride_h, z.top, z.ih) &&
         sees_all(z.ow, z.stride_w, z.left, z.iw);
}

}  // namespace

dim_t parts_of(const convolution_sizes &z, dim_t rows) noexcept {
  const dim_t weights = max<dim_t>(z.oc * (z.ic / z.groups) * z.kd * z.kh * z.kw, 1);
  const dim_t pieces = rows * div_up(z.ow, 4 * pixels_at_once);
  const dim_t work = capped_product({weights, rows, z.ow}) / (z.kd * z.kh);
  return clamp<dim_t>(min(min(small_weights / weights, pieces), work / work_of_task), 1,
                      most_parts);
}

dim_t rows_at_once(const weights_sweep &s) noexcept {
  return max<dim_t>(pixels_at_once / s.z.ow, 1);
}

dim_t pixels_at_end(const weights_sweep &s, dim_t lanes) noexcept {
  return div_up(lanes, s.z.oc);
}

dim_t rows_of_plane(const weights_sweep &s) noexcept {
  return s.in_pairs ? s.paired.outputs : s.z.oh;
}

void flatten(weights_sweep &s) noexcept {
  convolution_sizes &z = s.z;
  const auto is_one_row = [&z](const activation &a) {
    return (z.oh == 1 || a.h == a.w * z.ow) && (z.od == 1 || a.d == a.w * z.ow * z.oh);
  };
  if (!is_pointwise(z) || !is_one_row(s.src) || !is_one_row(s.dst)) return;
  z.iw = z.ow = z.od * z.oh * z.ow;
  z.id = z.ih = z.od = z.oh = 1;
}

weights_cut cut(const weights_sweep &s, const tile_table &tiles, dim_t lanes) noexcept {
  const convolution_sizes &z = s.z;
  weights_cut c;
  c.lanes = lanes;
  c.rows = rows_of(s);
  c.parts = parts_of(z, c.rows);
  c.merges_w = z.kw > 1 && z.groups == 1 && z.ic < few_channels && z.dilate_w == 1 &&
               s.src.w == z.ic && s.src.run >= z.ic;
  c.reads_in_place = !s.in_pairs && s.dst_type == dnnl_f32 && s.dst.run >= z.oc &&
                     (s.panels.width % lanes == 0 || reads_parts(s, lanes, c.merges_w)) &&
                     !shares_sets(s, s.dst);
  c.narrows = s.narrow_to != dnnl_data_type_undef && c.parts == 1;
  const bool in_strips = reads_strips(s, c);
  const dim_t height = tiles.max_rows[tiles.max_vectors - 1];
  c.strip = in_strips ? max<dim_t>(strip_channels / height, 1) * height : 0;
  const dim_t blocks = in_strips ? div_up(s.panels.summed, most_channels) : 1;
  c.channels = div_up(s.panels.summed, blocks);
  if (in_strips) c.channels = round_up(c.channels, c.strip);
  c.width = min(z.ow, in_strips ? pixels_at_once : 2 * pixels_at_once);
  const dim_t chunk = rows_at_once(s) * c.width;
  const dim_t pixels = c.reads_in_place ? pixels_at_end(s, lanes) : chunk;
  c.rows_at = round_up(size_t(rows_at_once(s)) * sizeof(tile_tap), data_alignment);
  c.pairing_at =
      c.rows_at + round_up(size_t(pixels * s.panels.columns) * sizeof(float), data_alignment);
  const size_t pairing = s.in_pairs ? max(pairing_bytes(z.ic), pairing_bytes(s.panels.columns)) : 0;
  // Rows that are not read where they are had better be read once, if what they are added to stays
  // in the L2 cache.
  const dim_t kernel_rows = z.kd * z.kh, tasks = c.parts * s.panels.batch * s.panels.panels;
  const dim_t row_sums = z.kw * s.panels.summed * s.panels.columns;
  const bool reads_once =
      !c.reads_in_place && tasks >= enough_tasks && kernel_rows * row_sums <= most_sums;
  c.kernel_rows = reads_once ? kernel_rows : 1;
  const dim_t sums = c.narrows ? c.kernel_rows * row_sums : 0;
  c.sums_at = c.pairing_at + round_up(pairing, data_alignment);
  c.strips_at = c.sums_at + round_up(size_t(sums) * sizeof(float), data_alignment);
  const dim_t aside = in_strips ? chunk * c.channels : 0;
  c.bytes = worker_share(c.strips_at + size_t(aside) * sizeof(float));
  return c;
}

}  // namespace dnnlet::drivers
