// SPDX-License-Identifier: Apache-2.0
// One worker at the tasks of a sweep (sweep.h): its input is read in sweep_input.cpp, sums are made
// in sweep.cpp.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_SWEEP_TILE_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_SWEEP_TILE_H

#include "plugins/drivers/convolution/sweep.h"

namespace dnnlet::drivers {

// What all tasks have in common.
struct sweep_job {
  sweep_job(const gemm_backend &backend, const sweep &sweep, const sweep_cut &cut,
            const sweep_tensors &tensors) noexcept;

  const sweep &s;
  const sweep_cut &c;
  const sweep_tensors &t;
  pixel_reader read;
  decltype(row_backend::load) load;
  sweep_runs runs;
  dim_t parts;      // of a panel
  dim_t together;   // groups whose input is read together
  dim_t plane;      // bytes from one to the next
  ptrdiff_t pixel;  // bytes from one to the next, as tiles read them
  tile_args args = {};
};

// Of a pixel; of joined groups, the last panel may have less than the others.
dim_t channels_together(const sweep &s, dim_t together) noexcept;

struct sweep_task {
  dim_t tile, n, d, h, w, split;
};

inline dim_t *loaded_tile(char *scratch) noexcept {
  return reinterpret_cast<dim_t *>(scratch);
}

// Outputs of a row that are made together, at least: fewer would take a tile as long.
constexpr dim_t least_row = 4;

// Places first, first + step, ... of a row of input, of which some may be outside.
struct row_part {
  dim_t first, step, count;
};

// One worker at one task.
class tile_runner {
 public:
  tile_runner(const sweep_job &job, char *scratch) noexcept
      : job_(job),
        s_(job.s),
        c_(job.c),
        t_(job.t),
        taps_(reinterpret_cast<tile_tap *>(scratch + c_.taps_at)),
        loaded_(loaded_tile(scratch)),
        input_(scratch + c_.input_at),
        wide_(reinterpret_cast<float *>(scratch + c_.wide_at)),
        rows_(scratch + c_.rows_at),
        narrows_(c_.narrows && (t_.finish || !s_.multiply->is_integer)) {}

  void run(const sweep_task &t) noexcept;

 private:
  bool is_loaded() noexcept;
  dim_t offset_of(dim_t group, dim_t panel) const noexcept;
  void read_input(bool as_ones) noexcept;
  void read_row(dim_t d, dim_t h, const row_part &part, char *to, bool as_ones) noexcept;
  void read_pixels(const char *from, dim_t step, dim_t pixels, char *to) noexcept;
  void read_planes(const char *from, dim_t step, dim_t pixels, char *to) noexcept;
  void fill(char *pixels, dim_t count, int32_t value) noexcept;
  void make_sums(dim_t group, dim_t panel) noexcept;
  dim_t rows_alike(dim_t h, const sweep_part &p) const noexcept;
  dim_t blocks_alike(dim_t h) const noexcept;
  dim_t rows_inside(dim_t h) const noexcept;
  void take_piece(dim_t begin) noexcept;
  const char *widen(const char *panel, const sweep_part &p) noexcept;
  void make_panel(dim_t group, dim_t panel, bool continues) noexcept;
  int tiles_of_row(dim_t joined) const noexcept;
  look_ahead behind(dim_t panel, const sweep_part &p, dim_t b_step) const noexcept;
  look_ahead out_ahead(const tile_args &t, dim_t h, dim_t panel) const noexcept;
  void start_from_seen_weights(dim_t group, dim_t panel) noexcept;
  dim_t point(dim_t td, dim_t th, dim_t tw) const noexcept {
    const dim_t row = s_.d.point(td) * s_.h.kernel + s_.h.point(th);
    return s_.merged > 0 ? row : row * s_.w.kernel + s_.w.point(tw);
  }
  void list_taps(dim_t h, dim_t i, const sweep_part &p) noexcept;
  bool lists(dim_t tap) const noexcept {  // along w
    return !skips_w() || c_.merges_w || s_.w.is_inside(s_.w.input(piece_.begin, tap));
  }
  char *row_of(dim_t h, dim_t group, dim_t panel) noexcept;
  void write_rows(dim_t group, dim_t panel) noexcept;

