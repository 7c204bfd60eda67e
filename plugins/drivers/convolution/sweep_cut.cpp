// SPDX-License-Identifier: Apache-2.0
// How a sweep is cut into tiles and tasks; five facts: sweep.cpp.
#include "plugins/drivers/convolution/sweep.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// Bytes of a panel after which the sum is set down in C: they stay in the L2 cache, where there is
// one. More where a step has many.
constexpr dim_t part_limit = 96 * 1024, steps_of_part = 1024;
constexpr dim_t channels_of_part = 16;  // a multiple of what a step takes
// For which what is widened is read so seldom that it had better not leave the L1 cache.
constexpr dim_t few_outputs = 16;
constexpr dim_t outputs_wanted = 128;  // of a tile, to make use of a panel once it is in the cache
// The same where pixels are of few bytes: rows that two tiles see are read twice, which is much of
// the work there. Input and sums stay in the L1 cache.
constexpr dim_t outputs_of_thin = 512, thin_pixel = 16, near_bytes = 24 * 1024;
constexpr dim_t outputs_of_one = 1024;  // the same where a single panel is all there is
// Bytes of pixels of a long row that stay in the L2 cache, of elements that are multiplied so fast
// that what surrounds a panel counts.
constexpr dim_t flat_bytes = 96 * 1024;
constexpr dim_t input_limit = 512 * 1024;  // bytes of a tile's input
// Where input is copied, several rows of outputs share it, if it takes no more than this.
constexpr dim_t outputs_of_copied = 1024, copied_bytes = 192 * 1024;
constexpr dim_t outputs_in_place = 512;  // the same of those that see padding, but are not copied
constexpr dim_t line = 64;               // of the cache: planes begin in different sets of it
constexpr dim_t near_row = 4 * 1024;     // or where a row of it, in place, takes no more than this
// Sums of so few are made faster than lines come to be written, unless these follow each other:
// bytes of rows of out that all panels are made of, before the next ones.
constexpr dim_t few_summed = 32, written_bytes = 128 * 1024;
constexpr dim_t far_output = 2 * 1024 * 1024;  // bytes of out that do not stay in the L2 cache
constexpr dim_t near_panels = 512 * 1024;      // bytes of panels that stay in the L2 cache
// Bytes of pixels that do, or a quarter of them where CPUs have shorter vectors and smaller caches.
// Larger ones are asked for ahead of time, where a pixel has some channels, or bytes (Zen 3: 256
// channels at 56 x 56 take a twelfth less, and 32 a tenth more).
constexpr dim_t near_input = 1024 * 1024, long_pixel = 32, bytes_of_long = 256, long_vector = 16;
constexpr dim_t far_apart = 512, bytes_together = 256;
constexpr dim_t tasks_wanted = 32;
constexpr dim_t tasks_of_worker = 4;           // at least, or tiles are shared evenly
constexpr dim_t short_row = 8, long_row = 16;  // outputs that make full tiles, mostly or always
// The same without groups, of tiles that make several rows by themselves: reading for each tap
// takes longer (with stride and few channels of out, all takes 1.3 to 1.7 times as long).
constexpr dim_t row_of_block = 4;
// Of images whose columns at the ends are made by themselves: outputs of a side, at least (more
// where elements take less time than f32), of rows that are copied, at most, and of those that are
// not; what a tap sums up, and for how many channels.
constexpr dim_t least_side = 7, least_of_narrow = 12;
constexpr dim_t most_of_row = 32, whole_row = 4 * outputs_wanted;
constexpr dim_t summed_of_columns = 64, width_of_columns = 48, summed_in_place = 16;
constexpr dim_t channels_of_columns = 32;  // both, in groups of f32: few share what is copied
constexpr dim_t full_width = 16;
// What a row of the kernel sums up, and for how many channels, to be worth a part of its own; and
// to be worth that outputs are copied to where they do not lie equally far apart.
constexpr dim_t summed_alone = 256, width_alone = 64, summed_to_copy = 512;

// Whether outputs of all rows lie equally far apart.
bool joins_outputs(const sweep &s) noexcept {
  return s.out.h * s.h.out_step == s.out.w * s.w.out_step * s.w.outputs;
}

