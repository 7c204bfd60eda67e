// SPDX-License-Identifier: Apache-2.0
// Batches of products of matrices; formula: multiply.h.
//   A and B: matrices of any strides, of types that there is a packing for, or B in panels; C: f32
//   or s32, rows of neighbours; disjoint, any alignment
//   scratch of a worker: multiply_cut::bytes, as much of multiply_room as the parts of A and B that
//   are packed, and sums that are not made in C, have use for
//   error: that of plugins/kernels/gemm/tile-inl.h, of what becomes of B before (pack.cpp), and the
//   rounding of beta times C
//
// K. Goto, R. van de Geijn: "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3),
// 2008, with a panel of B in the L1 cache instead of a block of A in the L2.
#include "plugins/drivers/gemm/multiply.h"

#include <cstring>

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/fetch.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/gemm/multiply_cut.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// Emerald Rapids: 4 to 8 KB are best, nearer or twice as far is less.
constexpr ptrdiff_t page_ahead = 8192;
// Of A, what stays in an L1 cache. Tiles wait for the first lines of more than that: where rows are
// dense, asking for them meanwhile takes a twentieth to a tenth off products of 384 and 512.
constexpr ptrdiff_t cached_a = 32 * 1024;

// One worker at one task. Behind the sums of its rows is a vector with those of the rows of A, and
// behind the last row one with those of the columns of B, where they are asked for.
class multiply_task {
 public:
  multiply_task(const multiply_problem &p, const multiply_backend &backend, const multiply_cut &c,
                dim_t task, char *memory, rows_in_memory *packed) noexcept;
  void run() noexcept;

 private:
  // A block of K of some panels of B, which begin at the column `col` of the task.
  struct panel_block {
    dim_t k, count, col, cols;
  };

  char *sums(dim_t r, dim_t col) const noexcept { return sums_ + (r * step_ + col) * sum_bytes; }
  dim_t at_once() const noexcept { return c_.at_once * c_.columns; }
  dim_t beyond(dim_t cols) const noexcept { return round_up(cols, lanes_) - cols; }
  dim_t rows_packed() const noexcept;
  void start_batch() noexcept;
  panel_block block(dim_t k, dim_t count, dim_t col) const noexcept;
  stored_part stored_block(const panel_block &g) const noexcept;
  void add(dim_t k, dim_t count) noexcept;
  void read_a(tile_args &t, dim_t k, dim_t count) noexcept;
  void read_b(tile_args &t, const panel_block &g) noexcept;
  void pack_panels(const panel_block &g, char *to) noexcept;
  void find_start(tile_args &t, const panel_block &g, dim_t col) const noexcept;
  void run_tiles(tile_args t, const panel_block &g) noexcept;
  look_ahead panels_ahead(const tile_args &t, const panel_block &g, dim_t col,
                          dim_t rows) const noexcept;
  void narrow(tile_args &t, tile_finish &finish, dim_t row, dim_t col) const noexcept;
  void finish_part(const panel_block &g, dim_t row, dim_t rows, void *part) const noexcept;
  void fetch_ahead(const tile_args &t, const panel_block &g, dim_t row) const noexcept;
  void sum_rows(tile_args t, dim_t k) noexcept;
  void sum_columns(tile_args t, const panel_block &g) noexcept;
  void make_start(const tile_args &t, const panel_block &g) noexcept;

  const multiply_problem &p_;
  const multiply_backend &backend_;
  const product &x_;
  const multiply_cut &c_;
  const dim_t row_task_, batch_, row_, rows_, col_, cols_, lanes_, width_, step_;
  matrix a_, b_;
  decompression of_batch_;
  const decompression *values_;  // null, or of the batch
  char *const memory_;
  rows_in_memory *const packed_;
  char *sums_;
  dim_t narrowed_at_ = 0;     // where the batch begins in what they are rounded to, elements
  ptrdiff_t panel_step_ = 0;  // bytes between panels of B
  stored_part next_ = {};     // of the next ones
  tile_table low_;            // where tiles are
  const tile_table *tiles_ = x_.tiles;
};

