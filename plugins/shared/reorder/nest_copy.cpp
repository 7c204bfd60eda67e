// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/reorder/nest_copy.h"

#include <cstring>

#include "plugins/shared/reorder/nest_tiling.h"

namespace dnnlet::shared {

namespace {

constexpr dim_t copied_tile_bytes = 16 << 10;  // twice that, src and dst, fits the L1 cache
constexpr dim_t copied_run_bytes = 32 << 10;   // of runs that are alone in a tile
constexpr dim_t converted_tile = 1024;         // elements
constexpr dim_t item_bytes = 64 << 10;         // what is worth handing to a worker

// Calls worker_body(worker) once for each item of several tiles, and what it answers for each tile.
template <class WorkerBody>
void for_each_tile(const team &workers, const nest_tiling &t, size_t size,
                   const WorkerBody &worker_body) noexcept {
  const dim_t tile_bytes = t.tile_elements() * dim_t(size);
  const dim_t group = clamp<dim_t>(item_bytes / tile_bytes, 1, t.tiles);
  parallel_for(workers, div_up(t.tiles, group), [&](int64_t item, int worker) {
    auto body = worker_body(worker);
    tile_cursor cursor(t, item * group);
    for (dim_t left = min(group, t.tiles - item * group); left > 0; --left, cursor.advance())
      body(cursor.place());
  });
}

// ---- runs from one buffer to another

// Byte offsets of the runs of a tile.
struct run_table {
  ptrdiff_t columns[nest_tiling::max_tile], rows[nest_tiling::max_tile];

  // In a tensor.
  run_table(const nest_tiling &t, nest_operand operand, size_t size) noexcept {
    fill(columns, t.columns, operand, size);
    fill(rows, t.rows, operand, size);
  }
  // In a buffer that holds a tile and nothing else, in the order of dst.
  run_table(const nest_tiling &t, size_t size) noexcept {
    const dim_t run = t.run_chunk * dim_t(size);
    for (dim_t i = 0; i < t.rows.in_tile(); ++i) rows[i] = ptrdiff_t(i * run);
    for (dim_t i = 0; i < t.columns.in_tile(); ++i)
      columns[i] = ptrdiff_t(i * t.rows.in_tile() * run);
  }

 private:
  // Each loop repeats what the loops inside it have made.
  static void fill(ptrdiff_t *table, const composite_loop &c, nest_operand operand,
                   size_t size) noexcept {
    table[0] = 0;
    dim_t made = 1;
    for (int i = 0; i < c.count; ++i) {
      const ptrdiff_t stride = ptrdiff_t(c.loops[i].strides[operand]) * ptrdiff_t(size);
      const dim_t all = made * (i + 1 < c.count ? c.loops[i].extent : c.chunk);
      for (dim_t at = made; at < all; ++at) table[at] = table[at - made] + stride;
      made = all;
    }
  }
};

struct side {
  char *data;
  const run_table &offsets;
};

struct offset_pair {
  const ptrdiff_t *from, *to;
  dim_t count;
};

template <dim_t kBytes>
void copy_elements(char *dst, const char *src, const offset_pair &outer,
                   const offset_pair &inner) noexcept {
  for (dim_t o = 0; o < outer.count; ++o)
    for (dim_t i = 0; i < inner.count; ++i)
      std::memcpy(dst + outer.to[o] + inner.to[i], src + outer.from[o] + inner.from[i], kBytes);
}

// Short runs are copied in pieces of a register, the last of which may overlap the one before.
template <dim_t kBytes>
void copy_pieces(char *dst, const char *src, dim_t bytes) noexcept {
  for (dim_t i = 0; i + kBytes < bytes; i += kBytes) std::memcpy(dst + i, src + i, kBytes);
  std::memcpy(dst + bytes - kBytes, src + bytes - kBytes, kBytes);
}

void copy_run(char *dst, const char *src, dim_t bytes) noexcept {
  if (bytes >= 256)
    std::memcpy(dst, src, size_t(bytes));
  else if (bytes >= 16)
    copy_pieces<16>(dst, src, bytes);
  else if (bytes >= 4)
    copy_pieces<4>(dst, src, bytes);
  else
    copy_pieces<1>(dst, src, bytes);
}

void copy_runs(const side &from, const side &to, const tile_place &place, dim_t size) noexcept {
  const dim_t bytes = place.run * size;
  const offset_pair columns = {from.offsets.columns, to.offsets.columns, place.columns};
  const offset_pair rows = {from.offsets.rows, to.offsets.rows, place.rows};
  // Rows are neighbours in dst; too few of them make the inner loop short.
  const bool rows_inside = rows.count >= min<dim_t>(columns.count, 8);
  const offset_pair &outer = rows_inside ? columns : rows, &inner = rows_inside ? rows : columns;
  switch (bytes) {
    case 1: return copy_elements<1>(to.data, from.data, outer, inner);
    case 2: return copy_elements<2>(to.data, from.data, outer, inner);
    case 4: return copy_elements<4>(to.data, from.data, outer, inner);
    case 8: return copy_elements<8>(to.data, from.data, outer, inner);
    default: break;
  }
  for (dim_t o = 0; o < outer.count; ++o)
    for (dim_t i = 0; i < inner.count; ++i)
      copy_run(to.data + outer.to[o] + inner.to[i], from.data + outer.from[o] + inner.from[i],
               bytes);
}

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

// Copies tiles of src to wherever they go.
struct tile_copier {
  transpose_function transpose;
  const run_table &src_offsets;
  const char *src;
  size_t size;
  dim_t row_group, column_group;  // of whole tiles