bool can_read_in_place(const sweep &s) noexcept {
  return s.merged == 0 && !s.panels.joins_groups() && is_element(s.in_type, s.multiply->a) &&
         !s.sees_padding && s.in.run >= s.panels.batch * s.panels.summed &&
         s.panels.padded == s.panels.summed;
}

// Whether each vector of a tile is a block of channels of out, or all of it.
bool fits_blocks(const sweep &s, dim_t lanes) noexcept {
  const panel_shape &p = s.panels;
  return has_rows_in_blocks && lanes > 1 && s.out.run == lanes && p.width % lanes == 0 &&
         !s.multiply->is_integer && !(has_matrix_units && s.tiles->unit);
}

dim_t input_bytes(const sweep &s, bool joins_h, dim_t tile_h, dim_t tile_w,
                  dim_t channels) noexcept {
  const dim_t rows = joins_h ? round_up(s.h.seen(tile_h), s.h.in_step) : s.h.seen(tile_h);
  const dim_t columns = joins_h ? capped_product({s.w.taps, tile_w}) : s.w.seen(tile_w);
  // Tiles that join groups read whole vectors, from within the last pixel on.
  const dim_t behind = s.merged > 0              ? s.panels.step * s.a_size()
                       : s.panels.joins_groups() ? 2 * s.panels.columns * sum_bytes
                                                 : 0;
  return capped_product({s.d.seen(1), rows, columns, channels, s.a_size()}) + behind;
}
dim_t input_bytes(const sweep &s, const sweep_cut &c, dim_t tile_h) noexcept {
  return input_bytes(s, c.joins_h, tile_h, c.tile_w, s.channels_read());
}

// Short rows run together where `in` is read for each tap along w by itself, without what lies
// between the rows: where each row of the kernel is summed up by itself, without the outputs that
// see nothing but padding through it, or, of the shortest, where no more than a tenth of the taps
// along h do so. The same for all plugins: infinite weights show that padding is seen.
void join_rows(const sweep &s, sweep_cut &c) noexcept {
  const panel_shape &p = s.panels;
  if (s.w.outputs >= long_row || s.h.outputs < 2 || s.w.taps == 0 || s.h.taps == 0 || s.merged > 0)
    return;
  const bool is_short = s.w.outputs < short_row;
  const dim_t rows = even_part(s.h.outputs, div_up(outputs_wanted, s.w.outputs));
  const dim_t summed = capped_product({s.w.taps, p.summed});
  const bool writes = joins_outputs(s) || (is_short && summed >= summed_to_copy);
  const dim_t channels =
      s.merged > 0 ? s.merged : p.batch * (p.joins_groups() ? p.width : p.padded);
  c.skips_rows = has_large_caches && !s.sees_padding && writes && p.width >= width_alone &&
                 summed >= summed_alone &&
                 (is_short || input_bytes(s, true, rows, s.w.outputs, channels) <= input_limit);
  dim_t inside = 0;
  for (dim_t tap = 0; tap < s.h.taps; ++tap) inside += s.h.inside(tap).count();
  const bool has_blocks =
      has_large_caches && p.batch == 1 && !p.joins_groups() && !(has_matrix_units && s.tiles->unit);
  c.joins_h = c.skips_rows || (s.w.outputs < (has_blocks ? row_of_block : short_row) &&
                               !(can_read_in_place(s) && s.w.stays_inside()) &&
                               inside >= capped_product({s.h.taps, s.h.outputs}) / 10 * 9);
}

