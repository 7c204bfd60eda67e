// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/gemm/multiply_cut.h"

#include "plugins/drivers/gemm/fetch.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// A panel of B, a block of K of some vectors, stays in a cache while the rows of A pass by: in the
// L1 if there is no more room, better in the L2, since then C is rarely set down. From 128 steps to
// 1024 there is a tenth to be had, of panels that were packed before another one from there on.
constexpr dim_t most_panel_steps = 2048;
// Where they come from memory for a few tiles of the longest vectors, the next block comes while
// these go over one: of 512 KB, two fill an L2 cache, and 16x4096x4096 of f32 takes a seventh more.
constexpr dim_t shared_panel_bytes = 128 * 1024;
// Bytes that are widened, and what few rows meet, bytes, what waits for memory or, of lines that
// are alike, pairs and what is large, had better be read in long lines than sums set down rarely:
// with AVX2, 16x4096x4096 of f32 takes a quarter less (Zen 5), 32x2048x1000 a third (Zen 3).
constexpr dim_t long_line_steps = 256;
// Steps of K that leave room for many packed rows of A.
constexpr dim_t least_steps = 64, wanted_steps = 256;
// Of each size, what is not cut at all.
constexpr dim_t most_whole = 64;
// Of a task.
constexpr dim_t rows_at_once = 1024, columns_at_once = 512;
// Of a task that packs A for each block of K.
constexpr dim_t columns_beside_many = 1024;
// Of its rows of A, so many bytes stay in the L2 cache, with what comes by.
constexpr dim_t cached_rows = 256 * 1024;
// What becomes of sums is done with while they are in the L1 cache, and by long rows: short pieces
// of many rows of dst are in few places of that.
constexpr dim_t columns_finished = 256, columns_packed = 64, finished_bytes = 16 * 1024;
// Of a short K, storing a large C is most of the work. Where each of its rows is in pages of its
// own, a few rows are made as long as this before the next: a panel of many rows is on more pages
// than a CPU knows at once, and takes twice as long.
constexpr dim_t columns_stored = 512, tiles_stored = 4, most_steps_stored = 256;
// Of bytes in the longest vectors, rows are so made that are at least so long.
constexpr dim_t stored_bytes = 1024;
// With all of K at once, there is room for packed A of so many rows.
constexpr dim_t packed_rows_wanted = 160;
// With a room for many rows, fewer of them meet panels, for which nothing is packed again.
constexpr dim_t panel_rows_wanted = 96;
// Sums of a worker are so wide that there is room for about as many rows. Each packing of B serves
// the rows, each of A the columns: of panels that were packed before, bytes alone had better meet
// many rows.
constexpr dim_t sum_rows_wanted = 208, many_rows_wanted = 400;
constexpr dim_t tasks_wanted = 16;
// Multiplications of a task, before there are more of them, of elements that come one by one.
constexpr dim_t work_wanted = 1 << 22;
constexpr dim_t rows_of_memory = 32;  // fewer take about as long as panels take to come
// With so few rows of C, packing B does not pay; it is read where it is, and if it does not stay in
// a cache anyway, by strips: a panel wide, so many steps for each of its columns high. C is set
// down after each of them; of longer ones, pages and rows that are alike are too many. With more
// rows it pays in between: when B is small, tiles find it in a cache as it is, and when it is
// large, its lines are read from memory together. Wide tiles read a small B in place whatever the
// rows, which takes a twentieth to a tenth less.
constexpr dim_t few_rows_alike = 28, few_rows = 40, most_few_rows = 64;
constexpr dim_t near_bytes = 256 * 1024, far_bytes = 4000 * 1000;
constexpr dim_t steps_by_column = 8, strips_wide = 256;
// Lines that are pages apart have a few of the places of the L2 cache, and half as many stay there
// for the next tile: 32x1000x2048 in two thirds of the time.
constexpr dim_t steps_by_alike = 4;
constexpr dim_t cached_bytes = 128 * 1024;
// Where vectors are as long as lines and its rows do not begin with one, each vector is in two:
// panels of fewer vectors, which more rows of A meet, and strips of so many bytes, which stay in
// the L1 cache, take a tenth less.
constexpr dim_t split_bytes = 32 * 1024;
// A B in pages of its own is read from memory by pieces of several lines, and of few rows, so that
// the CPU sees what comes next: 64 MB in a third of the time of single lines.
constexpr dim_t page_bytes = 4096, waiting_columns = 64;
constexpr dim_t waiting_for_b = sizeof(void *) == 8 ? dim_t(32) << 20 : INT32_MAX;
// Of B, for several panels: whole groups. Lines so far apart are in one place of an L1 cache, which
// has room for few of them.
constexpr uint8_t rows_packed = 64, alike_rows_packed = 16, waiting_rows_packed = 8;
// With so few rows, columns of B are summed up by one row more: by itself, that takes the time of
// four. With more, C is not worth leaving for it.
constexpr dim_t most_beside_ones = 24;
// Matrices of more than that do not wait in a cache: what comes next is fetched ahead of time,
// which takes a twentieth off the time of large products with deep blocks. With short ones, CPUs do
// better alone, which see how C is gone through: K = 32 takes twice as long with fetching.
constexpr dim_t waiting_bytes = 1024 * 1024, fetched_steps = 768;

