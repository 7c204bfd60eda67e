// SPDX-License-Identifier: Apache-2.0
// Batches of small matrices; formula: stacked.h.
//   A, B and C as in multiply.cpp; scratch: what is packed of all matrices of a task, and of one
//   the sums that are not made in C
//   error: that of multiply.cpp
#include "plugins/drivers/gemm/stacked.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// What a task reads and packs stays in the L1 cache; of some matrices, the rest is divided.
constexpr dim_t task_bytes = 24 * 1024, most_stacked = 64, tasks_wanted = 16;

const dim_t *last_steps(const multiply_problem &p) noexcept {
  return p.batches->steps[p.batches->ndims - 1];
}

// Whether rows of A, or of B, of one matrix follow those of the one before.
bool follows(const matrix &m, dim_t rows, dim_t step) noexcept {
  return m.col_step == 1 && step == rows * m.row_step;
}

bool packs_b_together(const multiply_problem &p, const product &x) noexcept {
  return p.k % x.group == 0 && follows(p.b, p.k, last_steps(p)[batch_b]);
}

// Bytes of a matrix of B where tiles read it.
dim_t panel_bytes(const multiply_problem &p, const product &x, dim_t columns) noexcept {
  return packed_b_bytes(columns, div_up(p.k, dim_t(x.group)), x);
}

// Few rows of integers are theirs, for which nothing is shifted, and so are lines along K, which
// have sums of their own.
bool suits(const multiply_problem &p, const multiply_backend &backend,
           const multiply_room &room) noexcept {
  const product &x = *backend.multiply;
  if ((x.is_integer || p.b.col_step != 1) && is_of_few_rows(p, backend, room)) return false;
  return p.batches && p.k > 0 && max(p.m, p.k) <= task_bytes && p.beta == 0 && !p.b_values &&
         !is_four_bit_type(p.b.type) && p.b_factor == 1 && !p.sums_rows &&
         (!p.sums_columns || p.may_take_off) &&
         p.n <= dim_t(backend.lanes()) * x.tiles->max_vectors && !x.tiles->unit &&
         can_pack_a(p.a, backend) &&
         (p.panel_columns >= p.n ||
          (can_pack_b(p.b, nullptr, backend) && !widens_bytes(p.b, nullptr, backend)));
}

// One worker at one task.
struct stack {
  const multiply_problem &p;
  const multiply_backend &backend;
  const multiply_cut &c;
  char *const memory;
  const dim_t count;  // of matrices

  const product &x = *backend.multiply;
  const dim_t *const steps = last_steps(p);
  const dim_t lanes = dim_t(backend.lanes()), beyond = c.columns - p.n;

  ptrdiff_t read_a(tile_args &t, const matrix &a) const noexcept;
  ptrdiff_t read_b(tile_args &t, const matrix &b) const noexcept;
  void pack(const matrix &b, dim_t i, dim_t matrices, char *to) const noexcept;
  ptrdiff_t find_c(tile_args &t, dim_t at) const noexcept;
  bool spills(dim_t i) const noexcept;
  void make_start(tile_args t) const noexcept;
  void run(const batch_data &at, dim_t batch) const noexcept;
};

// Answers how far it is to the next matrix, in bytes.
ptrdiff_t stack::read_a(tile_args &t, const matrix &a) const noexcept {
  const auto size = ptrdiff_t(size_of(x.a));
  if (!c.packs_a) {
    t.a = a.at(0, 0);
    t.a_row = ptrdiff_t(a.row_step) * size;
    t.a_step = ptrdiff_t(a.col_step * x.group) * size;
    return ptrdiff_t(steps[batch_a]) * size;
  }
  t.a = memory + c.a_at;
  // Dense rows are one.
  const bool are_dense = a.row_step == p.k && p.k % x.group == 0;
  const dim_t rows = count * p.m, k = p.k;
  const packed_steps packed =
      pack_a(backend, {a, 0, are_dense ? 1 : rows, 0, are_dense ? rows * k : k}, memory + c.a_at,
             memory + c.stage_at);
  t.a_row = are_dense ? ptrdiff_t(k) * size : packed.row;
  t.a_step = packed.step;
  return ptrdiff_t(p.m) * t.a_row;
}

void stack::pack(const matrix &b, dim_t i, dim_t matrices, char *to) const noexcept {
  matrix from = b;
  from.data = b.at(0, 0) + i * steps[batch_b] * dim_t(type_size(b.type));
  pack_b(backend, {from, 0, matrices * p.k, 0, p.n}, nullptr, 1, c.columns, to,
         memory + c.stage_at);
}

ptrdiff_t stack::read_b(tile_args &t, const matrix &b) const noexcept {
  const auto size = ptrdiff_t(size_of(x.b));
  t.b_step = ptrdiff_t(c.columns * x.group) * size;
  if (!c.packs_b) {
    t.b = static_cast<const char *>(b.data);
    if (!p.panel_columns) t.b_step = ptrdiff_t(b.row_step) * size;
    return ptrdiff_t(steps[batch_b]) * size;
  }
  t.b = memory + c.b_at;
  const dim_t together = packs_b_together(p, x) ? count : 1, step = panel_bytes(p, x, c.columns);
  for (dim_t i = 0; i < count; i += together) pack(b, i, together, memory + c.b_at + i * step);
  return ptrdiff_t(step);
}

// `at`: where the first one begins, elements.
ptrdiff_t stack::find_c(tile_args &t, dim_t at) const noexcept {
  t.c = memory;
  t.c_row = ptrdiff_t(c.columns);
  if (!p.c && !p.narrowed) return 0;
  t.c_row = ptrdiff_t(p.c_row_step);
  t.narrows = p.narrowed;
  if (t.narrows) t.finish = p.narrowed->finish;
  const ptrdiff_t size = c_bytes(*x.tiles, t);
  t.c = static_cast<char *>(t.narrows ? p.narrowed->c : p.c) + ptrdiff_t(at) * size;
  return ptrdiff_t(steps[batch_c]) * size;
}

