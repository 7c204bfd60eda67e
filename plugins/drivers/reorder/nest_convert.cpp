// SPDX-License-Identifier: Apache-2.0
// Converts a tensor into another layout and type, as a nest of loops (loop_nest.h): in tiles, which
// are gathered, converted by converted_run (nest_copy.h), and scattered; each only where need be.
//   src, dst, scales, zero points: any types, wherever the nest has them, any alignment; disjoint
//   scratch of a worker: scratch_bytes(), 24 to 56 KB, or half of it
//   error: that of plugins/kernels/reorder/quantize.cpp; types of 64 bits: one rounding in f64
//   oneDNN v3, reorder
#include <algorithm>
#include <cstring>

#include "plugins/drivers/reorder/nest_tiles.h"
#include "plugins/drivers/reorder/nest_values.h"
#include "plugins/drivers/reorder/nibbles.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

// Elements. Where there are caches for it, their buffers stay in the L2 cache, not the L1, for
// memory to be read or written by pieces of several lines: 96 planes by five, not two, in 0.8 of
// the time.
constexpr dim_t converted_tile = has_large_caches ? 8192 : 1024;
constexpr dim_t lone_run = has_large_caches ? 16384 : 8192;  // that is read and written where it is
constexpr dim_t long_run = 128;         // takes longer than the call that converts it,
constexpr dim_t direct_run = 16;        // and than what many runs in one call take each,
constexpr dim_t direct_block = 8;       // of elements that have 32 bits on either side
constexpr dim_t least_lone_run = 2048;  // and than its place in the walk over tiles

// f64 and s64 on either side, as the plain conversion that is defined for them.
void convert_wide(const converted_run &run) noexcept {
  for (dim_t i = 0; i < run.count; ++i)
    store_element(run.to, run.dst, i, load_element(run.from, run.src, i));
}

bool is_wide(const nest_conversion &c) noexcept {
  return type_size(c.from) == 8 || type_size(c.to) == 8;
}

// Elements that become nothing but their value: a row of them goes without tiles, whose planning
// takes longer than a short row.
bool is_plain(const nest_conversion &c) noexcept {
  return c.sum_scale == 0 && !c.has_values() && !is_wide(c) && !is_four_bit_type(c.from) &&
         !is_four_bit_type(c.to);
}

bool narrows(const nest_conversion &c) noexcept {
  return type_size(c.to) < type_size(c.from);
}

// Whether runs of so many elements are converted where they are, without buffers.
bool is_long(dim_t run, const nest_conversion &c) noexcept {
  const auto is_common = [](data_type type) {
    return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_s8 || type == dnnl_u8;
  };
  const bool is_direct =
      (is_common(c.from) && is_common(c.to)) || (c.from == dnnl_s32 && c.to == dnnl_f32);
  if (is_direct && run == direct_block) return c.from == dnnl_f32 || c.to == dnnl_f32;
  return run >= (is_direct ? direct_run : narrows(c) ? long_run / 2 : long_run);
}

// Of an element in the buffers, at most.
size_t buffered_bytes(const nest_conversion &c) noexcept {
  return is_wide(c) ? sizeof(double) : sizeof(float);
}

// Whether no byte of dst has elements of two tiles, where they are of four bits.
bool tiles_end_at_bytes(const nest_tiling &t) noexcept {
  bool even = t.first[nest_dst] % 2 == 0;
  const auto add = [&](dim_t x) { even = even && x % 2 == 0; };
  for (int i = 0; i < t.outer_count; ++i) add(t.outer[i].loop.strides[nest_dst]);
  for (int i = 0; i < t.columns.count; ++i) add(t.columns.loops[i].strides[nest_dst]);
  if (t.rows.is_dense) {
    add(t.rows.in_tile() * t.run_chunk);
  } else {
    for (int i = 0; i < t.rows.count; ++i) add(t.rows.loops[i].strides[nest_dst]);
    add(t.run_chunk);
  }
  return even;
}

struct conversion_job {
  conversion_job(const nest_tiling &tiling, const nest_conversion &c,
                 void (*function)(const converted_run &), const void *from, void *to) noexcept;

  const nest_tiling &t;
  const nest_conversion &conversion;
  void (*convert)(const converted_run &);
  run_table src_offsets, dst_offsets;  // in tensors: in bytes, or elements of four bits
  run_table src_tile, dst_tile;        // in buffers
  run_table unpacked;                  // in the buffer that has rows of columns of src of four bits
  bool src_is_dense, dst_is_dense;     // a whole tile is, in the tile's order
  bool has_long_runs;                  // which are converted without buffers
  bool has_dst_columns;  // which are written where they are: not of bytes, which are few
  const char *src;
  char *dst;
};

