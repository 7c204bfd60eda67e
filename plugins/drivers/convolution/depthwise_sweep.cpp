// SPDX-License-Identifier: Apache-2.0
// The sweep of depthwise_sweep.h, computed in f32.
//   in, out in any layout of activation.h, weights f32 [kd][kh][kw][channel]: disjoint, any
//   alignment
//   scratch of a worker: the taps; rows of `in` and of sums, where their channels do not lie side
//   by side or are not f32
//   error: one rounding for each product, in the order of the taps: depth, height, width; integers
//   are exact up to 2^24
#include "plugins/drivers/convolution/depthwise_sweep.h"

#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/pixel_place.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t rows_wanted = 8;
constexpr dim_t tasks_wanted = 32;
constexpr dim_t blocks_of_task = 4;  // of channels, at least: they share the list of taps

// Channels of a tile, not beyond the end of a run.
dim_t columns_of(const depthwise_sweep &s, dim_t lanes, bool in_place) noexcept {
  const dim_t most = depthwise_vectors * lanes;
  if (!in_place) return min(round_up(s.channels, lanes), most);
  return min(min(s.channels, most), min(s.in.run, s.out.run));
}

// Columns never cross the end of a run.
bool fits_runs(const activation &a, dim_t channels, dim_t columns) noexcept {
  return a.run >= channels || a.run % columns == 0;
}

// One worker at some rows of outputs, for some channels. The taps of a tile are the same for all
// channels, so that they are listed once where nothing is read or written beside.
class rows_runner {
 public:
  rows_runner(const gemm_parts &parts, const depthwise_sweep &s, const depthwise_cut &c,
              const depthwise_tensors &tensors, char *scratch) noexcept
      : backend_(*parts.backend),
        tiles_(*parts.by_lanes),
        s_(s),
        c_(c),
        t_(tensors),
        taps_(reinterpret_cast<tile_tap *>(scratch)),
        input_(reinterpret_cast<float *>(scratch + c.input_at)),
        rows_(reinterpret_cast<float *>(scratch + c.rows_at)) {}

  void run(dim_t n, dim_t d, dim_t h, dim_t first_channel, dim_t last_channel) noexcept;

 private:
  void read_input(dim_t rows) noexcept;
  void make_row(dim_t h) noexcept;
  void make_outputs(dim_t h, dim_t begin, dim_t end) noexcept;
  void make_tile(dim_t h, dim_t begin, dim_t end, dim_t channel, tile_args &t) noexcept;
  void write_row(dim_t h) noexcept;
  size_t list_taps(dim_t h, dim_t w) noexcept;
  dim_t input_row(dim_t d, dim_t h) const noexcept;
  char *out_at(dim_t h, dim_t w, dim_t channel) const noexcept {
    return t_.out + s_.out.at(n_, s_.d.place(d_), s_.h.place(h), s_.w.place(w), channel) *
                        dim_t(type_size(s_.out_type));
  }

  const gemm_backend &backend_;
  const lane_tiles &tiles_;
  const depthwise_sweep &s_;
  const depthwise_cut &c_;
  const depthwise_tensors &t_;
  tile_tap *taps_;
  float *input_, *rows_;
  dim_t n_ = 0, d_ = 0, h_ = 0, seen_rows_ = 0;
  dim_t channel_ = 0, end_ = 0;  // at hand
};

void rows_runner::read_input(dim_t rows) noexcept {
  seen_rows_ = s_.h.seen(rows);
  const dim_t first_d = d_ * s_.d.in_step + s_.d.lowest(),
              first_h = h_ * s_.h.in_step + s_.h.lowest();
  const pixel_run run = {&s_.in, s_.in.w, s_.w.in, channel_, end_ - channel_};
  const pixel_reader read = backend_.reader(s_.in_type, element::f32);
  for (dim_t d = first_d; d < first_d + s_.d.seen(1); ++d)
    for (dim_t h = first_h; h < first_h + seen_rows_; ++h)
      if (s_.d.is_inside(d) && s_.h.is_inside(h)) {
        float *row = input_ + input_row(d, h);
        read(run, t_.in + s_.in.pixel(n_, d, h, 0) * dim_t(type_size(s_.in_type)), row, c_.columns);
        if (t_.minus_zero_points)
          backend_.scale({row, s_.w.in, c_.columns, end_ - channel_, nullptr,
                          t_.minus_zero_points + channel_, false});
      }
}