// Whether what tiles store beyond the end of rows is made later, or is nobody's.
bool stack::spills(dim_t i) const noexcept {
  if (!p.c && !p.narrowed) return true;
  return p.c_row_step == p.n && steps[batch_c] == p.m * p.n &&
         (count - 1 - i) * p.m * p.n >= beyond;
}

// What is in each element of A too much, by the columns of B.
void stack::make_start(tile_args t) const noexcept {
  auto *start = reinterpret_cast<uint32_t *>(memory + c.start_at);
  t.a = group_of_ones(x.a);
  t.a_step = 0;
  t.c = start;
  t.cols = size_t(c.columns);
  t.start = nullptr;
  t.narrows = false;
  run_panel(*x.tiles, size_t(lanes), t, 1);
  for (dim_t i = 0; i < c.columns; ++i) start[i] *= 0 - uint32_t(p.a_offset);
}

void stack::run(const batch_data &at, dim_t batch) const noexcept {
  static constexpr tile_tap whole = {0, 0};
  tile_args t = {};
  t.taps = &whole;
  t.tap_count = 1;
  t.steps = size_t(div_up(p.k, dim_t(x.group)));
  t.relu = p.relu;
  t.start = c.takes_off ? memory + c.start_at : p.bias;
  const ptrdiff_t a_step = read_a(t, at.a), b_step = read_b(t, at.b), c_step = find_c(t, at.c);
  const char *b = t.b;
  for (dim_t i = 0; i < count; ++i, t.a += a_step, b += b_step) {
    t.b = b;
    // Whole vectors of its last row end in a matrix that follows, or else where it is packed.
    if (!c.packs_b && !p.panel_columns && (count - 1 - i) * steps[batch_b] < beyond) {
      t.b = memory + c.b_at;
      pack(at.b, i, 1, memory + c.b_at);
      t.b_step = ptrdiff_t(c.columns) * ptrdiff_t(size_of(x.b));
    }
    if (c.takes_off) make_start(t);
    t.cols = size_t(spills(i) ? c.columns : p.n);
    run_panel(*x.tiles, size_t(lanes), t, size_t(p.m));
    t.c = static_cast<char *>(t.c) + c_step;
    if (p.finish && !p.narrowed)
      p.finish(p.finish_context, {batch + i, 0, p.m, 0, p.n, memory, c.columns, nullptr, nullptr});
  }
}

void place(const multiply_problem &p, const multiply_backend &backend, multiply_cut &c) noexcept {
  const product &x = *backend.multiply;
  const dim_t steps = div_up(p.k, dim_t(x.group)), panel = panel_bytes(p, x, c.columns);
  const dim_t a = c.packs_a ? packed_a_bytes(p.a, dim_t(c.stacked) * p.m, steps, backend) : 0;
  c.start_at = p.c ? 0 : round_up(p.m * c.columns * sum_bytes, line_bytes);
  c.a_at = c.start_at + (c.takes_off ? c.columns * sum_bytes : 0);
  c.b_at = c.a_at + round_up(a, line_bytes);
  c.stage_at = c.b_at + round_up((c.packs_b ? dim_t(c.stacked) : 1) * panel, line_bytes);
  c.bytes = c.stage_at + round_up(stage_b_bytes(p.b, false, c.columns, steps, backend), line_bytes);
}

}  // namespace

bool plan_stacked(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_room &room, multiply_cut &c) noexcept {
  c.stacked = 0;
  if (!suits(p, backend, room)) return false;
  const product &x = *backend.multiply;
  const dim_t lanes = dim_t(backend.lanes()), last = p.batches->dims[p.batches->ndims - 1];
  c.packs_a = !reads_a_in_place(p.a, x) || p.k % x.group != 0;
  if (c.packs_a && !follows(p.a, p.m, last_steps(p)[batch_a])) return false;
  c.packs_b = !p.panel_columns && !reads_b_in_place(p.b, x);
  c.columns = p.panel_columns ? p.panel_columns : round_up(p.n, lanes);
  const dim_t bytes =
      panel_bytes(p, x, c.columns) + p.m * p.k * dim_t(size_of(x.a)) + p.m * c.columns * sum_bytes;
  const dim_t matrices = p.batches->count();
  const dim_t most = min(last, clamp<dim_t>(matrices / tasks_wanted, 2, most_stacked));
  if (bytes > task_bytes / 2 || most < 2) return false;
  c.stacked = uint8_t(min(most, task_bytes / bytes));
  c.rows = c.part_rows = p.m;
  c.block = p.k;
  c.at_once = c.panels = c.column_tasks = 1;
  c.row_tasks = div_up(last, dim_t(c.stacked));
  c.tasks = matrices / last * c.row_tasks;
  c.takes_off = p.sums_columns;
  c.is_of_parts = !p.c;
  place(p, backend, c);
  return true;
}

void run_stacked(const multiply_problem &p, const multiply_backend &backend,
                 const multiply_cut &cut, dim_t task, char *memory) noexcept {
  const dim_t last = p.batches->dims[p.batches->ndims - 1];
  const dim_t first = take(task, cut.row_tasks) * dim_t(cut.stacked), batch = task * last + first;
  stack{p, backend, cut, memory, min<dim_t>(cut.stacked, last - first)}.run(find_batch(p, batch),
                                                                            batch);
}

}  // namespace dnnlet::drivers
