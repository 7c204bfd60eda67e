// SPDX-License-Identifier: Apache-2.0
// How a depthwise sweep is cut into blocks, windows and tasks; five facts: depthwise_sweep.cpp.
#include "plugins/drivers/convolution/depthwise_sweep.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t rows_wanted = 8;
constexpr dim_t tasks_wanted = 16;
constexpr dim_t row_bytes_wanted = 8 << 10;  // of a worker's rows: some of them stay in cache
constexpr dim_t row_elements = 4096;  // of all rows that a task sees, so that each has a place
constexpr dim_t pixels_at_once = 64;
constexpr dim_t most_zeros = 32;  // pixels on either side of a row
// That are finished while the first cache has them, with the inputs that they come of.
constexpr dim_t sums_at_once = 4096, sums_of_short = 2048;
constexpr dim_t first_cache = 52 << 10, most_vectors = 16;
constexpr dim_t near_bytes = 24 << 10;  // of a worker's rows, where they stand for such pixels

// Taps that lie side by side, as most do, share their inputs; many of them where windows have whole
// vectors of channels: more than seven of f32 as sevens and a rest (31 in two thirds of the time).
// Far outputs gain less than it costs to read other types than f32 aside.
window_form form_of(const sweep_axis &w, bool is_wide, bool is_f32, bool takes_dots) noexcept {
  const bool are_neighbours = w.step == 1 || (w.step == -1 && w.in_step == 1);
  if (!are_neighbours) return window_form::single;
  if (w.in_step == 1 && w.taps == 3) return window_form::three;
  if (w.in_step == 2 && w.taps == 3) return window_form::three_by_two;
  if (w.in_step == 1 && w.taps == 5) return window_form::five;
  if ((takes_dots || (is_wide && is_f32)) && w.in_step == 2 && w.taps == 5)
    return window_form::five_by_two;
  if (is_wide && w.in_step == 1 && (w.taps == 7 || (has_large_caches && is_f32 && w.taps > 7)))
    return window_form::seven;
  return window_form::single;
}

// Pixels that fill a vector together, side by side as they are in memory; their outputs too.
dim_t joined_pixels(const depthwise_sweep &s, dim_t lanes) noexcept {
  const dim_t channels = s.channels;
  const auto is_flat = [channels](const activation &a) {
    return a.w == channels && a.run >= channels;
  };
  const bool is_near =
      s.w.lowest() >= -most_zeros && s.w.outputs + s.w.highest() <= s.w.in + most_zeros;
  return channels < lanes && lanes % channels == 0 && is_near && s.w.in_step == 1 &&
                 s.w.out_step == 1 && is_flat(s.in) && is_flat(s.out) && !s.has_zero_point &&
                 s.finishes_alike
             ? lanes / channels
             : 1;
}

// Channels of a block whose pixels are read aside, so that they are near each other while several
// rows see them; 0: they are not far apart, or rows are too long. Vectors that are whole lines of
// the cache load a line once for each row: twice as far apart, they gain more than the copy costs.
// At a stride of two, three taps see a pixel too seldom for that.
dim_t block_read_aside(const depthwise_sweep &s, const depthwise_cut &c) noexcept {
  const dim_t far = max(far_pixels, c.lanes * dim_t(64 * sizeof(float)));
  if (c.takes_dots || s.in.w * dim_t(type_size(s.in_type)) % far != 0) return 0;
  if (c.form == window_form::single || c.form == window_form::three_by_two || s.halves) return 0;
  const dim_t pixel_bytes =
      capped_product({s.d.seen(1), min(s.h.seen(1), s.h.in), s.w.in, dim_t(sizeof(float))});
  for (dim_t block = 16 * c.lanes; block >= 4 * c.lanes; block /= 2)
    if (block <= near_bytes / max<dim_t>(pixel_bytes, 1)) return block;
  return 0;
}

