// SPDX-License-Identifier: Apache-2.0
// The sweep of sweep.h, f32.
//   in, out f32 in any layout of activation.h, B f32 in panels: disjoint, any alignment
//   scratch of a worker: the taps; a tile of `in` with its padding, where it cannot be read in
//   place; the rows of `out`, where they cannot be written in place
//   error: one rounding for each product, in an order that only the problem decides:
//   blocks of channels, taps (depth, height, width), channel
//   E. Georganas et al.: "High-Performance Deep Learning via a Single Building Block", 2019
#include "plugins/shared/convolution/sweep.h"

#include <cstring>


namespace dnnlet::shared {

namespace {

// Steps of the sum after which it is set down in C: their part of a panel stays in the L2 cache.
// The same for all plugins, because it decides the order of the sum.
constexpr dim_t steps_at_once = 1024;
constexpr dim_t outputs_wanted = 128;  // of a tile, to make use of a panel once it is in the cache
constexpr dim_t input_limit = 512 * 1024;  // bytes of a tile's input
constexpr dim_t tasks_wanted = 32;

// About `part` of `whole`, so that the parts are equal.
dim_t even_part(dim_t whole, dim_t part) noexcept {
  return whole == 0 ? 1 : div_up(whole, div_up(whole, clamp<dim_t>(part, 1, whole)));
}

size_t place(size_t &bytes, dim_t wanted) noexcept {
  const size_t at = bytes;
  bytes += round_up(size_t(wanted), data_alignment);
  return at;
}

dim_t input_floats(const sweep &s, dim_t tile_h, dim_t tile_w) noexcept {
  return s.d.seen(1) * s.h.seen(tile_h) * s.w.seen(tile_w) * s.panels.groups * s.panels.summed;
}

void cut_tiles(const sweep &s, sweep_cut &c) noexcept {
  c.tile_w = even_part(s.w.outputs, max(outputs_wanted, s.w.outputs > 4 * outputs_wanted
                                                            ? outputs_wanted * 2
                                                            : s.w.outputs));
  c.tile_h = even_part(s.h.outputs, div_up(outputs_wanted, c.tile_w));
  if (!c.reads_in_place) {
    const dim_t limit = input_limit / dim_t(sizeof(float));
    while (c.tile_h > 1 && input_floats(s, c.tile_h, c.tile_w) > limit)
      c.tile_h = even_part(s.h.outputs, c.tile_h / 2);
    while (c.tile_w > 16 && input_floats(s, c.tile_h, c.tile_w) > limit)
      c.tile_w = even_part(s.w.outputs, c.tile_w / 2);
  }
}

struct task {
  dim_t n, d, h, w, split;
};

dim_t tiles_of(const sweep_axis &a, dim_t tile) noexcept { return div_up(a.outputs, tile); }

dim_t tiles_of(const sweep &s, const sweep_cut &c) noexcept {
  return s.n * s.d.outputs * tiles_of(s.h, c.tile_h) * tiles_of(s.w, c.tile_w);
}

}  // namespace

void flatten(sweep &s) noexcept {
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
}

sweep_cut cut(const sweep &s, dim_t lanes) noexcept {
  const panel_shape &p = s.panels;
  sweep_cut c = {};
  c.lanes = lanes;
  c.block = clamp<dim_t>(steps_at_once / p.taps / 16 * 16, 16, max<dim_t>(p.summed, 16));
  const dim_t channels_in = p.groups * p.summed;
  c.reads_in_place = s.in.run >= channels_in && s.w.stays_inside();
  c.writes_in_place = s.out.run >= p.groups * p.channels;
  cut_tiles(s, c);
  const dim_t pixel = c.reads_in_place ? s.in.w : channels_in;
  c.merges_w = p.groups == 1 && p.summed <= c.block && s.w.step == 1 && s.w.kernel_step == 1 &&
               s.w.taps == s.w.kernel && pixel == p.summed;
  const dim_t all_panels = p.groups * p.panels;
  c.splits = clamp<dim_t>(tasks_wanted / max<dim_t>(tiles_of(s, c), 1), 1, all_panels);
  c.taps_at = place(c.bytes, max<dim_t>(s.d.taps * s.h.taps * s.w.taps, 1) * dim_t(sizeof(tile_tap)));
  c.input_at = place(c.bytes, c.reads_in_place ? 0
                                               : input_floats(s, c.tile_h, c.tile_w) *
                                                     dim_t(sizeof(float)));
  c.rows_at = place(c.bytes, c.writes_in_place
                                 ? 0
                                 : c.tile_h * c.tile_w * p.columns * dim_t(sizeof(float)));
  return c;
}

namespace {

// One worker at one task.
class tile_runner {
 public:
  tile_runner(const convolution_backend &backend, const sweep &s, const sweep_cut &c,
              const float *in, const float *panels, const float *bias, float *out,
              char *scratch) noexcept
      : backend_(backend), s_(s), c_(c), in_(in), panels_(panels), bias_(bias), out_(out),
        taps_(reinterpret_cast<tile_tap *>(scratch + c.taps_at)),
        input_(reinterpret_cast<float *>(scratch + c.input_at)),
        rows_(reinterpret_cast<float *>(scratch + c.rows_at)) {}

