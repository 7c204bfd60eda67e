// SPDX-License-Identifier: Apache-2.0
// A panel of C, tile by tile; five facts: plugins/kernels/gemm/tile-inl.h. Where columns do not
// fill the last vector, tiles go by the stack.
#include <cstdint>
#include <cstring>

#include "plugins/drivers/gemm/tile.h"

namespace dnnlet::drivers {

namespace {

// Sums of a tile that is written whole, where only a part of it is C. On the stack.
constexpr size_t buffer_sums = sizeof(void *) == 8 ? 2048 : 256;

// What tiles start from where nothing else is said: a row of theirs, of vectors of up to 2048 bits,
// 128 on 32-bit CPUs. One more way to start would be a tenth of their code.
constexpr size_t lanes_limit = sizeof(void *) == 8 ? 64 : 4;
alignas(64) constexpr uint32_t zeros[tile_vectors_limit * lanes_limit] = {};

void copy_rows(const char *from, size_t from_row, char *to, size_t to_row, size_t rows,
               size_t bytes) noexcept {
  if (from_row == bytes && to_row == bytes) {
    std::memcpy(to, from, rows * bytes);
    return;
  }
  for (size_t i = 0; i < rows; ++i) std::memcpy(to + i * to_row, from + i * from_row, bytes);
}

// Columns that do not fill the last vector: the tile is made beside C, without gaps: what a row has
// too much is where the next one is stored after it, or begins. What it starts from is nobody's
// matter.
void run_in_buffer(tile_function function, tile_args args, size_t rows, size_t width) noexcept {
  uint32_t buffer[buffer_sums];
  const size_t bytes = args.cols * sum_bytes, padding = (width - args.cols) * sum_bytes;
  auto *sums = reinterpret_cast<char *>(buffer);
  auto *c = static_cast<char *>(args.c);
  const size_t c_row = size_t(args.c_row) * sum_bytes;
  if (args.start != zeros) {
    const size_t starts = args.start_row == 0 ? 1 : rows;
    copy_rows(static_cast<const char *>(args.start), size_t(args.start_row) * sum_bytes, sums,
              bytes, starts, bytes);
    std::memset(sums + starts * bytes, 0, padding);
    args.start = buffer;
    args.start_row = starts == 1 ? 0 : ptrdiff_t(args.cols);
  }
  args.c = buffer;
  args.c_row = ptrdiff_t(args.cols);
  function(args);
  copy_rows(sums, bytes, c, c_row, rows, bytes);
}

// Whether rows of C lie behind each other and start alike. Then a tile may store whole vectors
// where at least as many elements of later rows follow: what a row has too much is overwritten.
bool runs_on(const tile_args &args) noexcept {
  return args.start_row == 0 && args.c_row == ptrdiff_t(args.cols);
}

// A start that can be read by whole vectors.
const void *padded_start(const tile_args &args, uint32_t *room) noexcept {
  if (args.start == zeros) return zeros;
  std::memcpy(room, args.start, args.cols * sum_bytes);
  return room;
}

}  // namespace

void run_panel(const tile_table &tiles, size_t lanes, tile_args args, size_t rows) noexcept {
  const size_t vectors = (args.cols + lanes - 1) / lanes, width = vectors * lanes;
  const bool is_partial = args.cols != width;
  size_t most = size_t(tiles.max_rows[vectors - 1]);
  if (is_partial && most * width > buffer_sums) most = buffer_sums / width;
  const tile_function *functions = tiles.functions[vectors - 1];
  if (args.start) {
    args.row_start = nullptr;
  } else {
    args.start = zeros;
    args.start_row = 0;
  }
  // Divisions count where there are few rows.
  const bool is_one = rows <= most;
  const bool goes_on = is_partial && !is_one && runs_on(args);
  uint32_t start_room[tile_vectors_limit * lanes_limit];
  if (goes_on) args.start = padded_start(args, start_room);
  for (size_t left = rows, tiles_left = is_one ? 1 : (rows + most - 1) / most; left > 0;
       --tiles_left) {
    const size_t height = is_one ? rows : (left + tiles_left - 1) / tiles_left;
    const size_t behind = (left - height) * args.cols;
    if (is_partial && !(goes_on && behind >= width - args.cols))
      run_in_buffer(functions[height - 1], args, height, width);
    else
      functions[height - 1](args);
    args.a += ptrdiff_t(height) * args.a_row;
    args.c = static_cast<char *>(args.c) +
             ptrdiff_t(height) * args.c_row * (args.narrows ? tiles.narrow_bytes : sum_bytes);
    args.start =
        static_cast<const char *>(args.start) + ptrdiff_t(height) * args.start_row * sum_bytes;
    if (args.row_start) args.row_start += height;
    left -= height;
  }
}

}  // namespace dnnlet::drivers