// Elements from channel to channel, as windows step to the next vector: more than one where blocks
// of channels are vectors of f32, and windows go from block to block. (One function: 0.5 KB less.)
[[gnu::noinline]] dim_t step_of_blocks(const depthwise_sweep &s, const activation &a,
                                       dim_t lanes) noexcept {
  const bool are_vectors = type_size(s.in_type) > 1 && a.run == lanes && a.run < s.channels &&
                           s.channels % lanes == 0 && a.run_stride % lanes == 0;
  return are_vectors ? a.run_stride / lanes : 1;
}
dim_t channel_step(const depthwise_sweep &s, const activation &a, dim_t lanes) noexcept {
  return has_large_caches ? step_of_blocks(s, a, lanes) : 1;
}

// Whether dots go from blocks to blocks of bf16: not tap by tap, where five that share inputs take
// nine tenths of the time as f32.
bool are_apart(const depthwise_sweep &s, dim_t lanes) noexcept {
  return channel_step(s, s.in, lanes) > 1 && channel_step(s, s.out, lanes) > 1 && s.is_rounded &&
         s.out_type == dnnl_bf16 && !s.has_fives;
}

// Vectors of a block whose pixels are read in place: of long rows that many rows of the kernel see,
// as many as the first cache holds of what a row of windows sees.
dim_t vectors_in_place(const depthwise_sweep &s, const depthwise_cut &c) noexcept {
  if (!has_large_caches || s.h.taps == 1) return most_vectors;
  if (c.form < window_form::five && c.in_channel == 1) return most_vectors;
  const dim_t bytes =
      capped_product({min(s.h.seen(1), s.h.in), s.w.in, c.lanes, dim_t(type_size(s.in_type))});
  return clamp<dim_t>(first_cache / max<dim_t>(bytes, 1), 2, most_vectors) / 2 * 2;
}

void choose_block(const depthwise_sweep &s, dim_t least, dim_t in_columns, dim_t out_columns,
                  dim_t aside, depthwise_cut &c) noexcept {
  c.columns = s.channels;
  if (c.reads_in_place) c.columns = min(c.columns, in_columns);
  if (c.writes_in_place) c.columns = min(c.columns, out_columns);
  const dim_t row = max<dim_t>(s.w.in, s.w.outputs) * dim_t(sizeof(float));
  dim_t wanted = clamp<dim_t>(row_bytes_wanted / row, least, 4 * c.lanes);
  if (c.reads_in_place) wanted = vectors_in_place(s, c) * c.lanes;
  if (aside > 0) wanted = aside;
  c.block = min(max<dim_t>(s.channels, 1), wanted / c.lanes * c.lanes);
  const dim_t times = s.times.all(), unit = times * (c.columns < s.channels ? c.columns : c.lanes);
  if (times > 1)
    c.block = min(round_up(c.block, unit), s.channels);
  else if (c.columns < s.channels)
    c.block = round_up(c.block, c.columns);
  const dim_t most = s.channels % c.block == 0 ? c.block : min(s.channels, 2 * c.block - 1);
  c.step = round_up(most, c.lanes);
}

bool can_round(const gemm_parts &parts, const depthwise_cut &c) noexcept {
  return rounds_windows && parts.dots && parts.dots->round && c.out_channel == 1;
}

// Whether channels that lie side by side in src, and others in dst, can be cut alike into at least
// so many.
bool fit_together(dim_t in, dim_t out, dim_t least) noexcept {
  return min(in, out) >= least && (in % out == 0 || out % in == 0);
}

}  // namespace

const window_function *windows_of(const lane_functions &lanes, data_type type) noexcept {
  switch (type) {
    case dnnl_f32: return lanes.windows[int(window_type::f32)];
    case dnnl_bf16: return lanes.windows[int(window_type::bf16)];
    case dnnl_u8: return lanes.windows[int(window_type::u8)];
    case dnnl_s8: return lanes.windows[int(window_type::s8)];
    default: return nullptr;
  }
}

dim_t channels_of_task(const depthwise_sweep &s, const depthwise_cut &c, dim_t workers) noexcept {
  constexpr dim_t tasks_of_worker = 4, long_row = 28;
  const bool is_long = s.w.outputs >= long_row;
  const bool steps = c.in_channel > 1 && c.reads_in_place && c.writes_in_place;
  const bool shares_rows = is_long && c.takes_dots && s.h.outputs >= workers;
  if (workers == 1 || !steps || shares_rows) return c.block;
  const dim_t wanted = s.channels / (tasks_of_worker * workers) / c.lanes;
  const dim_t least = max<dim_t>(wanted, is_long ? 2 : 4) * c.lanes;
  return min(c.block, c.columns < s.channels ? round_up(least, c.columns) : least);
}