// Makes a cut, from what a panel is to what lies where.
struct planner {
  const multiply_problem &p;
  const multiply_backend &backend;
  const multiply_room &room;
  multiply_cut &c;

  const product &x = *backend.multiply;
  const dim_t lanes = dim_t(backend.lanes());
  const dim_t group = x.group, a_size = dim_t(size_of(x.a)), b_size = dim_t(size_of(x.b));
  const dim_t all_steps = div_up(p.k, group);
  const bool own_sums = !p.c;
  const dim_t room_a = room.a / 9 * 8;  // rows of packed A may be a ninth longer (pack.cpp)
  const dim_t room_sums = min(room.sums, finished_bytes);  // of parts
  bool streams = false;    // B, which is read in place and too large for a cache
  bool splits = false;     // vectors of it, each of which is in two lines
  bool one_block = false;  // of K
  dim_t panels = 0;        // of B

  bool has_room_for_many() const noexcept {
    return has_large_caches && room.sums > product_room.sums;
  }
  bool is_fast() const noexcept { return has_fast_bytes(backend); }
  bool widens() const noexcept { return widens_bytes(p.b, p.b_values, backend); }
  bool has_alike_rows() const noexcept;
  bool packs_a_well() const noexcept;
  bool waits_for_b() const noexcept;
  bool waits_for_c() const noexcept;
  dim_t tile_rows() const noexcept;
  dim_t vectors_of_panel() const noexcept;
  dim_t rows_in_place() const noexcept;
  dim_t steps_at_most() const noexcept;
  dim_t most_packed_rows() const noexcept;
  void choose_panels() noexcept;
  void choose_panels_at_once() noexcept;
  void choose_blocks_of_k() noexcept;
  void choose_rows() noexcept;
  bool cuts_rows() const noexcept;
  dim_t batches() const noexcept { return p.batches ? p.batches->count() : 1; }
  bool is_whole() const noexcept;
  void take_whole() noexcept;
  void choose_tasks() noexcept;
  void choose_block() noexcept;
  void choose_fetching() noexcept;
  void place() noexcept;
};

bool planner::waits_for_b() const noexcept {
  return p.c && !p.panel_columns && p.b.col_step == 1 && p.b.row_step * b_size >= page_bytes &&
         p.k * p.n * b_size > waiting_for_b;
}

bool planner::waits_for_c() const noexcept {
  const dim_t row = p.c_row_step * sum_bytes, all = p.m * p.n * sum_bytes;
  if (own_sums || all_steps > most_steps_stored || row < stored_bytes) return false;
  return (row >= page_bytes && all > 2 * waiting_bytes) ||
         (batches() * all > waiting_bytes && is_fast());
}

dim_t planner::tile_rows() const noexcept {
  const dim_t vectors = min<dim_t>(x.tiles->max_vectors, div_up(p.n, lanes));
  const int rows = x.tiles->max_rows[vectors - 1];
  return c.reads_alike ? min(rows, alike_rows) : rows;
}

bool planner::has_alike_rows() const noexcept {
  return p.a.row_step * a_size % alike_bytes == 0 && min<dim_t>(p.m, tile_rows()) > alike_rows;
}