// Outputs at the ends of a row go without the taps that see padding, those of a column together:
// where they are many, or where they are few beside those of a row that is read in place then, and
// channels fill vectors: what is behind them would be made before. Of f32 the same for all plugins,
// as above; units that multiply matrices take no fewer steps for it.
void skip_columns(const sweep &s, sweep_cut &c) noexcept {
  const panel_shape &p = s.panels;
  if (!has_large_caches || s.widens() || s.merged > 0 || s.sees_padding ||
      (has_matrix_units && s.tiles->unit) || p.joins_groups() || s.in_planes() ||
      p.width % full_width != 0 || s.w.stays_inside() || s.d.taps * s.h.taps == 0 ||
      min(s.w.outputs, s.h.outputs) < (s.in_type == dnnl_f32 ? least_side : least_of_narrow))
    return;
  if (s.w.outputs > most_of_row) {
    c.skips_w = can_read_in_place(s) && s.w.outputs <= whole_row &&
                p.summed >= (s.w.step == 1 ? summed_in_place : 2 * summed_in_place);
    return;
  }
  dim_t inside = 0;
  for (dim_t tap = 0; tap < s.w.taps; ++tap) inside += s.w.inside(tap).count();
  const bool are_enough = p.batch > 1 && s.in_type == dnnl_f32
                              ? min(p.width, p.summed) >= channels_of_columns
                              : p.width >= width_of_columns && p.summed >= summed_of_columns;
  c.skips_w = are_enough && inside * 50 <= s.w.taps * s.w.outputs * 49 &&
              input_bytes(s, false, s.h.outputs, s.w.outputs, s.channels_read()) <= input_limit;
  if (c.skips_w) c.joins_h = c.skips_rows = false;
}

// Of a long row that is read in place, as many as full tiles make; more where sums are not read
// again, and inputs neither or from near.
dim_t outputs_of_flat(const sweep &s, const sweep_cut &c) noexcept {
  const dim_t vectors = div_up(s.panels.columns, c.lanes);
  const dim_t high =
      vectors == 1 && s.tiles->has_tall ? dim_t(tall_rows) : dim_t(s.tiles->max_rows[vectors - 1]);
  const bool is_read_once = s.panels.batch * s.panels.panels == 1;
  const bool is_fast = has_types_beside_f32 && s.in_size() < dim_t(sizeof(float));
  dim_t wanted = c.tile_w;
  if ((c.writes_in_place || c.narrows) && (is_read_once || is_fast))
    wanted = max(wanted,
                 is_read_once ? outputs_of_one : flat_bytes / max<dim_t>(s.in.w * s.in_size(), 1));
  return round_up(even_part(s.w.outputs, wanted), max<dim_t>(high, 1));
}

void cut_tiles(const sweep &s, sweep_cut &c) noexcept {
  c.tile_w = even_part(
      s.w.outputs, max(outputs_wanted, s.w.outputs > whole_row ? outputs_wanted * 2 : s.w.outputs));
  if (has_large_caches && c.reads_in_place && s.h.outputs == 1 && c.tile_w < s.w.outputs)
    c.tile_w = outputs_of_flat(s, c);
  c.tile_h = even_part(s.h.outputs, div_up(outputs_wanted, c.tile_w));
  const dim_t out_row = s.panels.width * s.out_size();
  if (has_large_caches && c.writes_in_place && !c.skips_w && s.panels.panels > 1 &&
      c.tile_w * out_row > written_bytes &&
      capped_product({s.d.taps, s.h.taps, s.w.taps, s.panels.padded}) <= few_summed) {
    c.tile_w = even_part(s.w.outputs, max(long_row, written_bytes / out_row));
    c.tile_h = 1;
    // Shorter vectors take as long to sum up.
    c.streams_out = c.lanes >= long_vector && !s.widens() && !c.in_blocks &&
                    capped_product({s.n, s.h.outputs, s.w.outputs, out_row}) > far_output;
  }
  if (has_large_caches && c.reads_in_place && c.skips_w)
    c.tile_h = even_part(s.h.outputs, div_up(outputs_in_place, c.tile_w));
  if (has_large_caches && c.reads_in_place && c.tile_w * s.in.w * s.in_size() <= near_row)
    c.tile_h = max(c.tile_h, even_part(s.h.outputs, div_up(outputs_of_copied, c.tile_w)));
  if (!c.reads_in_place) {
    const dim_t tile_h = even_part(s.h.outputs, div_up(outputs_of_thin, c.tile_w));
    const dim_t row = c.writes_in_place || c.narrows ? 0 : s.panels.columns * sum_bytes;
    if (has_large_caches && s.channels_read() * s.a_size() <= thin_pixel &&
        input_bytes(s, c, tile_h) + tile_h * c.tile_w * row <= near_bytes)
      c.tile_h = tile_h;
    const dim_t copied_h = even_part(s.h.outputs, div_up(outputs_of_copied, c.tile_w));
    if (has_large_caches && c.skips_w) {
      c.tile_h = s.h.outputs;
    } else if (has_large_caches && copied_h > c.tile_h && s.h.taps > 1) {
      dim_t copied = copied_h;
      const dim_t planes = s.in_planes() ? s.groups() : 1;
      const dim_t most = (s.in_planes() ? input_limit : copied_bytes) / planes;
      while (copied > c.tile_h && input_bytes(s, c, copied) > most) --copied;
      c.tile_h = even_part(s.h.outputs, copied);
    }
    while (c.tile_h > 1 && input_bytes(s, c, c.tile_h) > input_limit)
      c.tile_h = even_part(s.h.outputs, c.tile_h / 2);
    while (c.tile_w > 16 && input_bytes(s, c, c.tile_h) > input_limit)
      c.tile_w = even_part(s.w.outputs, c.tile_w / 2);
  }
}