multiply_task::multiply_task(const multiply_problem &p, const multiply_backend &backend,
                             const multiply_cut &c, dim_t task, char *memory,
                             rows_in_memory *packed) noexcept
    : p_(p),
      backend_(backend),
      x_(*backend.multiply),
      c_(c),
      row_task_(task / c.column_tasks),
      batch_(p.batches ? row_task_ / c.row_tasks : 0),
      row_((row_task_ - batch_ * c.row_tasks) * c.rows),
      rows_(min(c.rows, p.m - row_)),
      col_((task - row_task_ * c.column_tasks) * (c.panels * c.columns)),
      cols_(min(c.panels * c.columns, p.n - col_)),
      lanes_(dim_t(backend.lanes())),
      width_(round_up(cols_, lanes_)),
      step_(p.c             ? p.c_row_step
            : c.is_of_parts ? min(c.at_once * c.columns, width_)
                            : width_ + lanes_),
      a_(p.a),
      b_(p.b),
      values_(has_types_beside_f32 ? p.b_values : nullptr),
      memory_(memory),
      packed_(packed),
      sums_(p.c ? static_cast<char *>(p.c) + (row_ * step_ + col_) * sum_bytes : memory) {
  if (p.batches) start_batch();
  if (!has_large_caches || !c.reads_alike) return;
  low_ = *tiles_;
  for (int &rows : low_.max_rows) rows = min(rows, alike_rows);
  tiles_ = &low_;
}

void multiply_task::start_batch() noexcept {
  const batch_data at = find_batch(p_, batch_);
  a_ = at.a;
  b_ = at.b;
  if (values_) {
    of_batch_ = at.values;
    values_ = &of_batch_;
  }
  if (p_.c) sums_ += at.c * sum_bytes;
  narrowed_at_ = at.c;
}

// Whole vectors of the last columns end in the next rows of B, which are read in place; the last
// rows, of which that is not so, are packed: of 7x1000x13, all of them took half of the time.
dim_t multiply_task::rows_packed() const noexcept {
  const bool in_place = !c_.packs_b && !p_.panel_columns && !x_.is_integer;
  if (!has_types_beside_f32 || !has_large_caches || !in_place || c_.keeps_a || !p_.c) return 0;
  const dim_t rest = div_up(beyond(cols_), max<dim_t>(b_.row_step, 1));
  return rest <= p_.k / 32 ? rest : 0;
}

void multiply_task::run() noexcept {
  if (p_.c && p_.beta != 0 && p_.beta != 1)
    for (dim_t r = 0; r < rows_; ++r)
      backend_.scale(reinterpret_cast<float *>(sums(r, 0)), cols_, p_.beta);
  dim_t k = 0;
  do {
    const dim_t left = p_.k - k, rest = rows_packed();
    const dim_t count = left > c_.block || left <= rest ? min(c_.block, left) : left - rest;
    add(k, count);
    k += count;
  } while (k < p_.k);
  if (!p_.finish || c_.finishes_parts) return;
  auto *all = reinterpret_cast<int32_t *>(sums_);
  p_.finish(p_.finish_context,
            {batch_, row_, rows_, col_, cols_, sums_, step_, p_.sums_rows ? all + width_ : nullptr,
             p_.sums_columns ? all + rows_ * step_ : nullptr});
}

multiply_task::panel_block multiply_task::block(dim_t k, dim_t count, dim_t col) const noexcept {
  return {k, count, col, min(at_once(), cols_ - col)};
}

// What a panel is made of; nothing beyond the end.
stored_part multiply_task::stored_block(const panel_block &g) const noexcept {
  if (!c_.fetches || g.count <= 0) return {};
  return stored({b_, g.k, g.count, col_ + g.col, g.cols});
}

