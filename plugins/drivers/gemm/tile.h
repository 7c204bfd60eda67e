// SPDX-License-Identifier: Apache-2.0
// One tile of a batch-reduce GEMM, the kernel under convolution, matmul and the like:
//
//     C[rows x cols] = start + sum over taps t, steps k of A_t[rows x k] * B_t[k x cols]
//
// Steps are taken in the order of the taps, then of k, with fused multiply-adds into one chain for
// each element of C: the result depends neither on how C is cut into tiles, nor on the vector
// length. A sum is continued in a later call by starting from C.
//
// What the elements are, and how many of them a step takes, is the product's matter (product.h).
// C and what it starts from are f32, or s32 where sums are integers.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_TILE_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_TILE_H

#include <cstddef>
#include <cstdint>

#include "core/support/built_types.h"
#include "plugins/drivers/gemm/fused_relu.h"

namespace dnnlet::drivers {

// Byte offsets of A_t and B_t from the tile's a and b.
struct tile_tap {
  ptrdiff_t a, b;
};

// What becomes of sums in s32 on their way to C of bytes: with y = sum * scales[c] + offsets[c],
// the nearest integer of y * dst_scale + dst_offset, but at least `low` and at most `high`. All
// finite; scales and offsets up to whole vectors. Of f32: y, which need not be finite. Where it
// `adds`, bytes added_at from C, which is 0 if it is C as it is, less added_zero, times `added` are
// added to y, of bytes alone; where it `gates`, y is then multiplied by slope * y + gate_offset,
// but by no less than 0 and no more than 1. Of sums in f32: what lies there, f32 or bf16, as C is,
// times `added` is added before `relu`.
struct tile_finish {
  const float *scales, *offsets;  // null, of bytes: 1, 0
  bool scales_dst;                // else dst_scale is 1, dst_offset 0
  bool is_signed;                 // s8, not u8
  bool is_f32;                    // neither
  bool heeds_high;                // else `high` is the end of bytes, and no number beyond s32
  bool adds, adds_signed;         // s8, not u8
  bool gates;
  ptrdiff_t added_at;
  float dst_scale, dst_offset, low, high, added;
  int32_t added_zero;
  float slope, gate_offset;
};

// What is brought near meanwhile, in the order of the taps: lines of the cache for every
// steps_ahead steps, the first of them `from` bytes from a tap's B; of the next tile, those that
// follow, up to so many tiles. Large tiles do so.
constexpr size_t steps_ahead = 8;
constexpr ptrdiff_t ahead_bytes = 64;
struct look_ahead {
  ptrdiff_t from;
  int lines, tiles;
};

struct tile_args {
  const char *a, *b;
  ptrdiff_t a_row, a_step;  // bytes between rows of A, and between steps
  ptrdiff_t b_step;         // bytes between rows of B, which are readable up to whole vectors
  // Of products whose tiles join groups, for which a_step is 0: what of a row of A, in units of
  // what a step takes, meets each column of the vector at the first step of a tap; then what
  // follows.
  const int32_t *a_order;
  const tile_tap *taps;
  size_t tap_count;
  size_t steps;  // of each tap
  look_ahead ahead;
  bool streams_a;  // of one tap, dense rows of A come from far: those of the next tile, too
  void *c;
  ptrdiff_t c_row;  // elements between rows of C
  // Of a row in blocks, each a vector of sums, where has_rows_in_blocks: elements between them. 0,
  // for run_panel: they follow each other.
  ptrdiff_t c_vector;
  size_t cols;             // of a panel; a tile writes whole vectors
  const void *start;       // rows to start from; null, for run_panel: zeros
  ptrdiff_t start_row;     // elements; 0: all rows start alike
  const float *row_start;  // f32 by f32, instead of `start`: what all of a row starts from, or null
  fused_relu relu;         // f32: what becomes of sums at the end
  // C is what sums are rounded to: bf16, or bytes or f32 by `finish`. For tiles that can.
  bool narrows;
  bool starts_from_zeros;  // `start` is rows of them, which run_panel finds out; else unknown
  // For run_panel: so many panels of as many rows, if any, so many bytes apart in A and in C. They
  // start alike, or from C.
  size_t blocks;
  ptrdiff_t a_block, c_block;
  bool spills;  // run_panel may write whole vectors, too, between rows: what is there is made later
  const tile_finish *finish;
};
constexpr ptrdiff_t sum_bytes = 4;
// Whether tiles of floats write rows in blocks, in which activations are there (8 and 16 channels).
#if defined(__x86_64__)
constexpr bool has_rows_in_blocks = true;
#else
constexpr bool has_rows_in_blocks = false;
#endif

using tile_function = void (*)(const tile_args &);
// Does to sums that lie in memory, `row` of them in each of `rows`, what a tile left to it, and
// stores them in C. Null: what the tile stored there, which is to be clipped.
using kept_function = void (*)(const tile_args &, const void *sums, size_t rows, size_t row);

// A unit of the CPU that multiplies matrices, which takes panels whole. What it was told of its
// registers stays there until it is released, at the end of a task; others may tell it otherwise.
struct matrix_unit {
  void (*run_panel)(const tile_args &args, size_t rows) noexcept;
  void (*release)() noexcept;
};
// Whether a plugin may have one.
#if defined(__x86_64__)
constexpr bool has_matrix_units = has_types_beside_f32;
#else
constexpr bool has_matrix_units = false;
#endif

// The tiles of one element type: 1 to max_vectors vectors wide, 1 to max_rows[vectors - 1] high. Of
// a single row, there may be one as wide as the limit beside, where each sum waits for itself.
constexpr int tile_vectors_limit = 4, tile_rows_limit = 16, tall_rows = 14;
struct tile_table {
  int narrow_bytes;  // of an element of C that tiles narrow sums to; 0: they do not
  int max_vectors;
  int max_rows[tile_vectors_limit];
  kept_function finish_kept;  // of bytes: for tiles of an odd number of vectors; null: they do all
  int narrows_from;           // rows from which tiles of one vector do it, too; 0: none does
  bool finishes_highest;      // the highest two of each width add, and floats clip; no others do
  bool has_tall;              // of one vector, there is one more, of tall_rows
  const matrix_unit *unit;    // instead of functions; null: none
  const tile_function *functions[tile_vectors_limit];  // of so many rows, less one

