// SPDX-License-Identifier: Apache-2.0
// The sweep of depthwise_sweep.h, computed in f32.
//   in, out in any layout of activation.h, weights f32 [kd][kh][kw][channel]: disjoint, any
//   alignment
//   scratch of a worker: the rows of a window; rows of `in` and of sums, where their channels do
//   not lie side by side or are there several times, windows do not take their type, pixels are
//   joined, or those of `in` lie whole 2 KB apart, as 512 channels of f32 do, or 4 KB for vectors
//   of 64 bytes
//   error: one rounding for each product, in the order of the taps: depth, height, width, and then
//   for each of the channels that are added up; integers are exact up to 2^24; of joined pixels,
//   what is outside of a row is zeros
#include "plugins/drivers/convolution/depthwise_sweep.h"

#include <cstring>

#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/pixel_place.h"
#include "plugins/drivers/convolution/rows_runner.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

// Pixels that are nothing but these channels are read as if they were one. Of several in a vector,
// all lie between zeros.
void rows_runner::read_row(dim_t d, dim_t h) noexcept {
  const dim_t times = s_.times.in(), in_row = s_.w.in * c_.step;
  const pixel_run run = {&s_.in, s_.in.w, s_.w.in, channel_ / times, (end_ - channel_) / times};
  const bool is_line = run.channels == c_.step && s_.in.w == c_.step && s_.in.run % c_.step == 0 &&
                       run.channel % c_.step == 0;
  const dim_t first = s_.in.pixel(n_, d, h, 0) + (is_line ? s_.in.channel(run.channel) : 0);
  activation line = s_.in;
  line.run = in_row;
  float *row = input_ + input_row(d, h);
  if (is_joined()) {
    const dim_t before = c_.left * c_.step, after = c_.in_row - before - in_row;
    std::memset(row - before, 0, size_t(before) * sizeof(float));
    std::memset(row + in_row, 0, size_t(after) * sizeof(float));
  }
  backend_.reader(s_.in_type, element::f32)(is_line ? pixel_run{&line, in_row, 1, 0, in_row} : run,
                                            t_.in + first * dim_t(type_size(s_.in_type)), row,
                                            c_.step);
  if (t_.minus_zero_points)
    backend_.scale(
        {row, s_.w.in, c_.step, run.channels, nullptr, t_.minus_zero_points + run.channel, false});
  if (times > 1) spread_channels(row, s_.w.in, c_.step, run.channels, times);
}

// The rows that a row of outputs sees, but for those that are here.
void rows_runner::read_input(dim_t h) noexcept {
  const dim_t first = h * s_.h.in_step + s_.h.lowest(), end = first + s_.h.seen(1);
  for (dim_t row = max(first, next_row_); row < end; ++row)
    for (dim_t d = first_d(); d < first_d() + s_.d.seen(1); ++d)
      if (s_.d.is_inside(d) && s_.h.is_inside(row)) read_row(d, row);
  next_row_ = max(end, next_row_);
}

// What all windows of a task have in common. Backward, taps go from right to left, and so do the
// outputs.
void rows_runner::prepare_window() noexcept {
  const sweep_axis &w = s_.w;
  window_.rows = list_;
  window_.sevens = size_t(pieces_.whole);
  window_.singles = size_t(pieces_.count - pieces_.whole);
  in_pixel_ = ptrdiff_t(pixel() * size_);
  window_.in_step = ptrdiff_t(is_single_ ? w.in_step * c_.joined : w.step) * in_pixel_;
  window_.weights_step = ptrdiff_t(w.kernel_step * s_.channels);
  const dim_t out_size = c_.writes_in_place ? dim_t(type_size(s_.out_type)) : dim_t(sizeof(float));
  const dim_t out_step = c_.writes_in_place ? s_.out.w * w.out_step : c_.step;
  out_pixel_ = ptrdiff_t(out_step * out_size);
  window_.out_step = ptrdiff_t(out_step * c_.joined);
  if (has_large_caches) {
    window_.in_channel = ptrdiff_t(c_.reads_in_place ? c_.in_channel : 1);
    window_.out_channel = ptrdiff_t(c_.writes_in_place ? c_.out_channel : 1);
  }
  if (turns()) window_.out_step = -window_.out_step;
  if (rounds()) {
    rounding_ = {rows_, ptrdiff_t(c_.step * c_.joined), nullptr, window_.out_step, 0, 0};
    window_.out_step = rounding_.step;
  }
  window_.to_integers = t_.to_integers;
  window_.to_bf16 = c_.writes_in_place && s_.out_type == dnnl_bf16;
  window_.relu = t_.relu;
  if (!has_large_caches) return;
  const dim_t row = c_.reads_in_place ? s_.in.h : c_.ring_h >= s_.h.seen(c_.tile_h) ? c_.in_row : 0;
  row_step_ = ptrdiff_t(s_.h.taps > 0 ? row * s_.h.in_step * size_ : 0);
}