// Where a few panels of a few tiles are all there is, each worker has as many tiles as the others;
// also where groups share vectors, of which whoever makes one reads what is beside it.
void share_tiles(const sweep &s, sweep_cut &c) noexcept {
  const dim_t tiles = tiles_of(s, c), workers = c.workers;
  const bool shares_panels = tiles % workers == 0 || !s.panels.joins_groups();
  if (shares_panels && tiles * s.panels.batch * s.panels.panels >= tasks_of_worker * workers)
    return;
  const sweep_axis &axis = s.h.outputs > 1 ? s.h : s.w;
  dim_t &tile = s.h.outputs > 1 ? c.tile_h : c.tile_w;
  const dim_t along = max<dim_t>(tiles_along(axis, tile), 1);
  const dim_t others = max<dim_t>(tiles / along, 1);
  if (others % workers != 0) tile = div_up(axis.outputs, round_up(along, workers));
}

// Where panels are more than what they meet, a worker had better read some of them, and all of
// that. (Two processors without a common cache, 256 channels of 14 x 14: the weights before were
// reordered in 0.4 of the time, which is a sixth of all. Less than twice as many panels: no gain,
// up to 1.07.)
bool shares_panels(const sweep &s, const sweep_cut &c) noexcept {
  const panel_shape &p = s.panels;
  return c.workers > 1 && (c.reads_in_place || c.splits % c.workers == 0) &&
         p.size() * s.b_size() / 2 >
             capped_product({s.n, s.d.in, s.h.in, s.w.in, p.batch, p.summed, s.in_size()});
}

void cut_sums(const sweep &s, sweep_cut &c) noexcept {
  const panel_shape &p = s.panels;
  const dim_t pixel = c.reads_in_place ? s.in.w : s.channels_read() * groups_together(s, c);
  const bool can_part = !c.skips_w || capped_product({s.w.taps, p.padded}) <= steps_of_part;
  c.merges_w = !c.joins_h && can_part && s.merged == 0 && s.w.step == 1 && s.w.kernel_step == 1 &&
               s.w.taps == s.w.kernel && pixel == p.padded;
  const sweep_runs r = runs_of(s, c);
  c.part = r.size;
  c.runs = r.together;
  if (!has_large_caches) return;
  const dim_t step_bytes = p.columns * p.step * (s.widens() ? dim_t(sizeof(float)) : s.b_size());
  dim_t most = clamp(part_limit / step_bytes, steps_of_part, 3 * steps_of_part / 2) * p.step;
  if (s.widens() && c.tile_h * c.tile_w <= few_outputs)
    most = round_up(near_bytes / step_bytes, channels_of_part);
  if (r.size > most) c.part = round_up(even_part(r.size, most), channels_of_part);
  c.runs = c.part < r.size ? 1 : even_part(r.together, most / r.size);
}

}  // namespace

dim_t plane_bytes(const sweep &s, const sweep_cut &c) noexcept {
  const dim_t bytes = input_bytes(s, c, c.tile_h);
  return s.in_planes() ? round_up(bytes, line) | line : bytes;
}