void multiply_task::add(dim_t k, dim_t count) noexcept {
  static constexpr tile_tap whole = {0, 0};
  tile_args t = {};
  t.taps = &whole;
  t.tap_count = 1;
  t.steps = size_t(div_up(count, dim_t(x_.group)));
  if (k + count >= p_.k) t.relu = p_.relu;
  t.c_row = ptrdiff_t(step_);
  if (count > 0) read_a(t, k, count);
  if (p_.sums_rows) sum_rows(t, k);
  for (dim_t col = 0; col < cols_; col += at_once()) {
    const panel_block g = block(k, count, col);
    const bool is_last = col + at_once() >= cols_;
    const dim_t next_k = is_last ? k + c_.block : k;
    next_ =
        stored_block(block(next_k, min(c_.block, p_.k - next_k), is_last ? 0 : col + at_once()));
    if (count > 0) read_b(t, g);
    if (c_.takes_off) make_start(t, g);
    run_tiles(t, g);
    if (p_.sums_columns && !c_.takes_off && !c_.appends_ones) sum_columns(t, g);
  }
}

void multiply_task::read_a(tile_args &t, dim_t k, dim_t count) noexcept {
  const dim_t size = dim_t(size_of(x_.a));
  if (!c_.packs_a) {
    t.a = a_.at(row_, k);
    t.a_row = ptrdiff_t(a_.row_step * size);
    t.a_step = ptrdiff_t(a_.col_step * x_.group * size);
    return;
  }
  char *to = memory_ + c_.a_at;
  const matrix_part part = {a_, row_, rows_, k, count};
  const bool is_there = packed_ && c_.keeps_a && packed_->row_task == row_task_;
  const packed_steps steps = is_there ? steps_of_packed_a(backend_, part)
                                      : pack_a(backend_, part, to, memory_ + c_.stage_at);
  if (packed_) packed_->row_task = row_task_;
  if (c_.appends_ones) fill_row(x_.a, 1, round_up(count, dim_t(x_.group)), to + rows_ * steps.row);
  t.a = to;
  t.a_row = steps.row;
  t.a_step = steps.step;
}

void multiply_task::read_b(tile_args &t, const panel_block &g) noexcept {
  const dim_t group = x_.group, size = dim_t(size_of(x_.b)), at = col_ + g.col;
  t.b_step = ptrdiff_t(c_.columns * group * size);
  if (p_.panel_columns) {
    const dim_t whole = round_up(p_.k, group);
    t.b = static_cast<const char *>(b_.data) + (at * whole + g.k * c_.columns) * size;
    panel_step_ = ptrdiff_t(whole * c_.columns * size);
  } else if (!c_.packs_b && beyond(g.cols) <= (p_.k - g.k - g.count) * b_.row_step) {
    t.b = b_.at(g.k, at);
    t.b_step = ptrdiff_t(b_.row_step * size);
  } else {
    t.b = memory_ + c_.b_at;
    panel_step_ = t.b_step * ptrdiff_t(div_up(g.count, group));
    pack_panels(g, memory_ + c_.b_at);
  }
}

// Some rows at a time, of which lines are in the L1 cache for the second panel. Of bf16, those that
// follow come meanwhile: CPUs do not see them coming where they are in pages of their own.
void multiply_task::pack_panels(const panel_block &g, char *to) noexcept {
  if (widens_bytes(b_, values_, backend_))
    return widen_panels(backend_, {b_, g.k, g.count, col_ + g.col, g.cols}, values_, c_.columns,
                        min(at_once(), cols_ - g.col - g.cols), to, panel_step_,
                        memory_ + c_.stage_at);
  const dim_t width = c_.columns, row_bytes = width * dim_t(size_of(x_.b));
  const dim_t most = g.cols > width && b_.col_step == 1 ? c_.packed_rows : g.count;
  for (dim_t k = 0; k < g.count; k += most) {
    const dim_t next = min(k + most, g.count), ahead = min(most, g.count - next);
    if (has_large_caches && x_.b == element::bf16 && ahead > 0)
      fetch<2>(stored({b_, g.k + next, ahead, col_ + g.col, g.cols}), 0, ahead);
    for (dim_t col = 0; col < g.cols; col += width)
      pack_b(backend_,
             {b_, g.k + k, min(most, g.count - k), col_ + g.col + col, min(width, g.cols - col)},
             values_, p_.b_factor, width, to + col / width * panel_step_ + k * row_bytes,
             memory_ + c_.stage_at);
  }
}