// Rows that share places in a cache, and columns of A, where each step is on a line of its own. Of
// fast bytes, packing such rows takes longer than low tiles, but for panels that were packed
// before.
bool planner::packs_a_well() const noexcept {
  if (!backend.packing_of_a(p.a.type) || p.m * a_size > room.a || p.k <= 1) return false;
  return (has_alike_rows() && !(is_fast() && !p.panel_columns)) ||
         (p.a.row_step == 1 && p.a.col_step * a_size >= line_bytes && p.n > lanes);
}

// Strips are read once where one tile takes all rows: for that, they may be a vector narrower, as
// for vectors in two lines.
dim_t planner::vectors_of_panel() const noexcept {
  const dim_t most = min<dim_t>(x.tiles->max_vectors, room.b / (lanes * group * b_size));
  const int *rows = x.tiles->max_rows;
  const bool is_narrow = streams && most > 2 && p.m > rows[most - 1];
  return is_narrow && (p.m <= rows[most - 2] || splits) ? most - 1 : most;
}

// With how many rows of C it is not packed.
dim_t planner::rows_in_place() const noexcept {
  const dim_t bytes = p.k * p.n * b_size, row = p.b.row_step * b_size;
  const bool alike = row % alike_bytes == 0, has_whole_lines = row % line_bytes == 0;
  if (has_wide_tiles(backend)) {
    if (bytes <= near_bytes && has_whole_lines && !alike) return p.m;
    return alike && bytes >= far_bytes ? 2 * tile_rows() : most_few_rows;
  }
  if (alike) return few_rows_alike;
  return bytes <= near_bytes || bytes >= far_bytes ? most_few_rows : few_rows;
}

void planner::choose_panels() noexcept {
  // Tiles read whole groups.
  c.appends_ones = x.is_integer && p.sums_columns && p.m <= most_beside_ones && p.a.col_step == 1 &&
                   backend.packing_of_a(p.a.type);
  c.packs_a = c.appends_ones || !reads_a_in_place(p.a, x) || p.k % group != 0 || packs_a_well();
  c.reads_alike = !c.packs_a && has_alike_rows() && is_fast();
  c.packs_b =
      !p.panel_columns && (p.m > rows_in_place() || (waits_for_b() && p.m > 2 * tile_rows()) ||
                           p.b_values || p.b_factor != 1 || !reads_b_in_place(p.b, x));
  streams =
      !p.panel_columns && !c.packs_b && p.m <= most_few_rows && p.k * p.n * b_size > cached_bytes;
  splits = streams && has_wide_tiles(backend) && p.b.row_step * b_size % line_bytes != 0;
  c.streams_panels = p.panel_columns > 0 && p.k * p.n * b_size > waiting_bytes;
  const dim_t vectors = vectors_of_panel();
  c.columns = p.panel_columns ? p.panel_columns : even_part(div_up(p.n, lanes), vectors) * lanes;
  panels = div_up(p.n, c.columns);
}

// So many that what is read of a line of B, and what is finished of a row, is a line of a cache.
void planner::choose_panels_at_once() noexcept {
  c.at_once = 1;
  if (!c.packs_b && !p.panel_columns) return;
  const dim_t finished = room_sums / ((tile_rows() + 1) * sum_bytes);
  // Lines along K are packed one panel after the other, for the next one finds nothing of them.
  const bool by_lines = c.packs_b && p.b.col_step != 1;
  const bool are_alike = p.b.row_step * b_size % alike_bytes == 0;
  const bool pairs_or_large =
      x.group > 1 || (!has_wide_tiles(backend) && p.k * p.n * b_size > far_bytes);
  const bool is_of_few =
      p.m <= few_rows_of_bytes && (x.is_integer || waits_for_b() || (pairs_or_large && are_alike));
  const bool reads_long = is_of_few && p.b.col_step == 1 && c.packs_b;
  const dim_t most = reads_long      ? columns_finished
                     : own_sums      ? min(columns_finished, finished)
                     : waits_for_c() ? columns_stored
                     : waits_for_b() ? waiting_columns
                                     : line_bytes / b_size;
  const dim_t wanted = by_lines && !(waits_for_c() && is_fast()) ? min(columns_packed, most) : most;
  const dim_t panel = c.columns * group * b_size *
                      min(all_steps, widens() || reads_long ? long_line_steps : most_steps);
  const bool alike = is_of_few && are_alike;
  c.packed_rows = alike ? alike_rows_packed : waits_for_b() ? waiting_rows_packed : rows_packed;
  c.at_once =
      even_part(panels, max<dim_t>(min(wanted / c.columns, room.b / max<dim_t>(panel, 1)), 1));
}