// Outputs [begin, end) of a row, or vectors of them; `in` is where its first pixel is read, `out`
// where that of output `origin` is written.
void rows_runner::make_window(dim_t begin, dim_t end, const char *in, char *out,
                              dim_t origin) noexcept {
  const sweep_axis &w = s_.w;
  const dim_t outputs = end - begin, first = turns() ? end - 1 : begin * c_.joined;
  dim_t input = w.input(first, 0);
  if (has_large_caches && s_.halves) {
    // The first output sees an input through the first tap.
    window_.skips = input % 2 != 0;
    input = (input + window_.skips) / 2;
    mark_halved(input, (outputs + window_.skips + w.taps - 2) / 2 + 1);
  } else {
    mark_inside(first, outputs);
  }
  window_.outputs = int(outputs);
  window_.in = in + (has_large_caches ? from_listed_ : 0) + ptrdiff_t(input) * in_pixel_;
  char *const to = out + ptrdiff_t(first - origin) * out_pixel_;
  window_.out = rounds() ? reinterpret_cast<char *>(rows_) : to;
  run_window_(window_);
  if (!rounds()) return;
  rounding_.out = to;
  rounding_.outputs = window_.outputs;
  rounding_.channels = window_.channels;
  round_(rounding_);
}

// Outputs [begin, end) of a row, of which the first is to be at `sums` where they are not written.
void rows_runner::make_outputs(dim_t h, dim_t begin, dim_t end, float *sums) noexcept {
  const dim_t origin = c_.writes_in_place ? 0 : begin * c_.joined;
  for (dim_t channel = channel_; channel < end_; channel += c_.columns) {
    const char *in = c_.reads_in_place
                         ? t_.in + s_.in.channel(channel) * size_
                         : reinterpret_cast<const char *>(input_ + channel - channel_);
    char *out = c_.writes_in_place ? out_at(h, 0, channel)
                                   : reinterpret_cast<char *>(sums + channel - channel_);
    window_.weights = t_.weights + channel * dim_t(c_.takes_dots ? sizeof(int16_t) : sizeof(float));
    window_.start = t_.bias ? t_.bias + channel : nullptr;
    window_.channels = size_t(max(min(c_.columns, end_ - channel), c_.lanes));
    // By half, windows end with an output that sees an input through the first tap.
    dim_t last = begin + c_.part;
    if (has_large_caches && s_.halves) last -= s_.w.input(last - 1, 0) % 2;
    for (dim_t first = begin; first < end; first = last, last += c_.part)
      make_window(first, min(last, end), in, out, origin);
  }
}

void rows_runner::make_row(dim_t h, float *sums) noexcept {
  list_rows(h);
  for (dim_t from = first_; from < last_; from += c_.together) {
    const dim_t end = min(from + c_.together, last_);
    make_outputs(h, from, end, sums);
    if (c_.together < c_.outputs) write_sums(h, from, end - from);
  }
}

// The stage does the same to all channels, or to those that it repeats, and knows no place.
void rows_runner::write_joined_rows(dim_t h, dim_t count) noexcept {
  const dim_t size = count * s_.w.outputs * c_.step;
  t_.stage->finish_joined(rows_, size, t_.repeats ? 2 * c_.lanes : size, out_at(h, 0, 0));
}