// Converts the tiles of an item: gathers each into a dense buffer, converts that, and scatters the
// result; every step only where it is needed. Elements of four bits are bytes in the buffers.
class tile_converter {
 public:
  tile_converter(const conversion_job &job, const tile_copier &gather, char *scratch) noexcept
      : job_(job), gather_(gather) {
    const size_t bytes = size_t(converted_tile) * buffered_bytes(job.conversion);
    gathered_ = scratch;
    old_ = scratch + bytes;
    converted_ = scratch + 2 * bytes;
    unpacked_ = old_;  // both are never needed at once
    values_ = reinterpret_cast<float *>(scratch + 3 * bytes);
    if (is_four_bit_type(job.conversion.from)) gather_.src = unpacked_;
  }

  void operator()(const tile_place &place) noexcept {
    const nest_conversion &c = job_.conversion;
    if (has_large_caches && job_.has_long_runs) return convert_runs(place);
    if (c.copies() && !job_.t.columns.is_dense) return copy(place);
    char *first_dst = job_.dst + place.first[nest_dst] * dim_t(type_size(c.to));
    const bool whole = place.rows == job_.t.rows.in_tile();
    const bool gathers = !job_.src_is_dense || !whole, fits = job_.dst_is_dense && whole;
    const bool is_apart =
        has_large_caches && !fits && job_.has_dst_columns && place.rows * place.run >= long_run;
    const bool scatters = !fits && !is_apart;
    if (gathers) gather(place);
    if (c.copies()) return scatter(place, gathered_);
    converted_run run = {};
    run.from = unpacked_type(c.from);
    run.to = unpacked_type(c.to);
    run.src = gathers ? gathered_ : job_.src + place.first[nest_src] * dim_t(type_size(c.from));
    run.dst = scatters ? converted_ : first_dst;
    run.old_type = unpacked_type(c.sum_type);
    run.sum_scale = c.sum_scale;
    run.sum_zero_point = c.sum_zero_point;
    if (c.sum_scale != 0) run.old = scatters ? old_ : first_dst;
    for (int i = nest_src_scales; i < nest_operand_count; ++i)
      run.operands[i] = cached_[i].at(job_.t, nest_operand(i), c.operands[i], place, job_.convert,
                                      values_ + (i - nest_src_scales) * converted_tile);
    if (scatters && run.old) gather_old(place);
    if (is_apart) return convert_columns(run, place);
    convert(run, place, whole);
    if (is_four_bit_type(c.to)) narrow_unpacked(c.to, converted_, job_.t.tile_elements());
    if (scatters) scatter(place, converted_);
  }

 private:
  // Where rows follow each other in dst, they are one run in the buffers too.
  tile_place runs_of(const tile_place &place) const noexcept {
    tile_place runs = place;
    if (job_.t.rows.is_dense) {
      runs.run *= runs.rows;
      runs.rows = 1;
    }
    return runs;
  }

  void gather(const tile_place &place) const noexcept {
    const nest_conversion &c = job_.conversion;
    const side to = {gathered_, job_.src_tile};
    if (!is_four_bit_type(c.from)) return gather_(place, to);
    if (job_.t.columns.is_dense) {
      unpack_rows(place);
      gather_({{}, place.run, place.columns, place.rows}, to);
    } else {
      unpack(c.from, {const_cast<char *>(job_.src), job_.src_offsets}, place.first[nest_src], place,
             to);
    }
    if (!c.copies()) widen_unpacked(c.from, gathered_, job_.t.tile_elements());
  }

  void gather_old(const tile_place &place) const noexcept {
    const nest_conversion &c = job_.conversion;
    const dim_t size = dim_t(type_size(c.to)), first = place.first[nest_dst];
    const side to = {old_, job_.dst_tile};
    if (!is_four_bit_type(c.to))
      return copy_runs({job_.dst + first * size, job_.dst_offsets}, to, runs_of(place), size);
    unpack(c.sum_type, {job_.dst, job_.dst_offsets}, first, runs_of(place), to);
    widen_unpacked(c.sum_type, old_, job_.t.tile_elements());
  }

  void scatter(const tile_place &place, char *from) const noexcept {
    const dim_t size = dim_t(type_size(job_.conversion.to)), first = place.first[nest_dst];
    const tile_place runs = runs_of(place);
    if (!is_four_bit_type(job_.conversion.to))
      return copy_runs({from, job_.dst_tile}, {job_.dst + first * size, job_.dst_offsets}, runs,
                       size);
    for (dim_t c = 0; c < runs.columns; ++c)
      for (dim_t r = 0; r < runs.rows; ++r)
        pack_nibbles(from + job_.dst_tile.columns[c] + job_.dst_tile.rows[r], job_.dst,
                     first + job_.dst_offsets.columns[c] + job_.dst_offsets.rows[r], runs.run);
  }

