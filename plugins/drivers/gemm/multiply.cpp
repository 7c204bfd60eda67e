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
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// A panel of B, a block of K of some vectors, stays in a cache while the rows of A pass by: in the
// L1 if there is no more room, better in the L2, since then C is rarely set down. From 128 steps to
// 1024 there is a tenth to be had, of panels that were packed before another one from there on.
constexpr dim_t most_steps = 1024, most_panel_steps = 2048;
constexpr dim_t least_block = 64;  // of K, elements, that leave room for all rows of A
// A task: its part of C, and most_steps of its rows of A, stay in the L2 cache.
constexpr dim_t rows_at_once = 512, columns_at_once = 512;
// Sums of a worker are so wide that there is room for about as many rows. Each packing of B serves
// the rows, each of A the columns.
constexpr dim_t sum_rows_wanted = 208;
// Rows of A so far apart are in one place of an L1 cache, which has room for few of them.
constexpr dim_t alike_bytes = 4096, alike_rows = 8;
constexpr dim_t tasks_wanted = 16;
constexpr dim_t work_wanted = 1 << 22;  // multiplications of a task, before there are more of them
// With so few rows of C, packing B does not pay; it is read where it is, and if it does not stay in
// a cache anyway, a few long rows at a time.
constexpr dim_t few_rows = 28, few_steps = 8, long_row = 2048;
constexpr dim_t cached_bytes = 128 * 1024;
// Matrices of more than that do not wait in a cache: what comes next is fetched ahead of time,
// which takes a tenth off the time of large products.
constexpr dim_t waiting_bytes = 1024 * 1024;
constexpr dim_t line_bytes = 64;

// Makes a cut, from what a panel is to what lies where.
struct planner {
  const multiply_problem &p;
  const multiply_backend &backend;
  const multiply_room &room;
  multiply_cut &c;

  const product &x = *backend.multiply;
  const dim_t lanes = dim_t(backend.lanes());
  const dim_t group = x.group, a_size = dim_t(size_of(x.a)), b_size = dim_t(size_of(x.b));
  const bool own_sums = !p.c;
  bool streams = false;  // B, which is read in place and too large for a cache
  dim_t panels = 0;      // of B

  bool are_rows_alike() const noexcept;
  void choose_panels() noexcept;
  void choose_rows() noexcept;
  void choose_tasks() noexcept;
  void choose_block() noexcept;
  void place() noexcept;
};

bool planner::are_rows_alike() const noexcept {
  const dim_t vectors = min<dim_t>(x.tiles->max_vectors, div_up(p.n, lanes));
  return backend.packing_of_a(p.a.type) && p.a.row_step * a_size % alike_bytes == 0 &&
         min<dim_t>(p.m, x.tiles->max_rows[vectors - 1]) > alike_rows && p.m * a_size <= room.a;
}

void planner::choose_panels() noexcept {
  const dim_t vectors = min<dim_t>(x.tiles->max_vectors, room.b / (lanes * group * b_size));
  c.columns = p.panel_columns ? p.panel_columns : even_part(div_up(p.n, lanes), vectors) * lanes;
  panels = div_up(p.n, c.columns);
  c.packs_a = !reads_a_in_place(p.a, x) || are_rows_alike();
  c.packs_b = !p.panel_columns &&
              (p.m > few_rows || p.b_values || p.b_factor != 1 || !reads_b_in_place(p.b, x));
  streams = !p.panel_columns && !c.packs_b && p.k * p.n * b_size > cached_bytes;
  c.fetches = c.packs_b && !own_sums &&
              p.m * p.k * a_size + p.k * p.n * b_size + p.m * p.n * sum_bytes > waiting_bytes;
}

void planner::choose_rows() noexcept {
  const dim_t most_sums = room.sums / sum_bytes;
  dim_t most = rows_at_once;
  if (own_sums) {
    const dim_t wide = most_sums / sum_rows_wanted;
    const dim_t width = c.columns * clamp<dim_t>(wide / c.columns, 1, panels);
    most = most_sums / (width + lanes) - 1;
  }
  if (c.packs_a || group > 1)
    most = min(most, room.a / ((c.packs_a ? least_block : group) * a_size));
  c.rows = even_part(p.m, most);
  c.panels = even_part(panels, own_sums ? (most_sums / (c.rows + 1) - lanes) / c.columns
                                        : (streams ? long_row : columns_at_once) / c.columns);
}

