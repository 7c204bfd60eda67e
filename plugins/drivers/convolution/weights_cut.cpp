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
// Parts at most, of which each sums up by itself, and all are added up; of groups, as vectors of
// their channels are tasks, too.
constexpr dim_t most_parts = 8, most_of_groups = 32, channels_of_task = 16;
constexpr dim_t small_weights = dim_t(1) << 18;
constexpr dim_t work_of_task = dim_t(1) << 20;  // multiplications, at least, of parts
// Of so few weights, which are a single task otherwise, parts of all rows of the kernel together.
constexpr dim_t few_weights = 2048, few_parts = 4;
constexpr dim_t few_outputs = 32;  // whose sums wait for themselves
constexpr dim_t most_merged = 64;  // taps of a channel
constexpr dim_t enough_tasks = 8;
constexpr dim_t short_work = dim_t(1) << 21;  // multiplications, not worth more tasks
constexpr dim_t most_sums = 256 * 1024;       // of a task
// Where src is read aside in strips: panels that it is worth it for, what a task reads of a chunk
// of pixels, which stays in the L2 cache, and elements of a strip, about, which stay in the L1
// cache beside a panel's. Wide rows have little padding, which is multiplied there.
constexpr dim_t fewest_panels = 4, strip_elements = 24 * pixels_at_once;
constexpr dim_t wide_row = 56, fewest_of_wide = 2;
constexpr dim_t most_aside = 64 * 1024;  // elements
// By shorter vectors, strips make higher tiles than blocks of channels, which pays for one tap
// where pixels lie apart or are few: with AVX2, ResNet-50's take 0.5 to 0.93 of the time (Zen 3).
constexpr dim_t few_pixels = 64;
// Of one tap, by long vectors: pixels of a panel that stay in the L1 cache, if sums stay in the L2.
constexpr dim_t near_pixels = 128, long_vector = 16;

dim_t rows_of(const weights_sweep &s) noexcept {
  return s.z.n * s.z.od * rows_of_plane(s);
}