  // Elements of four bits that stay what they are, without buffers.
  void copy(const tile_place &place) const noexcept {
    const run_table &from = job_.src_offsets, &to = job_.dst_offsets;
    for (dim_t c = 0; c < place.columns; ++c)
      for (dim_t r = 0; r < place.rows; ++r)
        copy_nibbles(job_.src, place.first[nest_src] + from.columns[c] + from.rows[r], job_.dst,
                     place.first[nest_dst] + to.columns[c] + to.rows[r], place.run);
  }

  // The elements of a row of columns are neighbours in src.
  void unpack_rows(const tile_place &place) const noexcept {
    for (dim_t r = 0; r < place.rows; ++r)
      unpack_nibbles(job_.src, place.first[nest_src] + job_.src_offsets.rows[r],
                     place.columns * place.run, job_.conversion.from == dnnl_s4,
                     unpacked_ + job_.unpacked.rows[r]);
  }

  // Offsets of a tensor of four bits are in elements, from its element `first` on.
  static void unpack(data_type type, const side &from, dim_t first, const tile_place &place,
                     const side &to) noexcept {
    for (dim_t c = 0; c < place.columns; ++c)
      for (dim_t r = 0; r < place.rows; ++r)
        unpack_nibbles(from.data, first + from.offsets.columns[c] + from.offsets.rows[r], place.run,
                       type == dnnl_s4, to.data + to.offsets.columns[c] + to.offsets.rows[r]);
  }

  // From where they are to where they go, one after the other on the side that has more bytes.
  void convert_runs(const tile_place &place) const noexcept {
    const nest_conversion &c = job_.conversion;
    converted_run run = {};
    run.from = c.from;
    run.to = c.to;
    run.src = job_.src + place.first[nest_src] * dim_t(type_size(c.from));
    run.dst = job_.dst + place.first[nest_dst] * dim_t(type_size(c.to));
    run.count = place.run;
    // Halves of blocks go by columns, too: loops over two of them take longer.
    const bool are_halves = place.run == direct_block && place.rows == 2;
    take_runs(place, job_.src_offsets, job_.dst_offsets, narrows(c) || are_halves, run);
    job_.convert(run);
  }

  // A tile with all its rows in one go; so is another one, with what is between its columns in the
  // buffers, where there are vectors and no lists: a call for each column would take longer.
  // Others go column by column.
  void convert(converted_run &run, const tile_place &place, bool whole) const noexcept {
    const dim_t pitch = job_.t.rows.in_tile() * job_.t.run_chunk;
    if (!whole && gather_.transpose && !has_steps(run)) {
      run.count = place.columns * pitch;
      return job_.convert(run);
    }
    const dim_t to_pitch = pitch * dim_t(type_size(run.to));
    run.count = place.rows * place.run * (whole ? place.columns : 1);
    for (dim_t c = 0; c < (whole ? 1 : place.columns); ++c) {
      job_.convert(run);
      run.dst = static_cast<char *>(run.dst) + to_pitch;
      if (run.old) run.old = static_cast<const char *>(run.old) + to_pitch;
      go_on(run, pitch);
    }
  }
  // Column by column, to dst itself.
  void convert_columns(converted_run &run, const tile_place &place) const noexcept {
    const dim_t pitch = job_.t.rows.in_tile() * job_.t.run_chunk;
    char *const first = static_cast<char *>(run.dst);
    run.count = place.rows * place.run;
    for (dim_t c = 0; c < place.columns; ++c) {
      run.dst = first + job_.dst_offsets.columns[c];
      if (run.old) run.old = run.dst;
      job_.convert(run);
      go_on(run, pitch);
    }
  }
  // With what is read: so many elements on.
  static void go_on(converted_run &run, dim_t elements) noexcept {
    run.src = static_cast<const char *>(run.src) + elements * dim_t(type_size(run.from));
    for (auto &values : run.operands)
      if (values.step != 0) values.items += elements;
  }

  static bool has_steps(const converted_run &run) noexcept {
    for (const auto &values : run.operands)
      if (values.step != 0) return true;
    return false;
  }

  const conversion_job &job_;
  tile_copier gather_;
  char *gathered_, *old_, *converted_, *unpacked_;
  float *values_;
  tile_values cached_[nest_operand_count];
};

bool same_in_tile(const nest_tiling &t, const run_table &a, const run_table &b) noexcept {
  return std::memcmp(a.columns, b.columns, size_t(t.columns.in_tile()) * sizeof(ptrdiff_t)) == 0 &&
         std::memcmp(a.rows, b.rows, size_t(t.rows.in_tile()) * sizeof(ptrdiff_t)) == 0;
}