void planner::choose_tasks() noexcept {
  const dim_t batches = p.batches ? p.batches->count() : 1;
  c.row_tasks = div_up(p.m, c.rows);
  while (c.panels > 1 && batches * c.row_tasks * div_up(panels, c.panels) < tasks_wanted &&
         c.rows * c.panels * c.columns * p.k > work_wanted && !streams)
    c.panels = div_up(c.panels, dim_t(2));
  c.column_tasks = div_up(panels, c.panels);
  c.tasks = batches * c.row_tasks * c.column_tasks;
}

void planner::choose_block() noexcept {
  dim_t steps = p.panel_columns
                    ? most_panel_steps
                    : min(streams ? few_steps : most_steps, room.b / (c.columns * group * b_size));
  if (c.packs_a) steps = min(steps, room.a / packed_a_bytes(p.a, c.rows, 1, backend));
  c.block = even_part(div_up(p.k, group), steps) * group;
}

void planner::place() noexcept {
  const dim_t steps = c.block / group;
  dim_t a = 0, b = p.sums_rows ? lanes * group : 0, stage = 0;
  if (c.packs_a) {
    a = packed_a_bytes(p.a, c.rows, steps, backend);
    stage = stage_a_bytes(p.a, c.rows, steps, backend);
  } else if (p.k % group != 0) {
    a = packed_a_bytes(p.a, c.rows, 1, backend);
  }
  if (c.packs_b || (!p.panel_columns && p.n % c.columns != 0)) {
    b = max(b, packed_b_bytes(c.columns, steps, x));
    stage = max(stage, stage_b_bytes(p.b, p.b_values, c.columns, steps, backend));
  }
  const dim_t width = min(c.panels * c.columns, round_up(p.n, lanes)) + lanes;
  c.a_at = own_sums ? round_up((c.rows + 1) * width * sum_bytes, line_bytes) : 0;
  c.b_at = c.a_at + round_up(a, line_bytes);
  c.stage_at = c.b_at + round_up(b, line_bytes);
  c.bytes = c.stage_at + round_up(stage, line_bytes);
}

// A part of a matrix as it lies in memory.
struct stored_part {
  const char *from;
  dim_t step, lines, bytes;  // step and bytes of a line, in bytes
};
stored_part stored(const matrix_part &p) noexcept {
  const dim_t size = dim_t(type_size(p.of.type));
  const char *from = p.of.at(p.row, p.col);
  return p.of.col_step == 1 ? stored_part{from, p.of.row_step * size, p.rows, p.cols * size}
                            : stored_part{from, p.of.col_step * size, p.cols, p.rows * size};
}

// Lines [first, last) into the L1 cache, or, with kLocality 2, the L2.
template <int kLocality>
void fetch(const stored_part &p, dim_t first, dim_t last) noexcept {
  for (dim_t l = first; l < last; ++l)
    for (dim_t i = 0; i < p.bytes; i += line_bytes)
      __builtin_prefetch(p.from + l * p.step + i, 0, kLocality);
}

// One worker at one task. Behind the sums of its rows is a vector with those of the rows of A, and
// behind the last row one with those of the columns of B, where they are asked for.
class multiply_task {
 public:
  multiply_task(const multiply_problem &p, const multiply_backend &backend, const multiply_cut &c,
                dim_t task, char *memory) noexcept;
  void run() noexcept;

 private:
  char *sums(dim_t r, dim_t col) const noexcept { return sums_ + (r * step_ + col) * sum_bytes; }
  void start_batch() noexcept;
  stored_part panel_of_b(dim_t k, dim_t col) const noexcept;
  void add(dim_t k, dim_t count) noexcept;
  void read_a(tile_args &t, dim_t k, dim_t count) noexcept;
  void read_b(tile_args &t, dim_t k, dim_t count, dim_t col, dim_t cols) noexcept;
  void run_tiles(tile_args &t, dim_t k, dim_t col) noexcept;
  void sum_rows(tile_args t, dim_t k) noexcept;
  void sum_columns(tile_args t, dim_t k, dim_t col) noexcept;
  void run_tiles_fetching(tile_args t, dim_t k) noexcept;

  const multiply_problem &p_;
  const multiply_backend &backend_;
  const product &x_;
  const multiply_cut &c_;
  const dim_t row_task_, batch_, row_, rows_, col_, cols_, lanes_, width_, step_;
  matrix a_, b_;
  decompression of_batch_;
  const decompression *values_;  // null, or of the batch
  char *const memory_;
  char *sums_;
  stored_part next_ = {};  // the next panel
};