  dim_t piece_begin() const noexcept { return has_large_caches ? piece_.begin : 0; }
  dim_t piece_end() const noexcept { return has_large_caches ? piece_.end : 1; }
  bool skips_w() const noexcept { return has_large_caches && c_.skips_w; }
  bool is_column() const noexcept { return skips_w() && piece_.count() < least_row; }
  bool sees_outside() const noexcept {  // along h
    return s_.sees_padding || (c_.joins_h && !c_.skips_rows) || (is_column() && !c_.reads_in_place);
  }
  dim_t pixel() const noexcept { return job_.pixel; }
  dim_t input_offset(dim_t d, dim_t h, dim_t w) const noexcept;
  dim_t first_offset(dim_t d, dim_t h) const noexcept;
  char *out_at(dim_t h, dim_t channel) const noexcept {
    return t_.out + s_.out.at(at_.n, s_.d.place(at_.d), s_.h.place(h), s_.w.place(at_.w), channel) *
                        s_.out_size();
  }

  const sweep_job &job_;
  const sweep &s_;
  const sweep_cut &c_;
  const sweep_tensors &t_;
  tile_tap *taps_;
  dim_t *loaded_;  // where it is noted of which tile and group input was read last
  dim_t loaded_block_ = 0;
  char *input_;
  float *wide_;  // a part of a panel: [runs][elements][columns]
  char *rows_;
  const bool narrows_;    // tiles write out,
  bool is_seen_ = false;  // unless sums are those of the weights that are seen
  sweep_task at_ = {};
  dim_t h_count_ = 0, w_count_ = 0;       // outputs of the tile at hand
  dim_t joined_rows_ = 0, tap_step_ = 0;  // of input, in_step apart; bytes from tap to tap along w
  dim_t a_of_h_ = 0;                      // bytes of input from one row of outputs to the next
  sweep_axis::range piece_ = {};          // of the tile's outputs along w, that see the same taps
  dim_t listed_part_ = 0;                 // of which runs are listed,
  dim_t listed_ = -1;  // a row of outputs that sees all of them, as they are listed
  size_t tap_count_ = 0;
};

// Where channels that a panel reads begin in a pixel, in bytes.
inline dim_t tile_runner::offset_of(dim_t group, dim_t panel) const noexcept {
  const dim_t i = s_.panels.joins_groups() ? panel : group;
  if (s_.in_planes()) return i % job_.together * job_.plane;
  return (c_.reads_in_place ? i : i % job_.together) * s_.channels_read() * s_.a_size();
}

// Where the first tap along w begins to read a row, in bytes. Joined, each tap has pixels of its
// own, and rows that are in_step apart follow each other, as those of outputs do.
inline dim_t tile_runner::first_offset(dim_t d, dim_t h) const noexcept {
  if (!c_.joins_h) return input_offset(d, h, s_.w.input(at_.w, 0));
  const dim_t step = s_.h.in_step;
  d -= at_.d * s_.d.in_step + s_.d.lowest();
  h -= at_.h * step + s_.h.lowest();
  const dim_t row = step == 1 ? h : h % step * joined_rows_ + h / step;
  return (d * joined_rows_ * step + row) * w_count_ * pixel();
}

// From where the tile's input begins, in bytes.
inline dim_t tile_runner::input_offset(dim_t d, dim_t h, dim_t w) const noexcept {
  if (c_.reads_in_place) return s_.in.pixel(at_.n, d, h, w) * s_.in_size();
  d -= at_.d * s_.d.in_step + s_.d.lowest();
  h -= at_.h * s_.h.in_step + s_.h.lowest();
  w -= at_.w * s_.w.in_step + s_.w.lowest();
  return ((d * s_.h.seen(h_count_) + h) * s_.w.seen(w_count_) + w) * pixel();
}

}  // namespace dnnlet::drivers

#endif