conversion_job::conversion_job(const nest_tiling &tiling, const nest_conversion &c,
                               void (*function)(const converted_run &), const void *from,
                               void *to) noexcept
    : t(tiling),
      conversion(c),
      convert(function),
      src_offsets(t, nest_src, type_size(c.from)),
      dst_offsets(t, nest_dst, type_size(c.to)),
      src_tile(t, type_size(c.from)),
      dst_tile(t, type_size(c.to)),
      src_is_dense(!is_four_bit_type(c.from) && same_in_tile(t, src_offsets, src_tile)),
      dst_is_dense(!is_four_bit_type(c.to) && same_in_tile(t, dst_offsets, dst_tile)),
      has_long_runs(has_large_caches && is_plain(c) && is_long(t.run, c)),
      has_dst_columns(has_large_caches && t.rows.is_dense && type_size(c.to) > 1),
      src(static_cast<const char *>(from)),
      dst(static_cast<char *>(to)) {
  if (is_four_bit_type(c.from)) unpacked.set_by_rows(t);
}

constexpr dim_t row_elements = 16384;  // what a worker takes at a time

// Whether scales or zero points are not one for a whole run.
bool has_lists(const loop_nest &nest, const nest_conversion &c) noexcept {
  for (int i = 0; i < nest.count; ++i) {
    const dim_t(&strides)[nest_operand_count] = nest.loops[i].strides;
    if (strides[nest_src] != 1 || strides[nest_dst] != 1) continue;
    for (int k = nest_src_scales; k < nest_operand_count; ++k)
      if (c.operands[k].items && strides[k] != 0) return true;
    return false;
  }
  return c.has_values();
}

void convert_row(const team &workers, const nest_functions &functions, const loop_nest &nest,
                 const nest_conversion &c, const void *src, void *dst) noexcept {
  const dim_t from_size = dim_t(type_size(c.from)), to_size = dim_t(type_size(c.to));
  const dim_t total = nest.loops[0].extent;
  parallel_for(workers, div_up(total, row_elements), [&](int64_t item, int) {
    const dim_t begin = item * row_elements;
    converted_run run = {};
    run.from = c.from;
    run.to = c.to;
    run.src = static_cast<const char *>(src) + (nest.first[nest_src] + begin) * from_size;
    run.dst = static_cast<char *>(dst) + (nest.first[nest_dst] + begin) * to_size;
    run.count = min(row_elements, total - begin);
    functions.convert(run);
  });
}

}  // namespace

bool nest_conversion::has_values() const noexcept {
  for (const values &v : operands)
    if (v.items) return true;
  return false;
}

bool nest_conversion::copies() const noexcept {
  return from == to && is_four_bit_type(from) && sum_scale == 0 && !has_values();
}

size_t nest_conversion::scratch_bytes() const noexcept {
  const size_t lists = has_values() ? nest_operand_count - nest_src_scales : 0;
  return size_t(converted_tile) * (3 * buffered_bytes(*this) + lists * sizeof(float)) +
         converted_run::values_behind * sizeof(float);
}

void convert_nest(const team &workers, const nest_functions &functions, const loop_nest &nest,
                  const nest_conversion &conversion, const void *src, void *dst,
                  char *scratch) noexcept {
  if (is_one_row(nest) && is_plain(conversion))
    return convert_row(workers, functions, nest, conversion, src, dst);
  const size_t from_size = type_size(conversion.from), to_size = type_size(conversion.to);
  const bool packed_src = is_four_bit_type(conversion.from);
  const bool packed_dst = is_four_bit_type(conversion.to);
  const bool is_buffered = has_lists(nest, conversion) || packed_src || packed_dst;
  const bool has_long_runs = has_large_caches && is_plain(conversion);
  const nest_tiling t = tile(nest, from_size,
                             {converted_tile, has_long_runs ? least_lone_run : long_run,
                              is_buffered ? converted_tile : lone_run, to_size > from_size});
  const conversion_job job(t, conversion, is_wide(conversion) ? convert_wide : functions.convert,
                           src, dst);
  const tile_copier gather = make_copier(functions, t, packed_src ? job.unpacked : job.src_offsets,
                                         src, from_size, true, t.columns.in_tile());
  const team one;
  for_each_tile(packed_dst && !tiles_end_at_bytes(t) ? one : workers, t, max(from_size, to_size),
                [&](int worker) {
                  return tile_converter(job, gather,
                                        scratch + size_t(worker) * conversion.scratch_bytes());
                });
}

}  // namespace dnnlet::drivers
