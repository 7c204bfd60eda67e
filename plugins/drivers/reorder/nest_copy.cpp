// SPDX-License-Identifier: Apache-2.0
// Copies a tensor into another layout of its type, as a nest of loops (loop_nest.h):
//   dst[where dst has i] = src[where src has i] for every index i
//   src, dst: elements of 1, 2, 4 or 8 bytes wherever the nest has them, any alignment; disjoint
//   scratch 0 B (offsets of a tile on the stack); exact
//   oneDNN v3, reorder; tiles of the L1 cache's size, which are transposed in registers:
//   plugins/kernels/reorder/transpose.cpp
#include "plugins/drivers/reorder/nest_copy.h"

#include <algorithm>
#include <cstring>

#include "plugins/drivers/reorder/nest_tiles.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t copied_tile_bytes = 16 << 10;   // twice that, src and dst, fits the L1 cache
constexpr dim_t copied_run_bytes = 32 << 10;    // of runs that are alone in a tile
constexpr dim_t copied_lines_bytes = 64 << 10;  // of runs of several lines, which are read once

// What caches and their prefetchers like.
constexpr dim_t most_streams = 16;
constexpr dim_t least_of_vectors = 64;  // bytes of a run

struct offset_pair {
  const ptrdiff_t *from, *to;
  dim_t count;
};

// What images alone gain by, small machines go without.
constexpr bool has_pixels = sizeof(void *) == 8;

// So many elements at a time, whose offsets stay in registers, from one end of both tensors to the
// other.
template <dim_t kBytes, int kCount>
void copy_some(char *dst, const char *src, const offset_pair &outer,
               const offset_pair &inner) noexcept {
  ptrdiff_t to_offsets[kCount], from_offsets[kCount];
  std::copy_n(inner.to, kCount, to_offsets);
  std::copy_n(inner.from, kCount, from_offsets);
  for (dim_t o = 0; o < outer.count; ++o) {
    char *to = dst + outer.to[o];
    const char *from = src + outer.from[o];
    for (int i = 0; i < kCount; ++i)
      std::memcpy(to + to_offsets[i], from + from_offsets[i], kBytes);
  }
}

template <dim_t kBytes>
void copy_elements(char *dst, const char *src, const offset_pair &outer,
                   const offset_pair &inner) noexcept {
  if constexpr (has_pixels && kBytes <= 4)
    if (inner.count == 3) return copy_some<kBytes, 3>(dst, src, outer, inner);
  if constexpr (has_pixels && kBytes >= 8 && kBytes < line_bytes)
    if (inner.count == 2) return copy_some<kBytes, 2>(dst, src, outer, inner);
  if constexpr (has_pixels && kBytes == 16)
    if (outer.count >= 8 && inner.count % 4 == 0) {  // whole lines
      for (dim_t i = 0; i < inner.count; i += 4)
        copy_some<kBytes, 4>(dst, src, outer, {inner.from + i, inner.to + i, 4});
      return;
    }
  for (dim_t o = 0; o < outer.count; ++o) {
    char *to = dst + outer.to[o];
    const char *from = src + outer.from[o];
    for (dim_t i = 0; i < inner.count; ++i)
      std::memcpy(to + inner.to[i], from + inner.from[i], kBytes);
  }
}

// Short runs are copied in pieces of a register, the last of which may overlap the one before.
template <dim_t kBytes>
void copy_pieces(char *dst, const char *src, dim_t bytes) noexcept {
  for (dim_t i = 0; i + kBytes < bytes; i += kBytes) std::memcpy(dst + i, src + i, kBytes);
  std::memcpy(dst + bytes - kBytes, src + bytes - kBytes, kBytes);
}