dim_t planner::steps_at_most() const noexcept {
  const dim_t step_bytes = c.columns * group * b_size;
  if (p.panel_columns) {
    const bool shares = lanes >= longest_lanes && c.streams_panels && !own_sums &&
                        p.m > tile_rows() && p.m <= most_few_rows;
    return shares ? min(most_panel_steps, shared_panel_bytes / step_bytes) : most_panel_steps;
  }
  const dim_t most = room.b / (c.at_once * step_bytes);
  if (!streams) return min(most_steps, most);
  // The last panel is packed where it ends within a vector.
  const bool alike =
      has_wide_tiles(backend) && p.b.row_step * b_size % alike_bytes == 0 && p.m > tile_rows();
  const dim_t by_column = alike ? steps_by_alike : steps_by_column;
  const dim_t steps =
      splits ? split_bytes / (c.columns * b_size) : by_column * lanes * x.tiles->max_vectors;
  return p.n % lanes == 0 ? steps : min(steps, most);
}

// Of all of K.
dim_t planner::most_packed_rows() const noexcept {
  const dim_t rows = room_a / (max<dim_t>(all_steps, 1) * group * a_size);
  return rows < lanes ? rows : rows / lanes * lanes;
}

void planner::choose_blocks_of_k() noexcept {
  const dim_t wanted =
      p.panel_columns && has_room_for_many() ? panel_rows_wanted : packed_rows_wanted;
  one_block =
      all_steps <= steps_at_most() && (!c.packs_a || most_packed_rows() >= min(p.m, wanted));
  c.takes_off = one_block && p.may_take_off && !c.appends_ones;
  c.finishes_parts = own_sums && !p.sums_rows && (!p.sums_columns || c.takes_off);
  c.is_of_parts = c.finishes_parts && one_block;
  c.keeps_a = c.packs_a && one_block;
}

void planner::choose_rows() noexcept {
  const dim_t most_sums = room.sums / sum_bytes;
  const bool has_many = has_room_for_many() && (!p.panel_columns || x.is_integer);
  const dim_t rows_wanted = has_many ? many_rows_wanted : sum_rows_wanted;
  dim_t most = rows_at_once;
  if (own_sums && !c.is_of_parts) {
    const dim_t wide = most_sums / rows_wanted;
    const dim_t width = c.columns * clamp<dim_t>(wide / c.columns, 1, panels);
    most = most_sums / (width + lanes) - 1;
  }
  if (c.packs_a && one_block)
    most = min(most, most_packed_rows());
  else if (c.packs_a)
    most = min(most, max(room_a / (wanted_steps * group * a_size),
                         min(room_a / (least_steps * group * a_size), rows_wanted)));
  c.rows = even_part(p.m, most);
  const bool packs_again = c.packs_a && !one_block && has_room_for_many();
  const dim_t wide = streams ? strips_wide : packs_again ? columns_beside_many : columns_at_once;
  const dim_t most_wide = own_sums && !c.is_of_parts ? most_sums / (c.rows + 1) - lanes : wide;
  c.panels = even_part(panels, max<dim_t>(most_wide / c.columns, 1));
}

// A product of so few numbers, all of them read and made in place, that nothing else is to be
// chosen: of the smallest, choosing takes a quarter of the time.
bool planner::is_whole() const noexcept {
  return p.c && !c.packs_a && !c.packs_b && !p.panel_columns && p.n % lanes == 0 &&
         p.m <= most_whole && p.n <= most_whole && p.k <= most_whole;
}

void planner::take_whole() noexcept {
  c.at_once = 1;
  c.panels = panels;
  c.rows = c.part_rows = p.m;
  c.block = p.k;
  c.row_tasks = c.column_tasks = 1;
  c.tasks = batches();
}

// By rows, where that repeats nothing, leaves rows of A in the L2 cache and finds B in it again:
// where B comes from memory, 32 rows at a time take a fifth longer than 256.
bool planner::cuts_rows() const noexcept {
  return !c.packs_b && c.rows >= 4 * tile_rows() && c.rows * p.k * a_size > cached_rows &&
         p.k * p.n * b_size <= waiting_bytes;
}

