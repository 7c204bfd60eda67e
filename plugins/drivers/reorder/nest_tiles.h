// SPDX-License-Identifier: Apache-2.0
// Tiles of a nest, executed: where the runs of a tile lie, and how they get from one place to
// another.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_NEST_TILES_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_NEST_TILES_H

#include "plugins/drivers/reorder/nest_copy.h"
#include "plugins/drivers/reorder/nest_tiling.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

constexpr dim_t item_bytes = 64 << 10;  // what is worth handing to a worker

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

// Byte offsets of the runs of a tile.
struct run_table {
  ptrdiff_t columns[nest_tiling::max_tile], rows[nest_tiling::max_tile];

  run_table() noexcept {}  // of nothing yet
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

  // In a buffer that holds the elements of a tile, each row of columns as it is in src.
  void set_by_rows(const nest_tiling &t) noexcept {
    for (dim_t i = 0; i < t.columns.in_tile(); ++i) columns[i] = ptrdiff_t(i * t.run_chunk);
    for (dim_t i = 0; i < t.rows.in_tile(); ++i)
      rows[i] = ptrdiff_t(i * t.columns.in_tile() * t.run_chunk);
  }

 private:
  // Each loop repeats what the loops inside it have made. The first counts in a register.
  static void fill(ptrdiff_t *table, const composite_loop &c, nest_operand operand,
                   size_t size) noexcept {
    table[0] = 0;
    dim_t made = 1;
    for (int i = 0; i < c.count; ++i) {
      const ptrdiff_t stride = ptrdiff_t(c.loops[i].strides[operand]) * ptrdiff_t(size);
      const dim_t all = made * (i + 1 < c.count ? c.loops[i].extent : c.chunk);
      if (has_large_caches && made == 1)
        for (dim_t at = 1; at < all; ++at) table[at] = ptrdiff_t(at) * stride;
      else
        for (dim_t at = made; at < all; ++at) table[at] = table[at - made] + stride;
      made = all;
    }
  }
};

// All runs of a tile; those of its columns follow each other, or those of its rows. What is further
// apart on both sides never does: rows of 28 pixels to every 4 KB, 32-bit, took twice the time.
inline void take_runs(const tile_place &place, const run_table &from, const run_table &to,
                      bool by_columns, converted_run &run) noexcept {
  if (place.columns > 1 && place.rows > 1) {
    const bool are_near_in_src = from.columns[1] < from.rows[1];
    if (are_near_in_src == (to.columns[1] < to.rows[1])) by_columns = are_near_in_src;
  }
  run.groups = by_columns ? place.rows : place.columns;
  run.src_groups = by_columns ? from.rows : from.columns;
  run.dst_groups = by_columns ? to.rows : to.columns;
  run.runs = by_columns ? place.columns : place.rows;
  run.src_runs = by_columns ? from.columns : from.rows;
  run.dst_runs = by_columns ? to.columns : to.rows;
}

struct side {
  char *data;
  const run_table &offsets;
};

// Copies the runs of a tile.
void copy_runs(const side &from, const side &to, const tile_place &place, dim_t size) noexcept;

// Copies tiles of src to wherever they go.
struct tile_copier {
  bool (*transpose)(const transposition &) noexcept;  // or null
  const run_table &src_offsets;
  const char *src;
  size_t size;
  dim_t row_group, column_group;  // of whole tiles

  void operator()(const tile_place &place, const side &to) const noexcept;
};

// `dense_rows`, `column_group`: of the destination, if the tile has all rows.
tile_copier make_copier(const nest_functions &functions, const nest_tiling &t,
                        const run_table &src_offsets, const void *src, size_t size, bool dense_rows,
                        dim_t column_group) noexcept;

}  // namespace dnnlet::drivers

#endif