dim_t columns_in_place(const activation &a, dim_t channels, dim_t lanes) noexcept {
  if (a.run >= channels) return channels >= lanes ? channels : 0;
  return a.run >= lanes && channels % a.run == 0 ? a.run : 0;
}

bool takes_dots(const gemm_parts &parts, const depthwise_sweep &s) noexcept {
  const auto lanes = dim_t(parts.backend->lanes()), least = parts.by_lanes->vectors * lanes;
  return has_type(dnnl_bf16) && parts.dots && parts.dots->windows[0] && s.in_type == dnnl_bf16 &&
         s.weights_type == dnnl_bf16 && !s.has_zero_point && s.times.all() == 1 &&
         (columns_in_place(s.in, s.channels, lanes) >= least ||
          (s.channels >= least && are_apart(s, lanes)));
}

window_function window_of(const gemm_parts &parts, const depthwise_cut &c,
                          data_type type) noexcept {
  const window_function *windows = windows_of(*parts.by_lanes, type);
  if (c.takes_dots) windows = parts.dots->windows;
  if (has_large_caches && c.takes_dots && c.in_channel > 1) windows = parts.dots->apart;
  return windows ? windows[int(c.form)] : nullptr;
}

bool can_halve(const gemm_parts &parts, const depthwise_sweep &s, const spatial &width) noexcept {
  const auto lanes = dim_t(parts.backend->lanes());
  const auto is_wide = [&](const activation &a) {
    const bool is_apart = channel_step(s, a, lanes) > 1;
    const dim_t columns = is_apart ? 0 : columns_in_place(a, s.channels, lanes);
    return (columns > 0 ? columns : s.channels) >= parts.by_lanes->vectors * lanes;
  };
  return has_large_caches && width.stride == 2 && width.dilate == 1 &&
         width.src >= window_outputs && (width.kernel == 3 || width.kernel == 5) &&
         s.in_type == dnnl_f32 && s.times.all() == 1 &&
         windows_of(*parts.by_lanes, dnnl_f32)[int(window_form::three_by_half)] && is_wide(s.in) &&
         is_wide(s.out);
}

sweep_axis halved_axis(const spatial &z) noexcept {
  return {z.dst, z.src, 1, 1, 0, z.kernel, z.padding, -1, 0, 1, z.kernel};
}

