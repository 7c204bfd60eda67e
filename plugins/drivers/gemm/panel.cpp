// SPDX-License-Identifier: Apache-2.0
// A panel of C, tile by tile; five facts: plugins/kernels/gemm/tile-inl.h. Where columns do not
// fill the last vector, tiles go by the stack.
#include <cstdint>
#include <cstring>

#include "plugins/drivers/gemm/copy_blocks.h"
#include "plugins/drivers/gemm/tile.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

// Sums of a vector: of 2048 bits on Arm, 512 on x86, 128 on 32-bit CPUs.
#if defined(__x86_64__)
constexpr size_t lanes_limit = 16;
#else
constexpr size_t lanes_limit = sizeof(void *) == 8 ? 64 : 4;
#endif

// Sums of a tile that is written whole, where only a part of it is C. On the stack.
constexpr size_t buffer_sums = lanes_limit * (sizeof(void *) == 8 ? 32 : 64);

// What tiles start from where nothing else is said: a row of theirs. One more way to start would be
// a tenth of their code.
alignas(64) constexpr uint32_t zeros[tile_vectors_limit * lanes_limit] = {};

// Sums of a tile that does not narrow them itself. On the stack, too.
constexpr size_t kept_sums = sizeof(void *) == 8 ? 512 : 64;

// A tile, how wide it is, and whether it leaves something to others; then of sums that it keeps
// from C.
struct tile_way {
  tile_function function;
  size_t lanes, width;
  bool leaves, keeps;
};

void run_tile(const tile_table &tiles, const tile_way &way, const tile_args &args,
              size_t rows) noexcept {
  if (!way.keeps) {
    way.function(args);
    if (tiles_finish && way.leaves) tiles.finish_kept(args, nullptr, rows, way.width);
    return;
  }
  int32_t sums[kept_sums];
  tile_args kept = args;
  kept.narrows = kept.relu.on = false;
  kept.c = sums;
  kept.c_row = ptrdiff_t(way.width);
  if (has_rows_in_blocks) kept.c_vector = ptrdiff_t(way.lanes);
  way.function(kept);
  tiles.finish_kept(args, sums, rows, way.width);
}

// Columns that do not fill the last vector: the tile is made beside C, without gaps: what a row has
// too much is where the next one is stored after it, or begins. What it starts from is nobody's
// matter.
void run_in_buffer(const tile_table &tiles, const tile_way &way, tile_args args,
                   size_t rows) noexcept {
  uint32_t buffer[buffer_sums];
  const auto size = c_bytes(tiles, args), cols = ptrdiff_t(args.cols);
  const size_t bytes = args.cols * sum_bytes, padding = (way.width - args.cols) * sum_bytes;
  auto *sums = reinterpret_cast<char *>(buffer);
  auto *c = static_cast<char *>(args.c);
  const ptrdiff_t c_row = args.c_row * size;
  if (args.start != zeros) {
    const size_t starts = args.start_row == 0 ? 1 : rows;
    copy_rows({static_cast<const char *>(args.start), args.start_row * sum_bytes, sums,
               ptrdiff_t(bytes), dim_t(starts), dim_t(bytes)});
    std::memset(sums + starts * bytes, 0, padding);
    args.start = buffer;
    args.start_row = starts == 1 ? 0 : ptrdiff_t(args.cols);
  }
  args.c = buffer;
  args.c_row = ptrdiff_t(args.cols);
  run_tile(tiles, way, args, rows);
  copy_rows({sums, cols * size, c, c_row, dim_t(rows), cols * size});
}

// Whether a tile may store whole vectors where at least as many elements of later rows follow:
// where rows of C lie behind each other and start alike, what a row has too much is overwritten.
bool runs_on(const tile_args &args) noexcept {
  return args.spills || (args.start_row == 0 && args.c_row == ptrdiff_t(args.cols));
}

// More rows of A that are alike to a cache than a set has places push each other out: of 49 pixels
// nchw, 1024 channels take 1.25 times as long with AVX2 (Zen 3).
bool suits_tall(const tile_args &args) noexcept {
  return args.a_row % alike_bytes != 0;
}

// The next tile where there is a tall one.
size_t height_beside_tall(size_t left, size_t most) noexcept {
  constexpr size_t tall = size_t(tall_rows);
  // No row or two are left behind it: they would take as long as half of it.
  if (left == tall || left > tall + 2) return tall;
  const size_t half = (left + 1) / 2;
  return left <= most ? left : half < most ? half : most;
}

// A start that can be read by whole vectors, as C can.
const void *padded_start(const tile_args &args, uint32_t *room) noexcept {
  if (args.start == zeros || args.start_row != 0) return args.start;
  std::memcpy(room, args.start, args.cols * sum_bytes);
  return room;
}