multiply_task::multiply_task(const multiply_problem &p, const multiply_backend &backend,
                             const multiply_cut &c, dim_t task, char *memory) noexcept
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
      step_(p.c ? p.c_row_step : width_ + lanes_),
      a_(p.a),
      b_(p.b),
      values_(p.b_values),
      memory_(memory),
      sums_(p.c ? static_cast<char *>(p.c) + (row_ * step_ + col_) * sum_bytes : memory) {
  if (p.batches) start_batch();
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
}

void multiply_task::run() noexcept {
  if (p_.c && p_.beta != 0 && p_.beta != 1)
    for (dim_t r = 0; r < rows_; ++r)
      backend_.scale(reinterpret_cast<float *>(sums(r, 0)), cols_, p_.beta);
  dim_t k = 0;
  do {
    dim_t count = min(c_.block, p_.k - k);
    if (!c_.packs_a && count > x_.group) count -= count % x_.group;
    add(k, count);
    k += count;
  } while (k < p_.k);
  if (!p_.finish) return;
  auto *all = reinterpret_cast<int32_t *>(sums_);
  p_.finish(p_.finish_context,
            {batch_, row_, rows_, col_, cols_, sums_, step_, p_.sums_rows ? all + width_ : nullptr,
             p_.sums_columns ? all + rows_ * step_ : nullptr});
}

// What a panel is made of; nothing beyond the end.
stored_part multiply_task::panel_of_b(dim_t k, dim_t col) const noexcept {
  if (!c_.fetches || k >= p_.k) return {};
  return stored({b_, k, min(c_.block, p_.k - k), col_ + col, min(c_.columns, cols_ - col)});
}

void multiply_task::add(dim_t k, dim_t count) noexcept {
  static constexpr tile_tap whole = {0, 0};
  tile_args t = {};
  t.taps = &whole;
  t.tap_count = 1;
  t.steps = size_t(div_up(count, dim_t(x_.group)));
  t.relu = p_.relu.on && k + count >= p_.k;
  t.relu_alpha = p_.relu.alpha;
  t.c_row = ptrdiff_t(step_);
  if (count > 0) read_a(t, k, count);
  if (p_.sums_rows) sum_rows(t, k);
  for (dim_t col = 0; col < cols_; col += c_.columns) {
    const dim_t cols = min(c_.columns, cols_ - col);
    const bool is_last = col + c_.columns >= cols_;
    next_ = panel_of_b(is_last ? k + c_.block : k, is_last ? 0 : col + c_.columns);
    if (count > 0) read_b(t, k, count, col, cols);
    t.cols = size_t(p_.c ? cols : round_up(cols, lanes_));
    run_tiles(t, k, col);
    if (p_.sums_columns) sum_columns(t, k, col);
  }
}

void multiply_task::read_a(tile_args &t, dim_t k, dim_t count) noexcept {
  const dim_t size = dim_t(size_of(x_.a));
  if (!c_.packs_a && count % x_.group == 0) {
    t.a = a_.at(row_, k);
    t.a_row = ptrdiff_t(a_.row_step * size);
    t.a_step = ptrdiff_t(a_.col_step * x_.group * size);
    return;
  }
  char *to = memory_ + c_.a_at;
  const packed_steps steps =
      pack_a(backend_, {a_, row_, rows_, k, count}, to, memory_ + c_.stage_at);
  t.a = to;
  t.a_row = steps.row;
  t.a_step = steps.step;
}

void multiply_task::read_b(tile_args &t, dim_t k, dim_t count, dim_t col, dim_t cols) noexcept {
  const dim_t group = x_.group, size = dim_t(size_of(x_.b));
  t.b_step = ptrdiff_t(c_.columns * group * size);
  if (p_.panel_columns) {
    t.b = static_cast<const char *>(b_.data) +
          ((col_ + col) * round_up(p_.k, group) + k * c_.columns) * size;
  } else if (!c_.packs_b && cols == c_.columns) {
    t.b = b_.at(k, col_ + col);
    t.b_step = ptrdiff_t(b_.row_step * size);
  } else {
    char *to = memory_ + c_.b_at;
    pack_b(backend_, {b_, k, count, col_ + col, cols}, values_, p_.b_factor, c_.columns, to,
           memory_ + c_.stage_at);
    t.b = to;
  }
}

void multiply_task::run_tiles(tile_args &t, dim_t k, dim_t col) noexcept {
  t.c = sums(0, col);
  if (k > 0 || (p_.c && p_.beta != 0)) {
    t.start = t.c;
    t.start_row = t.c_row;
  } else if (p_.bias) {
    t.start = static_cast<const char *>(p_.bias) + (col_ + col) * sum_bytes;
  }
  if (c_.fetches)
    run_tiles_fetching(t, k);
  else
    run_panel(*x_.tiles, size_t(lanes_), t, size_t(rows_));
}