depthwise_cut cut(const gemm_parts &parts, const depthwise_sweep &s) noexcept {
  depthwise_cut c = {};
  c.lanes = dim_t(parts.backend->lanes());
  c.joined = joined_pixels(s, c.lanes);
  c.takes_dots = takes_dots(parts, s);
  c.in_channel = channel_step(s, s.in, c.lanes);
  c.out_channel = c.takes_dots && c.in_channel == 1 ? 1 : channel_step(s, s.out, c.lanes);
  const auto columns_of = [&](const activation &a, dim_t channel) {
    return channel > 1 ? s.channels : columns_in_place(a, s.channels, c.lanes);
  };
  const dim_t in_columns = s.times.in() > 1 ? 0 : columns_of(s.in, c.in_channel);
  // Pixels that fill vectors of a row are written where they belong.
  const bool fills = has_large_caches && c.joined > 1 && s.w.outputs % c.joined == 0;
  const dim_t out_columns = fills               ? s.channels
                            : s.times.out() > 1 ? 0
                                                : columns_of(s.out, c.out_channel);
  const bool is_wide =
      windows_of(*parts.by_lanes, dnnl_f32)[int(window_form::seven)] &&
      min(in_columns > 0 ? in_columns : s.channels, out_columns > 0 ? out_columns : s.channels) >=
          parts.by_lanes->vectors * c.lanes;
  c.form = c.joined > 1 ? window_form::single
           : s.halves   ? (s.w.taps == 3 ? window_form::three_by_half : window_form::five_by_half)
                        : form_of(s.w, is_wide, s.in_type == dnnl_f32, c.takes_dots);
  if (has_large_caches && c.takes_dots && c.in_channel > 1 && c.form != window_form::three)
    c.form = window_form::single;
  const bool has_single =
      s.in_type == dnnl_f32 || (rounds_windows && s.in_type == dnnl_bf16 &&
                                parts.by_lanes->has_single_bf16 && !c.takes_dots);
  const dim_t least = has_single ? 1 : parts.by_lanes->vectors * c.lanes;
  const bool may_write = out_columns > 0, is_bf16 = s.is_rounded && s.out_type == dnnl_bf16;
  const bool rounds = may_write && is_bf16 && !c.takes_dots && can_round(parts, c);
  c.writes_in_place = may_write && (!s.has_stage || rounds || (c.takes_dots && is_bf16));
  c.rounds = rounds;
  if (c.takes_dots && !fit_together(in_columns, out_columns, least)) c.writes_in_place = false;
  const dim_t columns = c.writes_in_place ? min(in_columns, out_columns) : in_columns;
  c.reads_in_place = window_of(parts, c, s.in_type) && !s.has_zero_point && columns >= least;
  const dim_t aside = has_large_caches && c.reads_in_place ? block_read_aside(s, c) : 0;
  if (aside > 0) c.reads_in_place = false;
  if (c.reads_in_place && c.writes_in_place && !fit_together(in_columns, out_columns, 1))
    c.reads_in_place = false;
  choose_block(s, parts.by_lanes->vectors * c.lanes, in_columns, out_columns, aside, c);
  const dim_t outputs_h = max<dim_t>(s.h.outputs, 1), outputs_w = max<dim_t>(s.w.outputs, 1);
  const dim_t cuts = div_up(tasks_wanted, max<dim_t>(s.n * s.d.outputs * blocks_of(s, c.block), 1));
  c.tile_h = even_part(outputs_h, max(rows_wanted, outputs_h / cuts));
  c.ring_h = min(s.h.seen(1), s.h.in);
  const bool is_dense = s.h.out_step == 1 && s.w.out_step == 1 && s.out.h == outputs_w * s.out.w;
  c.in_row = capped_product({s.w.in, c.step});
  if (c.joined > 1) {
    c.step = s.channels;
    c.left = max<dim_t>(-s.w.lowest(), 0);
    const dim_t seen = round_up(outputs_w, c.joined) + s.w.highest();
    c.in_row = (c.left + max(s.w.in, seen)) * c.step;
  }
  c.outputs = div_up(s.w.outputs, c.joined);
  c.part = s.halves ? window_outputs : even_part(max<dim_t>(c.outputs, 1), window_outputs);
  const bool is_hot = c.reads_in_place && !c.writes_in_place;
  const dim_t sums = type_size(s.in_type) == 2 ? sums_of_short : sums_at_once;
  const dim_t pixels = is_hot ? max(sums / max<dim_t>(c.step, 1), c.part) : pixels_at_once;
  c.at_once = is_dense ? clamp<dim_t>(pixels / outputs_w, 1, c.tile_h) : 1;
  c.together = max<dim_t>(is_hot ? min(pixels / c.part * c.part, c.outputs) : c.outputs, 1);
  // Few bytes of rows need not come round.
  const dim_t rows = s.h.seen(c.tile_h);
  if (has_large_caches && capped_product({c.in_row, s.d.seen(1), rows}) <= row_elements)
    c.ring_h = rows;
  worker_scratch scratch;
  scratch.add({max<dim_t>(s.d.taps * s.h.taps * s.w.taps, 1), sizeof(window_row)});
  c.input_at = scratch.add({c.reads_in_place ? 0 : c.in_row, s.d.seen(1), max<dim_t>(c.ring_h, 1),
                            dim_t(sizeof(float))});
  const dim_t sums_at_hand = rounds              ? c.part * c.joined
                             : c.writes_in_place ? 0
                                                 : min(s.w.outputs, c.together * c.joined);
  c.rows_at = scratch.add({sums_at_hand, rounds ? 1 : c.at_once, c.step, dim_t(sizeof(float))});
  scratch.add({c.joined > 1 ? c.lanes : 0, dim_t(sizeof(float))});  // the rest of the last vector
  c.bytes = worker_share(scratch.bytes);
  c.fits = scratch.fits;
  return c;
}

}  // namespace dnnlet::drivers
