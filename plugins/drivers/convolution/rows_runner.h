// SPDX-License-Identifier: Apache-2.0
// A worker at a depthwise sweep, as depthwise_sweep.cpp and window_rows.cpp have it.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_ROWS_RUNNER_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_ROWS_RUNNER_H

#include <limits>

#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/depthwise_sweep.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// The taps of a row of the kernel, as windows take them: all at once; one by one; or, of more than
// seven, sevens, and then what is left of them one by one.
struct row_pieces {
  dim_t size, whole, count;  // of most pieces; how many have that; of all

  row_pieces(const sweep_axis &w, window_form form) noexcept
      : size(form == window_form::single ? 1
             : has_large_caches          ? min<dim_t>(w.taps, 7)
                                         : w.taps),
        whole(form == window_form::single ? w.taps
              : has_large_caches          ? w.taps / size
                                          : 1),
        count(has_large_caches ? whole + w.taps - whole * size : whole) {}
  dim_t first(dim_t i) const noexcept {
    return has_large_caches ? i * size - max<dim_t>(i - whole, 0) * (size - 1) : i;
  }
};

// Where marks begin that hold for any window of as many outputs.
constexpr dim_t all_inside = std::numeric_limits<dim_t>::min();

// Rows [h, h + rows) of outputs, of the channels [channel, end); of each, outputs [first, last).
struct rows_task {
  dim_t n, d, h, rows, channel, end, first, last;
};

class rows_runner {
 public:
  rows_runner(const gemm_parts &parts, const depthwise_sweep &s, const depthwise_cut &c,
              const depthwise_tensors &tensors, char *scratch) noexcept
      : backend_(*parts.backend),
        s_(s),
        c_(c),
        t_(tensors),
        type_(c.reads_in_place ? s.in_type : dnnl_f32),
        size_(dim_t(type_size(type_))),
        is_single_(c.form == window_form::single),
        pieces_(s.w, c.form),
        run_window_(window_of(parts, c, type_)),
        round_(rounds() ? parts.dots->round : nullptr),
        list_(reinterpret_cast<window_row *>(scratch)),
        input_(reinterpret_cast<float *>(scratch + c.input_at)),
        rows_(reinterpret_cast<float *>(scratch + c.rows_at)) {
    prepare_window();
  }

  void run(const rows_task &task) noexcept;

 private:
  void read_input(dim_t h) noexcept;
  void read_row(dim_t d, dim_t h) noexcept;
  void make_row(dim_t h, float *sums) noexcept;
  void prepare_window() noexcept;
  void make_window(dim_t begin, dim_t end, const char *in, char *out, dim_t origin) noexcept;
  void make_outputs(dim_t h, dim_t begin, dim_t end, float *sums) noexcept;
  void write_sums(dim_t h, dim_t w, dim_t pixels) noexcept;
  void write_joined_rows(dim_t h, dim_t count) noexcept;
  void list_rows(dim_t h) noexcept;
  void mark_inside(dim_t first, dim_t outputs) noexcept {
    const sweep_axis &w = s_.w;
    const dim_t lowest = (turns() ? first - outputs + 1 : first) * w.in_step + w.lowest();
    const bool is_whole = is_joined() || (lowest >= 0 && lowest + w.seen(outputs) <= w.in);
    if (!has_large_caches || !is_marked(is_whole ? all_inside : first, outputs))
      mark_again(first, outputs);
  }
  void mark_again(dim_t first, dim_t outputs) noexcept;
  void mark_halved(dim_t first, dim_t inputs) noexcept;
  bool is_marked(dim_t from, dim_t outputs) noexcept {
    const bool is_known = outputs == marked_ && from == marked_from_;
    marked_ = outputs;
    marked_from_ = from;
    return is_known;
  }
  dim_t input_row(dim_t d, dim_t h) const noexcept;
  dim_t first_d() const noexcept { return d_ * s_.d.in_step + s_.d.lowest(); }
  dim_t pixel() const noexcept { return c_.reads_in_place ? s_.in.w : c_.step; }
  bool is_joined() const noexcept { return c_.joined > 1; }
  bool rounds() const noexcept { return rounds_windows && c_.rounds; }
  bool turns() const noexcept { return !is_single_ && s_.w.step < 0; }
  char *out_at(dim_t h, dim_t w, dim_t channel) const noexcept {
    return t_.out + s_.out.at(n_, s_.d.place(d_), s_.h.place(h), s_.w.place(w), channel) *
                        dim_t(type_size(s_.out_type));
  }

  const gemm_backend &backend_;
  const depthwise_sweep &s_;
  const depthwise_cut &c_;
  const depthwise_tensors &t_;
  const data_type type_;  // of what windows read
  const dim_t size_;      // of an element of it
  const bool is_single_;  // taps do not share inputs
  const row_pieces pieces_;
  const window_function run_window_;
  void (*const round_)(const lane_rounding &);
  window_row *list_;
  float *input_, *rows_;
  dim_t n_ = 0, d_ = 0, next_row_ = 0;
  dim_t base_ = 0;                          // the first row of input that the task may see
  dim_t listed_ = -1;                       // a row of outputs that sees all taps, listed; or -1
  ptrdiff_t from_listed_ = 0;               // bytes, to what the one at hand sees
  dim_t marked_ = 0;                        // outputs of which rows are marked as inside, or 0,
  dim_t marked_from_ = 0;                   // from this one on, unless all inputs are
  dim_t channel_ = 0, end_ = 0;             // at hand
  dim_t first_ = 0, last_ = 0;              // outputs of a row
  ptrdiff_t in_pixel_ = 0, out_pixel_ = 0;  // bytes from one to the next
  ptrdiff_t row_step_ = 0;                  // of what rows of outputs see, if it is always the same
  lane_window window_ = {};
  lane_rounding rounding_ = {};
};

}  // namespace dnnlet::drivers

#endif