  void run(const task &t) noexcept;

 private:
  void read_input() noexcept;
  void read_row(dim_t d, dim_t h, float *to) noexcept;
  void make_panel(dim_t group, dim_t panel) noexcept;
  size_t list_taps(dim_t h) noexcept;
  float *row_of(dim_t h, dim_t group, dim_t panel) noexcept;
  void write_rows(dim_t group, dim_t panel) noexcept;

  dim_t channels_in() const noexcept { return s_.panels.groups * s_.panels.summed; }
  // Offsets of the taps from the first input of the tile, in elements.
  dim_t input_offset(dim_t d, dim_t h, dim_t w) const noexcept;

  const convolution_backend &backend_;
  const sweep &s_;
  const sweep_cut &c_;
  const float *in_, *panels_, *bias_;
  float *out_;
  tile_tap *taps_;
  float *input_, *rows_;
  task at_ = {};
  dim_t h_count_ = 0, w_count_ = 0;  // outputs of the tile at hand
};

// A row of input with zeros where it is outside.
void tile_runner::read_row(dim_t d, dim_t h, float *to) noexcept {
  const dim_t channels = channels_in(), width = s_.w.seen(w_count_);
  const dim_t first = at_.w * s_.w.in_step + s_.w.lowest();
  const dim_t begin = clamp<dim_t>(-first, 0, width);
  const dim_t end = clamp<dim_t>(s_.w.in - first, begin, width);
  std::memset(to, 0, size_t(begin * channels) * sizeof(float));
  const pixel_run pixels = {&s_.in, s_.in.w, end - begin, 0, channels};
  if (end > begin)
    backend_.read_pixels(pixels, in_ + s_.in.at(at_.n, d, h, first + begin, 0), to + begin * channels,
                channels);
  std::memset(to + end * channels, 0, size_t((width - end) * channels) * sizeof(float));
}

void tile_runner::read_input() noexcept {
  const dim_t rows = s_.h.seen(h_count_), row_size = s_.w.seen(w_count_) * channels_in();
  const dim_t first_d = at_.d * s_.d.in_step + s_.d.lowest();
  const dim_t first_h = at_.h * s_.h.in_step + s_.h.lowest();
  for (dim_t d = 0; d < s_.d.seen(1); ++d)
    for (dim_t h = 0; h < rows; ++h) {
      if (s_.d.is_inside(first_d + d) && s_.h.is_inside(first_h + h))
        read_row(first_d + d, first_h + h, input_ + (d * rows + h) * row_size);
    }
}

dim_t tile_runner::input_offset(dim_t d, dim_t h, dim_t w) const noexcept {
  if (c_.reads_in_place) return s_.in.at(at_.n, d, h, w, 0);
  d -= at_.d * s_.d.in_step + s_.d.lowest();
  h -= at_.h * s_.h.in_step + s_.h.lowest();
  w -= at_.w * s_.w.in_step + s_.w.lowest();
  return ((d * s_.h.seen(h_count_) + h) * s_.w.seen(w_count_) + w) * channels_in();
}

// The taps of a row of outputs that are inside in depth and height.
size_t tile_runner::list_taps(dim_t h) noexcept {
  const dim_t tap_size = s_.panels.summed * s_.panels.columns;
  const dim_t w_taps = c_.merges_w ? min<dim_t>(s_.w.taps, 1) : s_.w.taps;
  size_t count = 0;
  for (dim_t td = 0; td < s_.d.taps; ++td) {
    const dim_t id = s_.d.input(at_.d, td);
    if (!s_.d.is_inside(id)) continue;
    for (dim_t th = 0; th < s_.h.taps; ++th) {
      const dim_t ih = s_.h.input(h, th);
      if (!s_.h.is_inside(ih)) continue;
      for (dim_t tw = 0; tw < w_taps; ++tw) {
        const dim_t a = input_offset(id, ih, s_.w.input(at_.w, tw));
        const dim_t point = (s_.d.point(td) * s_.h.kernel + s_.h.point(th)) * s_.w.kernel +
                            s_.w.point(tw);
        taps_[count++] = {ptrdiff_t(a * dim_t(sizeof(float))),
                          ptrdiff_t(point * tap_size * dim_t(sizeof(float)))};
      }
    }
  }
  return count;
}

float *tile_runner::row_of(dim_t h, dim_t group, dim_t panel) noexcept {
  const panel_shape &p = s_.panels;
  if (!c_.writes_in_place) return rows_ + (h - at_.h) * w_count_ * p.columns;
  return out_ + s_.out.at(at_.n, s_.d.place(at_.d), s_.h.place(h), s_.w.place(at_.w),
                          group * p.channels + panel * p.columns);
}

void tile_runner::make_panel(dim_t group, dim_t panel) noexcept {
  const panel_shape &p = s_.panels;
  const dim_t pixel = c_.reads_in_place ? s_.in.w : channels_in();
  const dim_t first_channel = group * p.channels + panel * p.columns;
  const auto *a = reinterpret_cast<const char *>((c_.reads_in_place ? in_ : input_) + group * p.summed);
  const auto *b = reinterpret_cast<const char *>(panels_ + (group * p.panels + panel) * p.panel_size());
  tile_args t = {};
  t.a_row = ptrdiff_t(s_.w.in_step * pixel * dim_t(sizeof(float)));
  t.a_step = sizeof(float);
  t.b_step = ptrdiff_t(p.columns * dim_t(sizeof(float)));
  t.taps = taps_;
  t.c_row = ptrdiff_t(c_.writes_in_place ? s_.out.w * s_.w.out_step : p.columns);
  t.cols = size_t(min(p.columns, p.channels - panel * p.columns));
  t.relu_alpha = s_.relu.alpha;
  for (dim_t channel = 0; channel < p.summed; channel += c_.block) {
    const dim_t channels = min(c_.block, p.summed - channel);
    t.a = a + channel * dim_t(sizeof(float));
    t.b = b + channel * t.b_step;
    t.steps = size_t(c_.merges_w ? channels * s_.w.taps : channels);
    t.relu = s_.relu.on && channel + channels == p.summed;
    for (dim_t h = at_.h; h < at_.h + h_count_; ++h) {
      t.tap_count = list_taps(h);
      t.c = row_of(h, group, panel);
      t.start = channel > 0 ? t.c : bias_ ? bias_ + first_channel : nullptr;
      t.start_row = channel > 0 ? t.c_row : 0;
      run_panel(*backend_.tiles, size_t(c_.lanes), t, size_t(w_count_));
    }
  }
}

void tile_runner::write_rows(dim_t group, dim_t panel) noexcept {
  const panel_shape &p = s_.panels;
  const pixel_run pixels = {&s_.out, s_.out.w * s_.w.out_step, w_count_,
                            group * p.channels + panel * p.columns,
                            min(p.columns, p.channels - panel * p.columns)};
  for (dim_t h = at_.h; h < at_.h + h_count_; ++h)
    backend_.write_pixels(pixels, rows_ + (h - at_.h) * w_count_ * p.columns, p.columns,
                 out_ + s_.out.at(at_.n, s_.d.place(at_.d), s_.h.place(h), s_.w.place(at_.w), 0));
}

void tile_runner::run(const task &t) noexcept {
  const panel_shape &p = s_.panels;
  const dim_t all = p.groups * p.panels;
  at_ = t;
  h_count_ = min(c_.tile_h, s_.h.outputs - t.h);
  w_count_ = min(c_.tile_w, s_.w.outputs - t.w);
  if (!c_.reads_in_place) read_input();
  for (dim_t i = all * t.split / c_.splits; i < all * (t.split + 1) / c_.splits; ++i) {
    make_panel(i / p.panels, i % p.panels);
    if (!c_.writes_in_place) write_rows(i / p.panels, i % p.panels);
  }
}

}  // namespace

void run_sweep(const run_context &context, const convolution_backend &backend, const sweep &s,
               const sweep_cut &c, const float *in, const float *panels, const float *bias,
               float *out, char *scratch) noexcept {
  const dim_t tiles_h = tiles_of(s.h, c.tile_h), tiles_w = tiles_of(s.w, c.tile_w);
  parallel_for(context.workers, tiles_of(s, c) * c.splits, [&](int64_t item, int worker) {
    task t;
    t.split = item % c.splits;
    item /= c.splits;
    t.w = item % tiles_w * c.tile_w;
    item /= tiles_w;
    t.h = item % tiles_h * c.tile_h;
    item /= tiles_h;
    t.d = item % s.d.outputs;
    t.n = item / s.d.outputs;
    tile_runner(backend, s, c, in, panels, bias, out, scratch + size_t(worker) * c.bytes).run(t);
  });
}

}  // namespace dnnlet::shared
