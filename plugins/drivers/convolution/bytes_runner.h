// SPDX-License-Identifier: Apache-2.0
// What depthwise_bytes.cpp, joined_pixels.cpp and row_quads.cpp have in common: how depthwise
// convolution of bytes is planned, and a worker at it.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_BYTES_RUNNER_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_BYTES_RUNNER_H

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/gemm/finish.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/quad_windows.h"

namespace dnnlet::drivers {

// Channels that are computed alike: all, or those of whole blocks, or what is left of them.
struct bytes_part {
  dim_t first, channels;
  dim_t width, blocks;  // channels of a block, and how many there are; the last may overlap
  dim_t groups;         // of blocks: channels are in one of them
  dim_t quads;          // rows of the kernel, in fours, in a row of depth; or its taps, if in_row
  dim_t tile_h;
  // Pixels of a block; 1: a block is of one. They are of so many pieces of a row, which have so
  // many outputs each, and see so many pixels of src with what is around it.
  dim_t joined, pieces, outputs, line;
  bool in_row;  // quads are of the taps of the kernel's only row
  size_t weights_at, start_at, values_at, outside_at;
  size_t sums_at, ones_at, pixels_at, input_at;  // of a worker
};

struct bytes_plan {
  finish_plan finish;
  bytes_part part;  // where its channels are not all, what is for the rest lies from `rest_at` on
  size_t rest_at, workers_at, worker_bytes;
};

// Channels of a piece, and pieces of the longest vectors, of 256 bytes.
constexpr dim_t least_of_piece = 8, most_pieces = 256 / least_of_piece;
// How many pixels of so many channels are a block together, in how many pieces of a row; 0: they
// are not.
dim_t joined_pixels(const convolution_sizes &z, const activation &in, const activation &out,
                    dim_t channels, dim_t width, dim_t &pieces) noexcept;

// How many fours of taps are taken along a row; 0: rows of the kernel are.
dim_t quads_of_row(const convolution_sizes &z) noexcept;

// One worker at some rows of dst, for some blocks.
class bytes_runner {
 public:
  bytes_runner(const run_context &context, const bytes_part &part, const convolution_op &op,
               bool turns, const gemm_tensors &t, const finish_stage &stage) noexcept;

  void pack() noexcept;
  dim_t tiles() const noexcept { return div_up(h_.outputs, p_.tile_h); }
  dim_t depth() const noexcept { return d_.outputs; }
  void run(dim_t n, dim_t d, dim_t tile, dim_t group, char *scratch) const noexcept;
  void run_joined(dim_t n, dim_t tile, char *scratch) const noexcept;

 private:
  template <class T>
  T *scratch_at(size_t offset) const noexcept {
    return reinterpret_cast<T *>(context_.scratchpad + offset);
  }
  void find_zero_point() noexcept;
  void make_window() noexcept;
  void fill_outside() noexcept;
  void repeat_weights() noexcept;
  void pack_block(dim_t block) noexcept;
  template <class Place>
  size_t list_rows(dim_t d, dim_t h, quad_row *rows, const Place &place) const noexcept;
  // Its outputs from `begin` on see pixels of src from `in` on, [first, last) of which are inside.
  struct piece_of_row {
    dim_t begin, in, first, last;
  };
  void find_pieces() noexcept;
  void read_rows(dim_t n, dim_t first_h, dim_t last_h, char *to) const noexcept;
  void fill_ones(char *to) const noexcept;
  void sum(const quad_window &window, char *scratch) const noexcept;
  void read_line(dim_t n, dim_t d, dim_t h, dim_t w, dim_t first, dim_t end,
                 char *to) const noexcept;
  void sum_line(quad_window window, dim_t first, dim_t end, char *scratch) const noexcept;
  void take_off_seen(char *scratch, dim_t count) const noexcept;
  void make_joined_row(quad_window &window, char *out, char *scratch) const noexcept;
  bool is_joined() const noexcept { return p_.joined > 1; }
  dim_t channels() const noexcept { return p_.joined * p_.channels; }  // of a pixel, or more
  dim_t channel_of(dim_t block) const noexcept {
    return max<dim_t>(min(block * p_.width, channels() - p_.width), 0);
  }
  // Of src, that an output sees through the first tap.
  dim_t first_row(dim_t h) const noexcept { return h * h_.in_step + h_.first; }
  dim_t line_bytes() const noexcept { return p_.line * window_.pixel; }
  // Of what windows write: elements of dst, or sums.
  dim_t out_size() const noexcept {
    return window_.finish ? dim_t(type_size(op_.dst.data_type)) : dim_t(sizeof(int32_t));
  }
  dim_t quad_bytes() const noexcept { return p_.width * 4; }  // of the weights of a tap
  dim_t quads_of_block() const noexcept { return d_.taps * p_.quads * (p_.in_row ? 1 : w_.taps); }
  bool flips() const noexcept { return op_.src.data_type == dnnl_s8; }
  int flip() const noexcept { return flips() ? 0x80 : 0; }
  // As src has it.
  int outside_byte() const noexcept { return window_.fill ^ flip(); }

  const run_context &context_;
  const quad_functions &quads_;
  const bytes_part &p_;
  const convolution_op &op_;
  const bool turns_;  // the kernel comes from its end
  const finish_stage &stage_;
  const char *src_;
  char *dst_;
  const int8_t *weights_;
  dim_t weights_step_;  // from tap to tap
  sweep_axis d_, h_, w_;
  activation in_, out_;
  tile_finish finish_ = {};
  quad_window window_ = {};
  piece_of_row pieces_[most_pieces];  // if pixels are joined
  int32_t too_much_ = 0;  // in each element of src that is seen, where no byte is like it
};

// Those that see something, as they do of what is outside unless that is zeros. place(d, h) is
// where a row of src lies.
template <class Place>
size_t bytes_runner::list_rows(dim_t d, dim_t h, quad_row *rows,
                               const Place &place) const noexcept {
  size_t count = 0;
  for (dim_t td = 0; td < d_.taps; ++td) {
    const dim_t id = d_.input(d, td), near_d = clamp<dim_t>(id, 0, d_.in - 1);
    for (dim_t quad = 0; quad < p_.quads; ++quad) {
      quad_row &row = rows[count];
      row.seen = 0;
      row.weights = ptrdiff_t((td * p_.quads + quad) * w_.taps * quad_bytes());
      for (dim_t i = 0; i < 4; ++i) {
        const dim_t tap = quad * 4 + i, ih = h_.input(h, min(tap, h_.taps - 1));
        const bool is_inside = d_.is_inside(id) && h_.is_inside(ih);
        const bool is_shown = !is_inside && outside_byte() != 0;  // else it is as if not seen
        row.in[i] = is_shown ? scratch_at<char>(p_.outside_at) : place(near_d, ih);
        if (tap < h_.taps && (is_inside || is_shown)) row.seen |= 1u << i;
      }
      if (row.seen == 0 && window_.fill == 0) continue;
      // The weights of taps that are not there are zeros: if all others see, rows are whole.
      const dim_t taps = min<dim_t>(h_.taps - quad * 4, 4);
      if (row.seen == (1u << taps) - 1) row.seen = 15;
      ++count;
    }
  }
  return count;
}

}  // namespace dnnlet::drivers

#endif