dim_t groups_together(const sweep &s, const sweep_cut &c) noexcept {
  const dim_t group = s.channels_read() * s.a_size(), groups = s.groups();
  if (c.reads_in_place || s.merged > 0) return 1;
  if (s.in_planes()) return clamp<dim_t>(input_limit / plane_bytes(s, c), 1, groups);
  if (!has_large_caches || groups * group % far_apart != 0) return groups;
  return clamp<dim_t>(bytes_together / group, 1, groups);
}

bool takes_types(const gemm_parts &parts, data_type data, data_type weights) noexcept {
  const product &p = *parts.multiply;
  if (!p.tiles) return false;
  if (p.is_integer) return (data == dnnl_u8 || data == dnnl_s8) && weights == dnnl_s8;
  if (parts.widens != dnnl_data_type_undef)
    return weights == parts.widens && (data == weights || data == dnnl_f32);
  const auto is_f8 = [](data_type type) { return type == dnnl_f8_e5m2 || type == dnnl_f8_e4m3; };
  if (is_f8(data)) return p.b == element::f32 && is_f8(weights);
  return is_element(weights, p.b) && data == weights;
}

namespace {

// Of a kernel that sees all of an image at once, each tap reads what lies behind the one before:
// pixels are as many more channels.
void join_taps(sweep &s) noexcept {
  const auto sees_all = [](const sweep_axis &a) {
    return a.outputs == 1 && a.taps == a.in && a.kernel == a.in && a.first == 0 &&
           (a.taps == 1 || a.step == 1);
  };
  panel_shape &p = s.panels;
  const bool is_dense = (s.w.in == 1 || s.in.w == p.summed) &&
                        (s.h.in == 1 || s.in.h == p.summed * s.w.in) &&
                        (s.d.in == 1 || s.in.d == p.summed * s.w.in * s.h.in);
  if (s.n == 1 || s.merged > 0 || p.batch > 1 || p.joins_groups() || p.padded != p.summed ||
      !is_dense || s.in.run < p.summed || !sees_all(s.d) || !sees_all(s.h) || !sees_all(s.w))
    return;
  p.summed = p.padded = s.in.run = p.summed * p.taps;
  p.taps = 1;
  for (sweep_axis *a : {&s.d, &s.h, &s.w}) a->in = a->taps = a->kernel = 1;
}

}  // namespace

void flatten(sweep &s) noexcept {
  if (has_large_caches) join_taps(s);
  const auto is_pointwise = [](const sweep_axis &a) {
    return a.kernel == 1 && a.in_step == 1 && a.out_step == 1 && a.first == 0 && a.in == a.outputs;
  };
  const auto is_one_row = [&s](const activation &a) {
    return (s.h.in == 1 || a.h == a.w * s.w.in) && (s.d.in == 1 || a.d == a.w * s.w.in * s.h.in);
  };
  if (!is_pointwise(s.d) || !is_pointwise(s.h) || !is_pointwise(s.w) || !is_one_row(s.in) ||
      !is_one_row(s.out))
    return;
  s.w.in = s.w.outputs = s.d.in * s.h.in * s.w.in;
  s.d.in = s.d.outputs = s.h.in = s.h.outputs = 1;
  if (!has_large_caches || s.n == 1) return;
  // Single pixels lie as far apart as images.
  for (activation *a : {&s.in, &s.out})
    if (s.w.in == 1) a->w = a->n;
  if (s.in.n != s.in.w * s.w.in || s.out.n != s.out.w * s.w.in) return;
  s.w.in = s.w.outputs = s.w.in * s.n;
  s.n = 1;
}

void split_channels(sweep &s, dim_t lanes) noexcept {
  constexpr dim_t least_run = 8;  // of which a tile makes enough steps, and lanes
  // For more weights, a copy is a small part of the work.
  const dim_t most_weights = (lanes >= long_vector ? 64 : 32) * 1024;
  const panel_shape &p = s.panels;
  const dim_t run = s.in.run, blocks = p.summed / run;
  const bool is_one_tap = s.d.in * s.d.kernel * s.d.outputs * s.h.kernel * s.w.kernel == 1 &&
                          s.d.taps * s.h.taps * s.w.taps == 1 && s.d.first == 0;
  // With AVX2, MobileNet's backward data are 1.02 to 1.2 times as fast without a copy on Zen 3,
  // 0.90 to 1.08 times on Zen 5. Units that multiply matrices take more channels at once than a
  // block has.
  if (!has_large_caches || (has_matrix_units && s.tiles->unit) || lanes < least_run ||
      !is_one_tap || run < least_run || run % p.step != 0 || p.summed % run != 0 || blocks < 2 ||
      s.w.outputs < long_row || p.summed * p.width > most_weights || !s.w.stays_inside())
    return;
  sweep split = s;
  split.d.in = split.d.taps = split.d.kernel = blocks;
  split.d.step = split.d.kernel_step = 1;
  split.in.d = s.in.run_stride;
  split.panels.taps = blocks;
  split.panels.summed = split.panels.padded = run;
  if (can_read_in_place(split)) s = split;
}