  int row_vectors() const noexcept {
    return max_rows[tile_vectors_limit - 1] > 0 ? tile_vectors_limit : max_vectors;
  }
};

// Of an element of C.
inline ptrdiff_t c_bytes(const tile_table &tiles, const tile_args &t) noexcept {
  const bool is_narrow = t.narrows && !(t.finish && t.finish->is_f32);
  return is_narrow ? tiles.narrow_bytes : sum_bytes;
}

// What the caller lets go at the end of a task.
inline void release_unit(const tile_table &tiles) noexcept {
  if (has_matrix_units && tiles.unit) tiles.unit->release();
}

// A panel of C, `rows` high and at most tiles.max_vectors vectors wide, or tiles.row_vectors(): as
// few tiles as possible, as equal as possible. `args` is written to, and is afterwards as it was,
// but for what is left of `ahead`: a copy of what was just written waits until all stores of the
// tile before are done, which takes 500 cycles where its C is not in a cache.
void run_tiles(const tile_table &tiles, size_t lanes, tile_args &args, size_t rows) noexcept;

// The same by the plugin's unit, if it has one. Here, since run_tiles() has a large stack.
inline void run_panel(const tile_table &tiles, size_t lanes, tile_args &args,
                      size_t rows) noexcept {
  if (has_matrix_units && tiles.unit) return tiles.unit->run_panel(args, rows);
  run_tiles(tiles, lanes, args, rows);
}

}  // namespace dnnlet::drivers

#endif