  void operator()(const tile_place &place, const side &to) const noexcept {
    char *first = const_cast<char *>(src) + place.first[nest_src] * dim_t(size);
    if (!transpose ||
        !transpose({first, src_offsets.rows, to.data, to.offsets.columns, place.rows, place.columns,
                    min(row_group, place.rows), min(column_group, place.columns)}))
      copy_runs({first, src_offsets}, to, place, dim_t(size));
  }
};

// `column_group` is as in the destination, if the tile has all rows.
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

// ---- conversion

// The scales or zero points of a tile as floats, in the tile's order.
class tile_values {
 public:
  converted_run::values at(const nest_tiling &t, nest_operand operand,
                           const nest_conversion::values &source, const tile_place &place,
                           float *buffer) noexcept {
    if (!source.items) return {nullptr, 0};
    const int step = t.is_constant_in_tile(operand) ? 0 : 1;
    const dim_t first = place.first[operand];
    if (first != first_ || place.run != run_ || place.columns > columns_ || place.rows > rows_) {
      first_ = first;
      run_ = place.run;
      columns_ = place.columns;
      rows_ = place.rows;
      if (step == 0)
        buffer[0] = float(load_element(source.type, source.items, first));
      else
        fill(t, operand, source, buffer);
    }
    return {buffer, step};
  }

 private:
  void fill(const nest_tiling &t, nest_operand operand, const nest_conversion::values &source,
            float *buffer) const noexcept {
    const dim_t pitch = t.rows.in_tile() * t.run_chunk;
    const bool same_columns = t.columns.ignores(operand);
    for (dim_t c = 0; c < columns_; ++c) {
      float *to = buffer + c * pitch;
      if (c > 0 && same_columns) {
        std::memcpy(to, buffer, size_t(pitch) * sizeof(float));
        continue;
      }
      const dim_t column = first_ + t.columns.offset(operand, c);
      for (dim_t r = 0; r < rows_; ++r) {
        const dim_t row = column + t.rows.offset(operand, r);
        for (dim_t i = 0; i < run_; ++i)
          *to++ = float(load_element(source.type, source.items, row + i * t.run_strides[operand]));
      }
    }
  }

  // What is in the buffer; a smaller tile may use it as well.
  dim_t first_ = -1, run_ = 0, columns_ = 0, rows_ = 0;
};

struct conversion_job {
  const nest_tiling &t;
  const nest_conversion &conversion;
  void (*convert)(const converted_run &) noexcept;
  tile_copier gather;
  run_table dst_offsets, src_tile, dst_tile;
  bool src_is_dense, dst_is_dense;  // a whole tile is, in the tile's order
  char *dst;
};

// Converts the tiles of an item: gathers each into a dense buffer, converts that, and scatters the
// result; every step only where it is needed.
class tile_converter {
 public:
  tile_converter(const conversion_job &job, char *scratch) noexcept : job_(job) {
    constexpr size_t bytes = converted_tile * sizeof(float);
    gathered_ = scratch;
    old_ = scratch + bytes;
    converted_ = scratch + 2 * bytes;
    values_ = reinterpret_cast<float *>(scratch + 3 * bytes);
  }