sweep_cut cut(const sweep &s, dim_t lanes, int workers) noexcept {
  const panel_shape &p = s.panels;
  sweep_cut c = {};
  c.lanes = lanes;
  c.workers = workers;
  join_rows(s, c);
  skip_columns(s, c);
  c.reads_in_place = !c.joins_h && can_read_in_place(s) &&
                     (s.w.stays_inside() || (c.skips_w && s.w.outputs > most_of_row));
  const bool joins_pixels = !c.joins_h || joins_outputs(s);
  const bool are_together = s.out.run >= p.batch * p.width;
  c.in_blocks = !are_together && fits_blocks(s, lanes);
  const bool writes = (are_together || c.in_blocks) && joins_pixels;
  c.writes_in_place = writes && !s.has_stage;
  c.narrows =
      writes && s.tiles_can_finish &&
      (tiles_finish && s.tiles_can_add ? adds_to(*s.multiply, s.out_type, p.width, p.columns, lanes)
                                       : narrows_to(*s.multiply, s.out_type, p.columns, lanes));
  cut_tiles(s, c);
  if (has_workers) share_tiles(s, c);
  cut_sums(s, c);
  // Sums that are gone on with start from rows of vectors that follow each other.
  if (c.in_blocks && parts_of(runs_of(s, c), c) > 1) c.writes_in_place = false;
  c.looks_ahead =
      has_large_caches && !s.widens() && s.merged == 0 && p.size() * s.b_size() > near_panels;
  const dim_t pixel = s.d.taps * p.summed;  // channels, where taps in depth are blocks of them
  const bool is_long = lanes >= long_vector;
  c.streams_in = has_large_caches && !c.looks_ahead && c.reads_in_place && p.batch == 1 &&
                 s.h.taps * s.w.taps == 1 && s.w.in_step == 1 && c.part == p.summed &&
                 s.in.w == p.summed &&
                 (is_long ? pixel >= long_pixel : pixel * s.a_size() >= bytes_of_long) &&
                 s.w.outputs * pixel * s.a_size() > (is_long ? near_input : near_input / 4);
  c.spills = has_large_caches && (c.writes_in_place || c.narrows) && p.batch == 1 && p.panels > 1 &&
             p.width % lanes != 0 && s.w.out_step == 1 && s.out.w == p.width && !c.skips_w;
  const dim_t all_panels = p.batch * p.panels - (c.spills ? 1 : 0);
  const dim_t wanted = workers > 1 ? div_up(tasks_wanted, max<dim_t>(tiles_of(s, c), 1)) : 1;
  c.splits = clamp<dim_t>(wanted, 1, all_panels);
  c.shares_panels = has_workers && has_large_caches && shares_panels(s, c);
  worker_scratch scratch;
  scratch.add({1, sizeof(dim_t)});  // loaded_tile()
  c.taps_at = scratch.add({max<dim_t>(s.d.taps * s.h.taps * s.w.taps, 1), sizeof(tile_tap)});
  c.input_at = scratch.add({c.reads_in_place ? 0 : groups_together(s, c), plane_bytes(s, c)});
  c.wide_at =
      scratch.add({s.widens() ? capped_product({c.runs, c.part}) : 0, p.columns, sum_bytes});
  c.rows_at = scratch.add({c.writes_in_place ? 0 : c.tile_h * c.tile_w, p.columns, sum_bytes});
  c.bytes = worker_share(scratch.bytes);
  c.fits = scratch.fits;
  return c;
}

}  // namespace dnnlet::drivers