// Whether pixels that are met one after the other lie so far apart that few sets of the first cache
// hold a column of them, which is gone through again and again.
bool shares_sets(const weights_sweep &s, dim_t step, dim_t far) noexcept {
  constexpr dim_t often = 64;
  return step * dim_t(sizeof(float)) % (is_one_tap(s.z) ? 1024 : far) == 0 &&
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

bool is_dense(const weights_sweep &s) noexcept {
  return s.src.w == s.z.ic && s.src.run >= s.z.ic;
}

// Whether diff_dst is read where it is though its pixels are no whole vectors: each of these spans
// two lines of the cache, which costs more than a copy of all where many rows of A meet them. Since
// the last pixels are added by themselves then, taps along w are not merged: the edges of a row
// would be added before the last pixels, by some lengths of vectors only.
bool reads_parts(const weights_sweep &s, dim_t lanes, bool has_edges) noexcept {
  constexpr dim_t few = 24;
  return has_large_caches && !has_edges && s.panels.summed <= few && are_in_order(s, lanes);
}

bool sees_all_w(const convolution_sizes &z) noexcept {
  return z.left == 0 && (z.ow - 1) * z.stride_w + z.kw <= z.iw;
}

// Whether several panels meet pixels of src whose channels lie side by side: tiles would take a
// part of a line of each of them, again for each panel. They are copied in strips, of which tiles
// take one after the other.
bool reads_strips(const weights_sweep &s, const weights_cut &c) noexcept {
  if (!has_large_caches || s.in_pairs || c.narrows || c.merges_w || s.src.run == 1) return false;
  if (c.lanes >= long_vector && !is_one_tap(s.z) && s.z.ow >= wide_row)
    return s.panels.panels >= fewest_of_wide;
  const bool high_tiles_pay =
      c.lanes < long_vector && is_one_tap(s.z) && (s.z.stride_w > 1 || s.z.ow <= few_pixels);
  return s.panels.panels >= fewest_panels && ((high_tiles_pay && s.src.run < s.z.ic) ||
                                              shares_sets(s, s.src.w * s.z.stride_w, alike_bytes));
}

// Whether taps along w are merged: where pixels lie one behind the other, and rows have no edges,
// which would be sums of their own; or are copied so.
bool merges_taps(const weights_sweep &s) noexcept {
  const convolution_sizes &z = s.z;
  if (z.kw == 1 || z.groups != 1 || z.ic >= fewest_channels || z.dilate_w != 1) return false;
  return has_large_caches ? is_dense(s) || !s.in_pairs : is_dense(s) && sees_all_w(z);
}

// Whether src is, with the padding as zeros.
bool reads_lines(const weights_sweep &s, const weights_cut &c) noexcept {
  return c.merges_w && !s.in_pairs && !(is_dense(s) && sees_all_w(s.z));
}

// Whether rows of the kernel are merged: with its columns, where both are too few to be those of a
// tile, each of which waits for its sums; of planes, instead of them. Sums are set in order at the
// end.
bool reads_planes(const weights_sweep &s) noexcept {
  return s.z.ic > 1 && s.z.dilate_h == 1 && s.src.run == 1 && s.src.w == 1 &&
         s.z.kh * s.z.ic >= fewest_channels;
}
bool reads_columns(const weights_sweep &s, const weights_cut &c) noexcept {
  const convolution_sizes &z = s.z;
  return has_large_caches && c.merges_w && !s.in_pairs && !c.narrows &&
         (z.ic == 1 ? z.kh > 1 : reads_planes(s)) && z.kh * z.kw * z.ic <= most_merged;
}

// Whether diff_dst lies in blocks of which a panel takes a part, or one.
bool are_in_blocks(const weights_sweep &s, dim_t columns) noexcept {
  return has_large_caches && s.dst.run % columns == 0 && s.z.oc / s.z.groups % columns == 0;
}

bool takes_one_tap(const weights_sweep &s, dim_t lanes) noexcept {
  return has_large_caches && lanes >= long_vector && !s.in_pairs && is_one_tap(s.z);
}

dim_t width_of(const weights_sweep &s, const weights_cut &c, bool in_strips) noexcept {
  const dim_t most = in_strips ? pixels_at_once : 2 * pixels_at_once, ow = s.z.ow;
  if (!takes_one_tap(s, c.lanes) || s.panels.size() > most_sums) return min(ow, most);
  return even_part(c.rows < c.parts ? div_up(ow, c.parts) : ow, near_pixels);
}

// How src is read aside, if it is.
void read_aside(const weights_sweep &s, const tile_table &tiles, weights_cut &c) noexcept {
  const convolution_sizes &z = s.z;
  const bool in_strips = reads_strips(s, c);
  c.in_columns = reads_columns(s, c);
  c.in_planes = c.in_columns && z.ic > 1;
  // A bias alone would wait for its sums longer than as further rows.
  c.has_ones = c.in_columns && !c.in_planes && s.has_bias && z.kd == 1;
  const bool in_lines = c.in_columns || (has_large_caches && reads_lines(s, c));
  c.strip = c.lines = c.pixels = 0;
  c.channels = s.panels.summed;
  c.width = width_of(s, c, in_strips);
  if (!in_strips && !in_lines) return;
  const dim_t rows = rows_at_once(s), height = tiles.max_rows[tiles.max_vectors - 1];
  const dim_t planes = min(rows, z.n * z.od > 1 ? rows / z.oh + 2 : 1);
  c.lines = (rows - 1) * step_aside(z.kh, z.stride_h) + planes * lines_seen(z);
  c.pixels = (c.width - 1) * step_aside(z.kw, z.stride_w) + (z.kw - 1) * z.dilate_w + 1;
  if (c.in_columns && !c.in_planes) c.lines = rows;
  // An odd number of lines of the cache, of which rows of A are in different sets.
  if (c.in_planes) c.pixels = round_up(c.pixels, long_vector) | long_vector;
  c.strip = c.in_columns && !c.in_planes ? z.kh + (c.has_ones ? 1 : 0)
            : in_lines
                ? z.ic
                : max<dim_t>(strip_elements / (min(rows, c.rows) * c.width) / height, 1) * height;
  if (in_lines) return;
  const dim_t most = max(most_aside / (c.lines * c.pixels), c.strip);
  c.channels = round_up(even_part(s.panels.summed, most), c.strip);
}

}  // namespace