void multiply_task::find_start(tile_args &t, const panel_block &g, dim_t col) const noexcept {
  if (c_.takes_off) {
    t.start = memory_ + c_.start_at + col * sum_bytes;
  } else if (g.k > 0 || (p_.c && p_.beta != 0)) {
    t.start = t.c;
    t.start_row = t.c_row;
  } else if (p_.bias) {
    t.start = static_cast<const char *>(p_.bias) + (col_ + g.col + col) * sum_bytes;
  }
}

void multiply_task::run_tiles(tile_args t, const panel_block &g) noexcept {
  const char *const b = t.b;
  const bool narrows = has_types_beside_f32 && p_.narrowed;
  const bool finishes = c_.finishes_parts && g.k + g.count >= p_.k && !narrows;
  // Sums that go no further than registers take no room, and panels meet all rows while there are
  // blocks of K to come.
  const dim_t part_rows = narrows                          ? 2 * c_.part_rows
                          : c_.finishes_parts && !finishes ? rows_
                                                           : c_.part_rows;
  tile_finish finish;
  t.streams_a = t.a_row == ptrdiff_t(t.steps) * t.a_step && rows_ * t.a_row > cached_a;
  for (dim_t row = 0; row < rows_; row += part_rows) {
    const dim_t rows = min(part_rows, rows_ - row);
    char *const part = c_.is_of_parts ? sums_ : sums(row, g.col);
    if (c_.fetches) fetch_ahead(t, g, row);
    t.b = b;
    for (dim_t col = 0; col < g.cols; col += c_.columns, t.b += panel_step_) {
      const dim_t cols = min(c_.columns, g.cols - col);
      const bool looks = has_large_caches && row == 0 && c_.streams_panels;
      t.ahead = looks ? panels_ahead(t, g, col, rows) : look_ahead();
      t.cols = size_t(p_.c || narrows ? cols : round_up(cols, lanes_));
      t.c = part + col * sum_bytes;
      find_start(t, g, col);
      if (narrows) narrow(t, finish, row_ + row, col_ + g.col + col);
      run_panel(*tiles_, size_t(lanes_), t, size_t(c_.appends_ones ? rows + 1 : rows));
    }
    if (finishes) finish_part(g, row, rows, part);
    t.a += part_rows * t.a_row;
  }
}

// Of panels that come from memory, wide tiles and those of the longest vectors share what is asked
// for: the part that is next, be it of the next panel or, after the last one, of the next block of
// K or of the next task. A single tile, and narrow ones, which lose by asking what they wait less,
// ask for what is near: panels lie behind each other, and a CPU by itself stops at the end of each
// page.
look_ahead multiply_task::panels_ahead(const tile_args &t, const panel_block &g, dim_t col,
                                       dim_t rows) const noexcept {
  const dim_t lines = t.b_step * dim_t(steps_ahead) / ahead_bytes;
  const dim_t height = x_.tiles->max_rows[c_.columns / lanes_ - 1];
  const dim_t tiles = min(div_up(rows, height), lines), of_tile = div_up(lines, tiles);
  const bool shares = has_wide_tiles(backend_) || lanes_ >= longest_lanes;
  if (tiles == 1 || !shares) return {page_ahead, int(lines), 1};
  const ptrdiff_t block = ptrdiff_t(t.steps) * t.b_step;
  ptrdiff_t next = panel_step_;
  if (g.col + col + c_.columns >= cols_)
    next = g.k + g.count < p_.k ? block - (g.col + col) / c_.columns * panel_step_
                                : next - g.k / x_.group * t.b_step;
  return {next, int(of_tile), int(div_up(lines, of_tile))};
}