void planner::choose_tasks() noexcept {
  const auto tasks = [&] { return batches() * div_up(p.m, c.rows) * div_up(panels, c.panels); };
  // Of so many rows, a sixteenth of the time went into packing A for each of a few panels.
  const bool packs_again = c.packs_a && !c.keeps_a && c.rows >= packed_rows_wanted;
  const dim_t least_rows = p.panel_columns ? rows_of_memory : 1;
  const auto work = [&] { return max(c.rows, least_rows) * c.panels * c.columns * p.k; };
  while (tasks() < tasks_wanted && work() > work_wanted * group && !streams) {
    if (cuts_rows())
      c.rows = div_up(c.rows, dim_t(2));
    else if (c.panels > 1 && !packs_again)
      c.panels = div_up(c.panels, dim_t(2));
    else
      break;
  }
  c.row_tasks = div_up(p.m, c.rows);
  c.column_tasks = div_up(panels, c.panels);
  c.tasks = tasks();
}

void planner::choose_block() noexcept {
  dim_t steps = steps_at_most();
  if (c.packs_a && !one_block) steps = min(steps, room_a / packed_a_bytes(p.a, c.rows, 1, backend));
  c.block = even_part(all_steps, steps) * group;
  if (widens()) c.block = round_up(c.block, widened_at_once);
}

// Tiles are what there is time to fetch for.
void planner::choose_fetching() noexcept {
  c.fetches = c.packs_b && !own_sums && !waits_for_b() && c.block >= fetched_steps * group &&
              p.m * p.k * a_size + p.k * p.n * b_size + p.m * p.n * sum_bytes > waiting_bytes;
  dim_t most = c.fetches ? tile_rows() : waits_for_c() ? tiles_stored * tile_rows() : c.rows;
  if (c.finishes_parts) {
    const dim_t tile = tile_rows();
    // Panels of all of K, which the L1 cache has no room for anyway, had better meet many rows.
    const dim_t of_part = c.keeps_a && p.panel_columns && has_room_for_many() ? 2 : 1;
    most = max<dim_t>(of_part * room_sums / (c.at_once * c.columns * sum_bytes) - 1, 1);
    if (most > tile) most = most / tile * tile;
  }
  c.part_rows = even_part(c.rows, most);
}

void planner::place() noexcept {
  const dim_t steps = c.block / group;
  dim_t a = 0, b = p.sums_rows ? lanes * group : 0, stage = 0;
  if (c.packs_a) {
    a = packed_a_bytes(p.a, c.rows + (c.appends_ones ? 1 : 0), steps, backend);
    stage = stage_a_bytes(p.a, c.rows, steps, backend);
  }
  if (c.packs_b || (!p.panel_columns && p.n % lanes != 0)) {
    b = max(b, packed_b_bytes(c.columns, steps, x) * c.at_once);
    stage = max(stage, widens() ? widening_stage_bytes(p.b, c.columns * c.at_once)
                                : stage_b_bytes(p.b, p.b_values, c.columns, steps, backend));
  }
  const dim_t sums_width = min(c.panels * c.columns, round_up(p.n, lanes)) + lanes;
  const dim_t wide = c.at_once * c.columns;
  const dim_t sums = c.is_of_parts ? c.part_rows * wide : own_sums ? (c.rows + 1) * sums_width : 0;
  c.start_at = round_up(sums * sum_bytes, line_bytes);
  c.a_at = c.start_at + (c.takes_off ? round_up(wide * sum_bytes, line_bytes) : 0);
  c.b_at = c.a_at + round_up(a, line_bytes);
  c.stage_at = c.b_at + round_up(b, line_bytes);
  c.bytes = c.stage_at + round_up(stage, line_bytes);
}

}  // namespace

void cut_for_tiles(const multiply_problem &p, const multiply_backend &backend,
                   const multiply_room &room, multiply_cut &cut) noexcept {
  planner plan = {p, backend, room, cut};
  plan.choose_panels();
  if (plan.is_whole()) return plan.take_whole();
  plan.choose_panels_at_once();
  plan.choose_blocks_of_k();
  plan.choose_rows();
  plan.choose_tasks();
  plan.choose_block();
  plan.choose_fetching();
  plan.place();
}

}  // namespace dnnlet::drivers