// Where a row of input begins, in elements of f32.
dim_t rows_runner::input_row(dim_t d, dim_t h) const noexcept {
  if (c_.reads_in_place) return s_.in.pixel(n_, d, h, 0);
  const dim_t first_d = d_ * s_.d.in_step + s_.d.lowest(),
              first_h = h_ * s_.h.in_step + s_.h.lowest();
  return ((d - first_d) * seen_rows_ + h - first_h) * s_.w.in * c_.columns;
}

// The taps of an output that are inside; offsets are from the first row and pixel that is read.
size_t rows_runner::list_taps(dim_t h, dim_t w) noexcept {
  const dim_t pixel = c_.reads_in_place ? s_.in.w : c_.columns;
  size_t count = 0;
  for (dim_t td = 0; td < s_.d.taps; ++td) {
    const dim_t id = s_.d.input(d_, td);
    if (!s_.d.is_inside(id)) continue;
    for (dim_t th = 0; th < s_.h.taps; ++th) {
      const dim_t ih = s_.h.input(h, th);
      if (!s_.h.is_inside(ih)) continue;
      const dim_t row = input_row(id, ih);
      for (dim_t tw = 0; tw < s_.w.taps; ++tw) {
        const dim_t iw = s_.w.input(w, tw);
        if (!s_.w.is_inside(iw)) continue;
        const dim_t point =
            (s_.d.point(td) * s_.h.kernel + s_.h.point(th)) * s_.w.kernel + s_.w.point(tw);
        taps_[count++] = {ptrdiff_t((row + iw * pixel) * dim_t(sizeof(float))),
                          ptrdiff_t(point * s_.channels * dim_t(sizeof(float)))};
      }
    }
  }
  return count;
}

void rows_runner::make_tile(dim_t h, dim_t begin, dim_t end, dim_t channel, tile_args &t) noexcept {
  t.a = c_.reads_in_place ? t_.in + s_.in.channel(channel) * dim_t(sizeof(float))
                          : reinterpret_cast<const char *>(input_);
  t.b = reinterpret_cast<const char *>(t_.weights + channel);
  t.cols = size_t(min(c_.columns, s_.channels - channel));
  t.start = t_.bias ? t_.bias + channel : nullptr;
  if (c_.writes_in_place)
    t.c = out_at(h, begin, channel);
  else
    t.c = rows_ + begin * c_.columns;
  run_lanes(tiles_, size_t(c_.lanes), t, size_t(end - begin));
}

// Outputs [begin, end) of a row, which all have the taps of the first of them.
void rows_runner::make_outputs(dim_t h, dim_t begin, dim_t end) noexcept {
  const dim_t pixel = c_.reads_in_place ? s_.in.w : c_.columns;
  tile_args t = {};
  t.tap_count = list_taps(h, begin);
  t.taps = taps_;
  t.steps = 1;
  t.a_row = ptrdiff_t(s_.w.in_step * pixel * dim_t(sizeof(float)));
  t.relu = t_.relu.on;
  t.relu_alpha = t_.relu.alpha;
  t.c_row = ptrdiff_t(c_.writes_in_place ? s_.out.w * s_.w.out_step : c_.columns);
  for (dim_t channel = channel_; channel < end_; channel += c_.columns)
    make_tile(h, begin, end, channel, t);
}

void rows_runner::write_row(dim_t h) noexcept {
  const sweep_axis &w = s_.w;
  const pixel_run run = {&s_.out, s_.out.w * w.out_step, w.outputs, channel_, end_ - channel_};
  t_.stage->finish(
      run, rows_, c_.columns,
      place_of_pixels(t_.stage->ndims(), n_, s_.d.place(d_), s_.h.place(h), w.place(0), w.out_step),
      out_at(h, 0, 0));
}