// A tile whose sums are C's from this row and column on.
void multiply_task::narrow(tile_args &t, tile_finish &finish, dim_t row, dim_t col) const noexcept {
  const narrowed_result &to = *p_.narrowed;
  t.narrows = true;
  t.finish = to.finish ? &finish : nullptr;
  if (to.finish) finish = *to.finish;
  if (t.finish && finish.scales) {
    finish.scales += col;
    finish.offsets += col;
  }
  t.c = static_cast<char *>(to.c) +
        (narrowed_at_ + row * to.c_row_step + col) * c_bytes(*x_.tiles, t);
  t.c_row = ptrdiff_t(to.c_row_step);
}

void multiply_task::finish_part(const panel_block &g, dim_t row, dim_t rows,
                                void *part) const noexcept {
  p_.finish(p_.finish_context,
            {batch_, row_ + row, rows, col_ + g.col, g.cols, part, step_, nullptr, nullptr});
}

// During each tile, the next one's part of A and C comes, and some of the next panel of B.
void multiply_task::fetch_ahead(const tile_args &t, const panel_block &g,
                                dim_t row) const noexcept {
  const dim_t height = c_.part_rows, ahead = min(height, rows_ - row - height);
  if (ahead > 0) {
    const stored_part a = stored({a_, row_ + row + height, ahead, g.k, g.count});
    if (!c_.packs_a) fetch<3>(a, 0, a.lines);
    fetch<3>({sums(row + height, g.col), t.c_row * sum_bytes, ahead, g.cols * sum_bytes}, 0, ahead);
  }
  const dim_t i = row / height, count = div_up(rows_, height);
  fetch<2>(next_, next_.lines * i / count, next_.lines * (i + 1) / count);
}

// By a panel of ones.
void multiply_task::sum_rows(tile_args t, dim_t k) noexcept {
  char *ones = memory_ + c_.b_at;
  std::memset(ones, 1, size_t(lanes_ * x_.group));
  t.b = ones;
  t.c = sums(0, width_);
  t.cols = size_t(lanes_);
  t.start = k > 0 ? t.c : nullptr;
  t.start_row = t.c_row;
  run_panel(*x_.tiles, size_t(lanes_), t, size_t(rows_));
}

// By a row of ones.
void multiply_task::sum_columns(tile_args t, const panel_block &g) noexcept {
  t.a = group_of_ones(x_.a);
  t.a_step = 0;
  char *const to = c_.takes_off ? memory_ + c_.start_at : sums(rows_, g.col);
  for (dim_t col = 0; col < g.cols; col += c_.columns, t.b += panel_step_) {
    t.c = to + col * sum_bytes;
    t.cols = size_t(round_up(min(c_.columns, g.cols - col), lanes_));
    t.start = g.k > 0 ? t.c : nullptr;
    run_panel(*x_.tiles, size_t(lanes_), t, 1);
  }
}

// What is in each element of A too much, by the columns.
void multiply_task::make_start(const tile_args &t, const panel_block &g) noexcept {
  sum_columns(t, g);
  auto *start = reinterpret_cast<uint32_t *>(memory_ + c_.start_at);
  const dim_t cols = round_up(g.cols, lanes_);
  for (dim_t i = 0; i < cols; ++i) start[i] *= 0 - uint32_t(p_.a_offset);
}

}  // namespace

void run_by_tiles(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task, char *memory,
                  rows_in_memory *packed) noexcept {
  multiply_task(p, backend, cut, task, memory, packed).run();
  release_unit(*backend.multiply->tiles);
}

}  // namespace dnnlet::drivers