// Those of outputs from `w` of row `h` on, and of rows that follow it.
void rows_runner::write_sums(dim_t h, dim_t w, dim_t pixels) noexcept {
  const dim_t step = s_.w.out_step;
  const dim_t times = s_.times.out();
  const pixel_run run = {&s_.out, s_.out.w * step, pixels, channel_ / times,
                         (end_ - channel_) / times};
  if (times > 1) gather_channels(rows_, pixels, c_.step, run.channels, times);
  t_.stage->finish(
      run, rows_, c_.step,
      place_of_pixels(t_.stage->ndims(), n_, s_.d.place(d_), s_.h.place(h), s_.w.place(w), step),
      out_at(h, w, 0));
}

void rows_runner::run(const rows_task &task) noexcept {
  n_ = task.n;
  d_ = task.d;
  channel_ = task.channel;
  end_ = task.end;
  first_ = task.first;
  last_ = task.last;
  next_row_ = 0;
  if (has_large_caches) base_ = task.h * s_.h.in_step + s_.h.lowest();
  listed_ = -1;
  const dim_t last_h = min(task.h + task.rows, s_.h.outputs);
  for (dim_t h = task.h; h < last_h; h += c_.at_once) {
    const dim_t count = min(c_.at_once, last_h - h);
    for (dim_t i = 0; i < count; ++i) {
      if (!c_.reads_in_place) read_input(h + i);
      make_row(h + i, rows_ + i * s_.w.outputs * c_.step);
    }
    if (c_.writes_in_place || c_.together < c_.outputs) continue;
    if (is_joined())
      write_joined_rows(h, count);
    else
      write_sums(h, 0, count * s_.w.outputs);
  }
}

void run_sweeps(const run_context &context, const cut_sweep *sweeps, int count,
                const depthwise_tensors &tensors, char *scratch) noexcept {
  const depthwise_sweep &s = sweeps->sweep;
  const depthwise_cut &c = sweeps->cut;
  const size_t worker_bytes = max(c.bytes, sweeps[count - 1].cut.bytes);
  const dim_t workers = context.workers.size;
  const dim_t block_size = has_large_caches ? channels_of_task(s, c, workers) : c.block;
  const dim_t blocks = blocks_of(s, block_size);
  // What lies between channels of several workers, or rows of a plane, goes back and forth between
  // them: they share out rows of pixels, or else planes.
  const bool by_planes = has_large_caches && s.out.run * s.times.out() < s.channels;
  const dim_t outputs = max(s.h.outputs, sweeps[count - 1].sweep.h.outputs);
  const dim_t rows = !has_large_caches || by_planes || s.n * s.d.outputs % workers == 0
                         ? c.tile_h
                         : min(c.tile_h, div_up(outputs, workers));
  const dim_t tiles_h = div_up(outputs, rows);
  const dim_t tasks = s.n * s.d.outputs * tiles_h * blocks, windows = div_up(c.outputs, c.part);
  // Rows that are fewer than workers are cut, too.
  const bool cuts_rows =
      has_large_caches && count == 1 && !s.halves && c.reads_in_place && c.writes_in_place;
  const dim_t pieces =
      cuts_rows ? clamp(div_up(workers, max<dim_t>(tasks, 1)), dim_t(1), windows) : 1;
  parallel_for(context.workers, tasks * pieces, [&](int64_t item, int worker) {
    const dim_t piece = take(item, pieces);
    dim_t block = by_planes ? 0 : take(item, blocks);
    rows_task task = {};
    task.h = take(item, tiles_h) * rows;
    task.d = take(item, s.d.outputs);
    if (by_planes) block = take(item, blocks);
    task.n = item;
    task.rows = rows;
    task.channel = block * block_size;
    task.end = block == blocks - 1 ? s.channels : task.channel + block_size;
    for (int i = 0; i < count; ++i) {
      const depthwise_cut &cut = sweeps[i].cut;
      task.first = windows * piece / pieces * cut.part;
      task.last = piece == pieces - 1 ? cut.outputs : windows * (piece + 1) / pieces * cut.part;
      rows_runner(context.parts_as<gemm_parts>(), sweeps[i].sweep, cut, tensors,
                  scratch + size_t(worker) * worker_bytes)
          .run(task);
    }
  });
}

}  // namespace dnnlet::drivers