dim_t parts_of(const convolution_sizes &z, dim_t rows) noexcept {
  const dim_t weights = max<dim_t>(z.oc * (z.ic / z.groups) * z.kd * z.kh * z.kw, 1);
  const dim_t pieces = rows * div_up(z.ow, 4 * pixels_at_once);
  const dim_t wanted = capped_product({weights, rows, z.ow}) / work_of_task;
  const dim_t tasks = z.groups > 1 ? div_up(z.ic, channels_of_task) : 1;
  dim_t few = 1;
  while (z.groups == 1 && weights < few_weights && few < few_parts && 2 * few <= wanted) few *= 2;
  return clamp<dim_t>(min(min(small_weights / weights, pieces), max(few, wanted / (z.kd * z.kh))),
                      1, clamp<dim_t>(most_of_groups / tasks, 1, most_parts));
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

// Of blocks, panels of one vector need no copy of diff_dst, which takes a quarter of the time where
// a single tile of rows of A meets it: of few outputs, while many come from memory sooner as copies
// of several blocks at a time.
dim_t vectors_of_panel(const weights_sweep &s, const tile_table &tiles, dim_t lanes) noexcept {
  constexpr dim_t fewest_rows = 8;
  const dim_t rows = s.z.kw * (s.z.ic == 1 ? s.z.kh : s.z.ic);
  const bool is_block = s.dst.run == lanes && are_in_blocks(s, lanes) && !s.in_pairs;
  const bool are_few =
      s.z.oc <= few_outputs && rows >= fewest_rows && rows <= dim_t(tiles.max_rows[0]);
  return is_block && are_few && merges_taps(s) ? 1 : tiles.max_vectors;
}

weights_cut cut(const weights_sweep &s, const tile_table &tiles, dim_t lanes) noexcept {
  const convolution_sizes &z = s.z;
  weights_cut c;
  c.lanes = lanes;
  c.rows = rows_of(s);
  c.parts = parts_of(z, c.rows);
  c.merges_w = merges_taps(s);
  c.narrows = s.narrow_to != dnnl_data_type_undef && c.parts == 1;
  read_aside(s, tiles, c);
  // Rows that are joined, of pixels that lie one behind the other.
  c.looks_ahead = takes_one_tap(s, lanes) && z.od * z.oh == 1 && z.iw == z.ow &&
                  rows_at_once(s) == 1 && s.panels.batch == 1 && s.src.run >= z.ic &&
                  s.dst.run >= z.oc;
  const bool has_edges = c.merges_w && !c.in_columns;
  const bool are_together = s.dst.run >= z.oc || are_in_blocks(s, s.panels.columns);
  c.reads_in_place = !s.in_pairs && s.dst_type == dnnl_f32 && are_together &&
                     (s.panels.width % lanes == 0 || reads_parts(s, lanes, has_edges)) &&
                     !shares_sets(s, s.dst.w, 2048);
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
  const bool is_short = has_large_caches && s.panels.size() * c.rows * z.ow <= short_work;
  const bool reads_once = !c.reads_in_place && (tasks >= enough_tasks || is_short) &&
                          kernel_rows * row_sums <= most_sums;
  c.kernel_rows = has_large_caches && c.strip > 0 ? z.kh : reads_once ? kernel_rows : 1;
  const dim_t sums = c.in_columns ? s.panels.panels * z.kw * c.rows_together(z) * s.panels.columns
                     : c.narrows  ? c.kernel_rows * row_sums
                                  : 0;
  c.sums_at = c.pairing_at + round_up(pairing, data_alignment);
  c.bias_at = c.sums_at + round_up(size_t(sums) * sizeof(float), data_alignment);
  c.splits_bias = s.panels.width <= (s.in_pairs ? 2 * few_outputs : few_outputs);
  const dim_t bias = s.has_bias ? c.bias_sums() * s.panels.panels * s.panels.columns : 0;
  c.aside_at = c.bias_at + round_up(size_t(bias) * sizeof(float), data_alignment);
  const dim_t aside =
      has_large_caches && c.strip > 0 ? c.lines * c.pixels * round_up(c.channels, c.strip) : 0;
  c.bytes = worker_share(c.aside_at + size_t(aside) * sizeof(float));
  return c;
}

// Each task reads what it takes of src and of diff_dst, of which an element takes as long as
// `reading` products.
weights_share share_of(const weights_sweep &s, const weights_cut &c, const tile_table &tiles,
                       dim_t workers) noexcept {
  if (!has_large_caches) return {1, s.panels.summed};
  constexpr dim_t reading = 40;
  const panel_shape &p = s.panels;
  const bool takes_all = !c.narrows && (c.strip > 0 || is_one_tap(s.z));
  const bool cuts_channels = !c.merges_w && (!c.narrows || is_one_tap(s.z));
  const dim_t steps = s.z.kd * s.z.kh / c.kernel_rows;
  const dim_t tasks = c.parts * p.batch * steps, height = tiles.max_rows[tiles.max_vectors - 1];
  const weights_share most = {takes_all ? p.panels : 1, c.channels};
  if (workers == 1) return most;
  weights_share best = most;
  dim_t least = INT64_MAX;
  const dim_t pieces[] = {1, div_up(workers, tasks), workers};
  for (const dim_t in_panels : pieces)
    for (const dim_t in_channels : pieces) {
      weights_share each = {div_up(most.panels, in_panels), c.channels};
      if (cuts_channels && in_channels > 1)
        each.channels = min(round_up(div_up(p.summed, in_channels), height), c.channels);
      const dim_t columns = each.panels * p.columns, channels = each.channels;
      const dim_t count = tasks * div_up(p.panels, each.panels) * div_up(p.summed, channels);
      const dim_t time =
          div_up(count, workers) * (columns * channels + reading * (columns + channels));
      if (time >= least) continue;
      least = time;
      best = each;
    }
  return best;
}

}  // namespace dnnlet::drivers