  void operator()(const tile_place &place) noexcept {
    const nest_conversion &c = job_.conversion;
    const dim_t from_size = dim_t(type_size(c.from)), to_size = dim_t(type_size(c.to));
    char *first_dst = job_.dst + place.first[nest_dst] * to_size;
    const bool whole = place.rows == job_.t.rows.in_tile();
    const bool gathers = !job_.src_is_dense || !whole;
    const bool scatters = !job_.dst_is_dense || !whole;
    converted_run run = {};
    run.from = c.from;
    run.to = c.to;
    run.src = gathers ? gathered_ : job_.gather.src + place.first[nest_src] * from_size;
    run.dst = scatters ? converted_ : first_dst;
    run.old_type = c.sum_type;
    run.sum_scale = c.sum_scale;
    run.sum_zero_point = c.sum_zero_point;
    if (c.sum_scale != 0) run.old = scatters ? old_ : first_dst;
    for (int i = nest_src_scales; i < nest_operand_count; ++i)
      run.operands[i] = cached_[i].at(job_.t, nest_operand(i), c.operands[i], place,
                                      values_ + (i - nest_src_scales) * converted_tile);

    // Where rows follow each other in dst, they are one run in the buffers too.
    tile_place runs = place;
    if (job_.t.rows.is_dense) {
      runs.run *= runs.rows;
      runs.rows = 1;
    }
    const side in_tensor = {first_dst, job_.dst_offsets};
    if (gathers) job_.gather(place, {gathered_, job_.src_tile});
    if (scatters && run.old) copy_runs(in_tensor, {old_, job_.dst_tile}, runs, to_size);
    convert(run, place, whole);
    if (scatters) copy_runs({converted_, job_.dst_tile}, in_tensor, runs, to_size);
  }

 private:
  // A tile with all its rows in one go, another one column by column.
  void convert(converted_run &run, const tile_place &place, bool whole) const noexcept {
    const dim_t pitch = job_.t.rows.in_tile() * job_.t.run_chunk;
    const dim_t from_pitch = pitch * dim_t(type_size(run.from));
    const dim_t to_pitch = pitch * dim_t(type_size(run.to));
    run.count = place.rows * place.run * (whole ? place.columns : 1);
    for (dim_t c = 0; c < (whole ? 1 : place.columns); ++c) {
      job_.convert(run);
      run.src = static_cast<const char *>(run.src) + from_pitch;
      run.dst = static_cast<char *>(run.dst) + to_pitch;
      if (run.old) run.old = static_cast<const char *>(run.old) + to_pitch;
      for (auto &values : run.operands)
        if (values.step != 0) values.items += pitch;
    }
  }

  const conversion_job &job_;
  char *gathered_, *old_, *converted_;
  float *values_;
  tile_values cached_[nest_operand_count];
};

bool same_in_tile(const nest_tiling &t, const run_table &a, const run_table &b) noexcept {
  return std::memcmp(a.columns, b.columns, size_t(t.columns.in_tile()) * sizeof(ptrdiff_t)) == 0 &&
         std::memcmp(a.rows, b.rows, size_t(t.rows.in_tile()) * sizeof(ptrdiff_t)) == 0;
}

}  // namespace

bool nest_conversion::has_values() const noexcept {
  for (const values &v : operands)
    if (v.items) return true;
  return false;
}

size_t nest_conversion::scratch_bytes() const noexcept {
  const int buffers = 3 + (has_values() ? nest_operand_count - nest_src_scales : 0);
  return (size_t(buffers) * converted_tile + converted_run::values_behind) * sizeof(float);
}

void copy_nest(const team &workers, const nest_functions &functions, const loop_nest &nest,
               size_t size, const void *src, void *dst) noexcept {
  const nest_tiling t = tile(nest, size,
                             {copied_tile_bytes / dim_t(size), copied_run_bytes / dim_t(size),
                              copied_run_bytes / dim_t(size)});
  const run_table src_offsets(t, nest_src, size), dst_offsets(t, nest_dst, size);
  const tile_copier copier = make_copier(functions, t, src_offsets, src, size, t.rows.is_dense,
                                         t.columns.group(nest_dst, t.run * t.rows.all()));
  for_each_tile(workers, t, size, [&](int) {
    return [&](const tile_place &place) {
      copier(place, {static_cast<char *>(dst) + place.first[nest_dst] * dim_t(size), dst_offsets});
    };
  });
}

void convert_nest(const team &workers, const nest_functions &functions, const loop_nest &nest,
                  const nest_conversion &conversion, const void *src, void *dst,
                  char *scratch) noexcept {
  const size_t from_size = type_size(conversion.from), to_size = type_size(conversion.to);
  const size_t scratch_each = conversion.scratch_bytes();
  const nest_tiling t =
      tile(nest, from_size,
           {converted_tile, 128, conversion.has_values() ? converted_tile : 8 * converted_tile});
  const run_table src_offsets(t, nest_src, from_size);
  conversion_job job = {
      t,
      conversion,
      functions.convert,
      make_copier(functions, t, src_offsets, src, from_size, true, t.columns.in_tile()),
      run_table(t, nest_dst, to_size),
      run_table(t, from_size),
      run_table(t, to_size),
      false,
      false,
      static_cast<char *>(dst)};
  job.src_is_dense = same_in_tile(t, src_offsets, job.src_tile);
  job.dst_is_dense = same_in_tile(t, job.dst_offsets, job.dst_tile);
  for_each_tile(workers, t, max(from_size, to_size), [&](int worker) {
    return tile_converter(job, scratch + size_t(worker) * scratch_each);
  });
}

}  // namespace dnnlet::shared