// Heights below which tiles leave it to others to clip, and below which sums go by memory: of odd
// numbers of vectors that bytes are made of, and where C is added.
struct low_tiles {
  size_t leave, keep;
};
low_tiles low_tiles_of(const tile_table &tiles, const tile_args &args, size_t vectors) noexcept {
  low_tiles low = {0, 0};
  if (has_integer_types && args.narrows && tiles.narrow_bytes == 1 && tiles.finish_kept &&
      vectors % 2 == 1)
    low.keep = tiles.narrows_from > 0 && vectors == 1 ? size_t(tiles.narrows_from) : SIZE_MAX;
  if (!tiles_finish) return low;
  const size_t finishing =
      tiles.finishes_highest ? size_t(tiles.max_rows[vectors - 1]) - 1 : SIZE_MAX;
  const bool gates = args.relu.on && args.relu.gates && tiles.finish_kept;
  const bool does_more =
      gates || (args.narrows && args.finish && (args.finish->adds || args.finish->gates));
  if (does_more && low.keep < finishing) low.keep = finishing;
  if (args.relu.on && args.relu.clips && tiles.finish_kept) low.leave = finishing;
  return low;
}

// What is left to ask for after a tile.
look_ahead ahead_of(const tile_args &args) noexcept {
  look_ahead a = args.ahead;
  a.from += ptrdiff_t((args.steps + steps_ahead - 1) / steps_ahead) * a.lines * ahead_bytes;
  if (--a.tiles <= 0) a.lines = 0;
  return a;
}

}  // namespace

void run_tiles(const tile_table &tiles, size_t lanes, tile_args &args, size_t rows) noexcept {
  const char *const a = args.a;
  void *const c = args.c;
  const void *const start = args.start;
  const ptrdiff_t start_row = args.start_row;
  const float *const row_start = args.row_start;
  size_t vectors = (args.cols + lanes - 1) / lanes;
  if (vectors > size_t(tiles.max_vectors)) vectors = tile_vectors_limit;
  const size_t width = vectors * lanes;
  const bool is_partial = args.cols != width;
  size_t most = size_t(tiles.max_rows[vectors - 1]);
  const low_tiles low = low_tiles_of(tiles, args, vectors);
  if (low.keep > 0 && most * width > kept_sums) most = kept_sums / width;
  if (is_partial && most * width > buffer_sums) most = buffer_sums / width;
  const bool has_tall = has_large_caches && tiles.has_tall && vectors == 1 && suits_tall(args);
  const tile_function *functions = tiles.functions[vectors - 1];
  args.starts_from_zeros = !args.start && !args.row_start;
  if (args.start) {
    args.row_start = nullptr;
  } else {
    args.start = zeros;
    args.start_row = 0;
  }
  const ptrdiff_t c_vector = args.c_vector;
  if (has_rows_in_blocks && c_vector == 0) args.c_vector = ptrdiff_t(lanes);
  // Divisions count where there are few rows.
  const bool is_one = rows <= most, are_two = has_large_caches && rows <= 2 * most;
  const bool goes_on = is_partial && !is_one && runs_on(args);
  uint32_t start_room[tile_vectors_limit * lanes_limit];
  if (goes_on) args.start = padded_start(args, start_room);
  const size_t count = is_one ? 1 : are_two ? 2 : (rows + most - 1) / most;
  const size_t least = is_one ? rows : are_two ? rows / 2 : rows / count;
  const size_t higher = rows - least * count;
  const void *const first_start = args.start;
  size_t block = 0, i = 0;
  for (size_t left = rows; left > 0; ++i) {
    const size_t height = has_tall ? height_beside_tall(left, most) : least + (i < higher ? 1 : 0);
    const tile_function function = functions[height > most ? most : height - 1];
    const tile_way way = {function, lanes, width, height < low.leave, height < low.keep};
    const size_t behind = (left - height) * size_t(args.c_row);
    if (is_partial && !(goes_on && behind >= width - args.cols))
      run_in_buffer(tiles, way, args, height);
    else
      run_tile(tiles, way, args, height);
    args.a += ptrdiff_t(height) * args.a_row;
    args.c = static_cast<char *>(args.c) + ptrdiff_t(height) * args.c_row * c_bytes(tiles, args);
    args.start =
        static_cast<const char *>(args.start) + ptrdiff_t(height) * args.start_row * sum_bytes;
    if (args.row_start) args.row_start += height;
    if (has_large_caches && args.ahead.lines > 0) args.ahead = ahead_of(args);
    left -= height;
    if (left > 0 || !has_large_caches || ++block >= args.blocks) continue;
    const ptrdiff_t c_block = ptrdiff_t(block) * args.c_block;
    args.a = a + ptrdiff_t(block) * args.a_block;
    args.c = static_cast<char *>(c) + c_block;
    args.start = static_cast<const char *>(first_start) + (args.start_row == 0 ? 0 : c_block);
    left = rows;
    i = size_t(-1);
  }
  args.a = a;
  args.c = c;
  args.start = start;
  args.start_row = start_row;
  args.row_start = row_start;
  args.c_vector = c_vector;
}

}  // namespace dnnlet::drivers