void copy_run(char *dst, const char *src, dim_t bytes) noexcept {
  if (bytes >= 1024)
    std::memcpy(dst, src, size_t(bytes));
  else if (has_pixels && bytes >= 64)
    copy_pieces<64>(dst, src, bytes);
  else if (bytes >= 16)
    copy_pieces<16>(dst, src, bytes);
  else if (bytes >= 4)
    copy_pieces<4>(dst, src, bytes);
  else
    copy_pieces<1>(dst, src, bytes);
}

}  // namespace

void copy_runs(const side &from, const side &to, const tile_place &place, dim_t size) noexcept {
  const dim_t bytes = place.run * size;
  const offset_pair columns = {from.offsets.columns, to.offsets.columns, place.columns};
  const offset_pair rows = {from.offsets.rows, to.offsets.rows, place.rows};
  // Rows are neighbours in dst; too few of them make the inner loop short.
  bool rows_inside = rows.count >= min<dim_t>(columns.count, 8);
  if constexpr (has_pixels) {
    // Halves of blocks.
    const bool are_halves = rows.count == 2 && bytes >= 8;
    rows_inside = columns.count != 3 && (rows.count == 3 || are_halves || rows_inside);
    // Whole lines of few columns are read in their order, and written in as many streams.
    if (bytes >= line_bytes && columns.count <= most_streams) rows_inside = false;
  }
  const offset_pair &outer = rows_inside ? columns : rows, &inner = rows_inside ? rows : columns;
  switch (bytes) {
    case 1: return copy_elements<1>(to.data, from.data, outer, inner);
    case 2: return copy_elements<2>(to.data, from.data, outer, inner);
    case 4: return copy_elements<4>(to.data, from.data, outer, inner);
    case 8: return copy_elements<8>(to.data, from.data, outer, inner);
    case 12:  // three channels
      if constexpr (has_pixels) return copy_elements<12>(to.data, from.data, outer, inner);
      break;
    // Blocks of channels.
    case 16: return copy_elements<16>(to.data, from.data, outer, inner);
    case 32: return copy_elements<32>(to.data, from.data, outer, inner);
    case 64: return copy_elements<64>(to.data, from.data, outer, inner);
    default: break;
  }
  for (dim_t o = 0; o < outer.count; ++o)
    for (dim_t i = 0; i < inner.count; ++i)
      copy_run(to.data + outer.to[o] + inner.to[i], from.data + outer.from[o] + inner.from[i],
               bytes);
}

namespace {

using transpose_function = bool (*)(const transposition &) noexcept;

// The function for tiles whose columns are dense in src, and rows in dst, if the plugin has one.
transpose_function find_transpose(const nest_functions &functions, const nest_tiling &t,
                                  size_t size, bool dense_rows) noexcept {
  if (!t.columns.is_dense || !dense_rows || t.columns.all() == 1 || t.rows.all() == 1)
    return nullptr;
  const dim_t bytes = t.run * dim_t(size);
  for (int i = 0; i < 4; ++i)
    if (bytes == dim_t(1) << i) return functions.transpose[i];
  return nullptr;
}

}  // namespace

void tile_copier::operator()(const tile_place &place, const side &to) const noexcept {
  char *first = const_cast<char *>(src) + place.first[nest_src] * dim_t(size);
  if (!transpose ||
      !transpose({first, src_offsets.rows, to.data, to.offsets.columns, place.rows, place.columns,
                  min(row_group, place.rows), min(column_group, place.columns)}))
    copy_runs({first, src_offsets}, to, place, dim_t(size));
}

tile_copier make_copier(const nest_functions &functions, const nest_tiling &t,
                        const run_table &src_offsets, const void *src, size_t size, bool dense_rows,
                        dim_t column_group) noexcept {
  const bool all_rows = t.rows.in_tile() == t.rows.all();
  const bool all_columns = t.columns.in_tile() == t.columns.all();
  return {find_transpose(functions, t, size, dense_rows),
          src_offsets,
          static_cast<const char *>(src),
          size,
          all_columns ? t.rows.group(nest_src, t.run * t.columns.all()) : 1,
          all_rows ? column_group : 1};
}