// A panel of C tile by tile: during each, the next one's part of A and C comes, and some of the
// next panel of B.
void multiply_task::run_tiles_fetching(tile_args t, dim_t k) noexcept {
  const tile_table &tiles = *x_.tiles;
  const dim_t height = even_part(rows_, tiles.max_rows[div_up(dim_t(t.cols), lanes_) - 1]);
  const dim_t count = div_up(rows_, height), depth = min(dim_t(t.steps) * x_.group, p_.k - k);
  for (dim_t i = 0, row = 0; i < count; ++i, row += height) {
    const dim_t ahead = min(height, rows_ - row - height);
    char *next_c = static_cast<char *>(t.c) + height * t.c_row * sum_bytes;
    if (ahead > 0) {
      const stored_part a = stored({a_, row_ + row + height, ahead, k, depth});
      if (!c_.packs_a) fetch<3>(a, 0, a.lines);
      fetch<3>({next_c, t.c_row * sum_bytes, ahead, dim_t(t.cols) * sum_bytes}, 0, ahead);
    }
    fetch<2>(next_, next_.lines * i / count, next_.lines * (i + 1) / count);
    run_panel(tiles, size_t(lanes_), t, size_t(min(height, rows_ - row)));
    t.a += height * t.a_row;
    t.c = next_c;
    if (t.start) t.start = static_cast<const char *>(t.start) + height * t.start_row * sum_bytes;
  }
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
void multiply_task::sum_columns(tile_args t, dim_t k, dim_t col) noexcept {
  t.a = group_of_ones(x_.a);
  t.a_step = 0;
  t.c = sums(rows_, col);
  t.start = k > 0 ? t.c : nullptr;
  run_panel(*x_.tiles, size_t(lanes_), t, 1);
}

}  // namespace

dim_t batch_walk::count() const noexcept {
  dim_t all = 1;
  for (int d = 0; d < ndims; ++d) all *= dims[d];
  return all;
}

namespace {

void advance(const void *&data, dim_t elements, data_type type) noexcept {
  if (!data) return;
  // Of elements of four bits, batches begin with whole bytes.
  const dim_t bytes = is_four_bit_type(type) ? elements / 2 : elements * dim_t(type_size(type));
  data = static_cast<const char *>(data) + bytes;
}

}  // namespace

batch_data find_batch(const multiply_problem &p, dim_t batch) noexcept {
  batch_data at = {p.a, p.b, {}, 0};
  if (p.b_values) at.values = *p.b_values;
  if (!p.batches) return at;
  const batch_walk &w = *p.batches;
  dim_t offsets[batch_operands] = {};
  for (int d = w.ndims - 1; d >= 0; --d) {
    const dim_t i = take(batch, w.dims[d]);
    for (int o = 0; o < batch_operands; ++o) offsets[o] += i * w.steps[d][o];
  }
  advance(at.a.data, offsets[batch_a], at.a.type);
  advance(at.b.data, offsets[batch_b], at.b.type);
  group_values &scales = at.values.scales, &zero_points = at.values.zero_points;
  advance(scales.data, offsets[batch_scales], scales.type);
  advance(zero_points.data, offsets[batch_zero_points], zero_points.type);
  at.c = offsets[batch_c];
  return at;
}

const char *plan_multiply(const multiply_problem &p, const multiply_backend &backend,
                          const multiply_room &room, multiply_cut &cut) noexcept {
  if (!backend.multiply->tiles) return "no tiles";
  if (plan_few_rows(p, backend, room, cut)) return nullptr;
  if (!can_pack_a(p.a, backend)) return "type of A";
  if (!p.panel_columns && !can_pack_b(p.b, backend)) return "type of B";
  planner plan = {p, backend, room, cut};
  plan.choose_panels();
  plan.choose_rows();
  plan.choose_tasks();
  plan.choose_block();
  plan.place();
  return nullptr;
}

void run_multiply_task(const multiply_problem &p, const multiply_backend &backend,
                       const multiply_cut &cut, dim_t task, char *memory) noexcept {
  if (cut.is_of_few_rows) return run_few_rows(p, backend, cut, task, memory);
  multiply_task(p, backend, cut, task, memory).run();
}

void run_multiply(const team &workers, const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, char *scratch) noexcept {
  const size_t share = worker_share(size_t(cut.bytes));
  parallel_for(workers, cut.tasks, [&](int64_t task, int worker) {
    run_multiply_task(p, backend, cut, task, scratch + size_t(worker) * share);
  });
}

}  // namespace dnnlet::drivers