// Outputs in the middle see all taps along w; those at the edges are made one by one.
void rows_runner::make_row(dim_t h) noexcept {
  const sweep_axis &w = s_.w;
  dim_t begin = w.lowest() < 0 ? div_up(-w.lowest(), w.in_step) : 0;
  dim_t end = w.in > w.highest() ? (w.in - w.highest() - 1) / w.in_step + 1 : 0;
  begin = min(begin, w.outputs);
  end = clamp(end, begin, w.outputs);
  for (dim_t j = 0; j < begin; ++j) make_outputs(h, j, j + 1);
  if (end > begin) make_outputs(h, begin, end);
  for (dim_t j = end; j < w.outputs; ++j) make_outputs(h, j, j + 1);
  if (!c_.writes_in_place) write_row(h);
}

void rows_runner::run(dim_t n, dim_t d, dim_t h, dim_t first_channel, dim_t last_channel) noexcept {
  n_ = n;
  d_ = d;
  h_ = h;
  const bool in_place = c_.reads_in_place && c_.writes_in_place;
  const dim_t rows = min(c_.tile_h, s_.h.outputs - h);
  const dim_t channels = in_place ? last_channel - first_channel : c_.columns;
  for (channel_ = first_channel; channel_ < last_channel; channel_ += channels) {
    end_ = min(channel_ + channels, last_channel);
    if (!c_.reads_in_place) read_input(rows);
    for (dim_t i = h; i < h + rows; ++i) make_row(i);
  }
}

}  // namespace

depthwise_cut cut(const depthwise_sweep &s, dim_t lanes) noexcept {
  depthwise_cut c = {};
  c.lanes = lanes;
  c.columns = columns_of(s, lanes, true);
  // Channels that lie together are worth it from a vector on.
  const bool together = c.columns >= min(lanes, s.channels);
  const bool may_read = s.in_type == dnnl_f32 && !s.has_zero_point, may_write = !s.has_stage;
  c.reads_in_place = may_read && together && fits_runs(s.in, s.channels, c.columns);
  c.writes_in_place = may_write && together && fits_runs(s.out, s.channels, c.columns);
  if (!c.reads_in_place || !c.writes_in_place) {
    c.columns = columns_of(s, lanes, false);
    c.reads_in_place = may_read && fits_runs(s.in, s.channels, c.columns) && s.in.run >= c.columns;
    c.writes_in_place =
        may_write && fits_runs(s.out, s.channels, c.columns) && s.out.run >= c.columns;
  }
  c.tile_h = clamp<dim_t>(rows_wanted, 1, max<dim_t>(s.h.outputs, 1));
  const dim_t tiles = s.n * s.d.outputs * div_up(max<dim_t>(s.h.outputs, 1), c.tile_h);
  c.splits = clamp<dim_t>(tasks_wanted / max<dim_t>(tiles, 1), 1,
                          div_up(s.channels, blocks_of_task * c.columns));
  worker_scratch scratch;
  scratch.add({max<dim_t>(s.d.taps * s.h.taps * s.w.taps, 1), sizeof(tile_tap)});
  const dim_t input_row = c.reads_in_place ? 0 : s.w.in;
  c.input_at =
      scratch.add({input_row, s.d.seen(1), s.h.seen(c.tile_h), c.columns, dim_t(sizeof(float))});
  c.rows_at = scratch.add({c.writes_in_place ? 0 : s.w.outputs, c.columns, dim_t(sizeof(float))});
  c.bytes = worker_share(scratch.bytes);
  c.fits = scratch.fits;
  return c;
}

void run_sweep(const run_context &context, const depthwise_sweep &s, const depthwise_cut &c,
               const depthwise_tensors &tensors, char *scratch) noexcept {
  const dim_t blocks = div_up(s.channels, c.columns), tiles_h = div_up(s.h.outputs, c.tile_h);
  parallel_for(context.workers, s.n * s.d.outputs * tiles_h * c.splits,
               [&](int64_t item, int worker) {
                 const dim_t split = take(item, c.splits), h = take(item, tiles_h) * c.tile_h;
                 const dim_t d = take(item, s.d.outputs);
                 rows_runner(context.parts_as<gemm_parts>(), s, c, tensors,
                             scratch + size_t(worker) * c.bytes)
                     .run(item, d, h, blocks * split / c.splits * c.columns,
                          min(blocks * (split + 1) / c.splits * c.columns, s.channels));
               });
}

}  // namespace dnnlet::drivers