namespace {

void copy_row(const team &workers, const loop_nest &nest, dim_t size, const void *src,
              void *dst) noexcept {
  const dim_t bytes = nest.loops[0].extent * size;
  const char *from = static_cast<const char *>(src) + nest.first[nest_src] * size;
  char *to = static_cast<char *>(dst) + nest.first[nest_dst] * size;
  parallel_for(workers, div_up(bytes, item_bytes), [&](int64_t item, int) {
    const dim_t begin = item * item_bytes;
    std::memcpy(to + begin, from + begin, size_t(min(item_bytes, bytes - begin)));
  });
}

}  // namespace

void copy_nest(const team &workers, const nest_functions &functions, const loop_nest &nest,
               size_t size, const void *src, void *dst) noexcept {
  if (has_large_caches && is_one_row(nest)) return copy_row(workers, nest, dim_t(size), src, dst);
  const nest_tiling t = tile(nest, size,
                             {copied_tile_bytes / dim_t(size), copied_run_bytes / dim_t(size),
                              copied_run_bytes / dim_t(size), false,
                              has_large_caches ? copied_lines_bytes / dim_t(size) : 0});
  const bool is_even = functions.transpose_evenly && t.rows.count == 1 && t.columns.count == 1 &&
                       find_transpose(functions, t, size, t.rows.is_dense);
  const auto transpose_evenly = [&](const tile_place &place) {
    if (!is_even) return false;
    const auto step = [&](const composite_loop &c, nest_operand operand) {
      return ptrdiff_t(c.loops[0].strides[operand]) * ptrdiff_t(size);
    };
    const char *from = static_cast<const char *>(src) + place.first[nest_src] * dim_t(size);
    char *to = static_cast<char *>(dst) + place.first[nest_dst] * dim_t(size);
    return functions.transpose_evenly({t.run * dim_t(size), from, step(t.rows, nest_src), to,
                                       step(t.columns, nest_dst), place.rows, place.columns});
  };
  // A single tile is small: tables take as long as itself.
  if (has_large_caches && t.tiles == 1 && transpose_evenly(tile_cursor(t, 0).place())) return;
  const run_table src_offsets(t, nest_src, size), dst_offsets(t, nest_dst, size);
  const dim_t run_bytes = t.run_chunk * dim_t(size);
  const bool has_vectors = has_large_caches && functions.convert && functions.transpose_evenly &&
                           run_bytes >= least_of_vectors && run_bytes % 4 == 0 &&
                           t.run == t.run_chunk && t.tile_elements() > t.run;
  // What is near is read in any order: runs that are written one after the other are 1.1 to 1.2
  // times as fast (Zen 5).
  const bool reads_in_order = t.tiles * t.tile_elements() * dim_t(size) > most_cached / 8;
  // Runs of vectors, whatever they are, are copied as f32.
  const auto copy_vectors = [&](const tile_place &place, char *to) {
    converted_run run = {};
    run.from = run.to = dnnl_f32;
    run.src = static_cast<const char *>(src) + place.first[nest_src] * dim_t(size);
    run.dst = to;
    run.count = run_bytes / 4;
    take_runs(place, src_offsets, dst_offsets, reads_in_order && place.columns <= most_streams,
              run);
    functions.convert(run);
  };
  const tile_copier copier = make_copier(functions, t, src_offsets, src, size, t.rows.is_dense,
                                         t.columns.group(nest_dst, t.run * t.rows.all()));
  for_each_tile(workers, t, size, [&](int) {
    return [&](const tile_place &place) {
      char *to = static_cast<char *>(dst) + place.first[nest_dst] * dim_t(size);
      if (has_vectors) return copy_vectors(place, to);
      if (!transpose_evenly(place)) copier(place, {to, dst_offsets});
    };
  });
}

}  // namespace dnnlet::drivers
