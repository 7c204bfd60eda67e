// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/blas/gemm_int8.h"

#include <cstring>

#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// On a worker's stack: the sums of a task, blocks of A and of B. Together 11 / 8 of stack_bytes.
constexpr dim_t most_sums = DNNLET_STACK_BYTES * 3 / 4 / sum_bytes;
constexpr dim_t a_bytes = DNNLET_STACK_BYTES * 3 / 8, b_bytes = DNNLET_STACK_BYTES / 4;
// The sums of a task are about so wide, but for less than that many rows. Each packing of B serves
// the rows, each of A the columns.
constexpr dim_t columns_at_once = DNNLET_STACK_BYTES / 256;
constexpr dim_t least_block = 64;  // of K, elements, that leave room for all rows
constexpr dim_t tasks_wanted = 16;
constexpr dim_t work_wanted = 1 << 22;  // multiplications of a task, before there are more of them

// How a product is cut. The sums do not depend on it.
struct int8_cut {
  dim_t columns;  // of a panel: whole vectors
  dim_t panels;   // of a task
  dim_t rows;     // of a task
  dim_t block;    // of K, elements: whole groups
  bool in_place;  // tiles read A where it is, but for the end of K within a group
};

int8_cut cut(const gemm_op &op, const gemm_int8_backend &backend) noexcept {
  const product &p = *backend.multiply;
  const dim_t lanes = dim_t(backend.lanes()), group = p.group, a_size = dim_t(size_of(p.a));
  int8_cut c;
  c.in_place = op.a.col_step == 1 && p.a != element::s16 && shift_of(op.a.type, p.a) == 0;
  const dim_t vectors = min<dim_t>(p.tiles->max_vectors, b_bytes / (lanes * group));
  c.columns = even_part(div_up(op.n, lanes), vectors) * lanes;
  const dim_t panels = div_up(op.n, c.columns);
  const dim_t width = c.columns * clamp<dim_t>(columns_at_once / c.columns, 1, panels);
  c.rows = even_part(op.m, min(most_sums / (width + lanes) - 1, a_bytes / (least_block * a_size)));
  c.panels = even_part(panels, (most_sums / (c.rows + 1) - lanes) / c.columns);
  const dim_t row_tasks = div_up(op.m, c.rows);
  while (c.panels > 1 && row_tasks * div_up(panels, c.panels) < tasks_wanted &&
         c.rows * c.panels * c.columns * op.k > work_wanted)
    c.panels = div_up(c.panels, dim_t(2));
  // Packed across K, rows of A end with whole vectors.
  const dim_t a_rows = op.a.col_step == 1 ? c.rows : round_up(c.rows, lanes);
  dim_t steps = b_bytes / (c.columns * group);
  if (!c.in_place) steps = min(steps, a_bytes / (a_rows * group * a_size));
  c.block = even_part(div_up(max<dim_t>(op.k, 1), group), steps) * group;
  return c;
}

// One worker at its part of C, of which all sums stay on the stack. Behind the rows are the sums of
// the columns of B, and behind the columns that of the rows of A, where offsets need them.
class gemm_int8_task {
 public:
  gemm_int8_task(const gemm_op &op, const gemm_int8_backend &backend, const int8_cut &c, dim_t row,
                 dim_t col) noexcept
      : op_(op),
        backend_(backend),
        p_(*backend.multiply),
        c_(c),
        row_(row),
        col_(col),
        rows_(min(c.rows, op.m - row)),
        cols_(min(c.panels * c.columns, op.n - col)),
        lanes_(dim_t(backend.lanes())),
        width_(round_up(cols_, lanes_)),
        stride_(width_ + lanes_),
        a_offset_(op.a_offset + shift_of(op.a.type, p_.a)) {}

  void run() noexcept {
    if (op_.k == 0 || op_.alpha == 0) {
      std::memset(sums_, 0, size_t(rows_ * stride_ * sum_bytes));
    } else {
      for (dim_t k = 0, count; k < op_.k; k += count) {
        count = min(c_.block, op_.k - k);
        if (c_.in_place && count > p_.group) count -= count % p_.group;
        add(k, count);
      }
      for (dim_t r = 0; r < rows_; ++r) correct(r);
    }
    for (dim_t r = 0; r < rows_; ++r) finish(r);
  }

 private:
  int32_t *sums(dim_t r, dim_t col) noexcept { return sums_ + r * stride_ + col; }
  void read_a(tile_args &t, dim_t k, dim_t count) noexcept;
  void read_b(tile_args &t, dim_t k, dim_t count, dim_t col, dim_t cols) noexcept;
  void add(dim_t k, dim_t count) noexcept;
  void multiply(tile_args t, dim_t k, dim_t rows, int32_t *c, dim_t columns) noexcept;
  void correct(dim_t r) noexcept;
  void finish(dim_t r) noexcept;

  const gemm_op &op_;
  const gemm_int8_backend &backend_;
  const product &p_;
  const int8_cut &c_;
  const dim_t row_, col_, rows_, cols_, lanes_, width_, stride_;
  const int32_t a_offset_;  // of the elements as tiles read them
  alignas(64) int32_t sums_[most_sums];
  alignas(64) char a_[a_bytes];
  alignas(64) char b_[b_bytes];
};

void gemm_int8_task::read_a(tile_args &t, dim_t k, dim_t count) noexcept {
  const char *from = op_.a.at<char>(row_, k);
  const dim_t size = dim_t(size_of(p_.a)), group_bytes = p_.group * size;
  t.a_step = ptrdiff_t(group_bytes);
  if (c_.in_place && count % p_.group == 0) {
    t.a = from;
    t.a_row = ptrdiff_t(op_.a.row_step);
    return;
  }
  const int8_packing &pack = op_.a.type == dnnl_u8 ? backend_.a_of_u8 : backend_.a_of_s8;
  t.a = a_;
  if (op_.a.col_step == 1) {
    const dim_t step = round_up(count, dim_t(p_.group));
    pack.along({from, op_.a.row_step, rows_, count, a_, step});
    t.a_row = ptrdiff_t(step * size);
  } else {
    const dim_t whole = round_up(rows_, lanes_);
    pack.across({from, op_.a.col_step, count, rows_, a_, whole * p_.group});
    t.a_row = ptrdiff_t(group_bytes);
    t.a_step = ptrdiff_t(whole * group_bytes);
  }
}

void gemm_int8_task::read_b(tile_args &t, dim_t k, dim_t count, dim_t col, dim_t cols) noexcept {
  const dim_t step = c_.columns * p_.group;
  const int8_t *from = op_.b.at<int8_t>(k, col_ + col);
  if (op_.b.col_step == 1)
    backend_.b.across({from, op_.b.row_step, count, cols, b_, step});
  else
    backend_.b.along({from, op_.b.col_step, cols, count, b_, step});
  t.b = b_;
  t.b_step = ptrdiff_t(step);
}

void gemm_int8_task::multiply(tile_args t, dim_t k, dim_t rows, int32_t *c,
                              dim_t columns) noexcept {
  t.c = c;
  t.cols = size_t(columns);
  t.start = k > 0 ? c : nullptr;
  run_panel(*p_.tiles, size_t(lanes_), t, size_t(rows));
}

void gemm_int8_task::add(dim_t k, dim_t count) noexcept {
  constexpr tile_tap whole = {0, 0};
  tile_args t = {};
  t.taps = &whole;
  t.tap_count = 1;
  t.steps = size_t(div_up(count, dim_t(p_.group)));
  t.c_row = t.start_row = ptrdiff_t(stride_);
  read_a(t, k, count);
  if (op_.b_offset != 0) {
    std::memset(b_, 1, size_t(lanes_ * p_.group));
    t.b = b_;
    t.b_step = 0;
    multiply(t, k, rows_, sums(0, width_), lanes_);
  }
  tile_args of_ones = t;
  of_ones.a = group_of_ones(p_.a);
  of_ones.a_step = 0;
  for (dim_t col = 0; col < cols_; col += c_.columns) {
    const dim_t cols = min(c_.columns, cols_ - col), columns = round_up(cols, lanes_);
    read_b(t, k, count, col, cols);
    multiply(t, k, rows_, sums(0, col), columns);
    if (a_offset_ == 0) continue;
    of_ones.b = t.b;
    of_ones.b_step = t.b_step;
    multiply(of_ones, k, 1, sums(rows_, col), columns);
  }
}

// sum((a - ao) * (b - bo)) = sum(a * b) - ao * sum(b) - bo * sum(a) + k * ao * bo, modulo 2^32.
void gemm_int8_task::correct(dim_t r) noexcept {
  const auto ao = uint32_t(a_offset_), bo = uint32_t(op_.b_offset);
  int32_t *row = sums(r, 0);
  const uint32_t of_row = bo == 0 ? 0 : bo * (uint32_t(op_.k) * ao - uint32_t(row[width_]));
  if (ao != 0) {
    const int32_t *of_columns = sums(rows_, 0);
    for (dim_t i = 0; i < cols_; ++i)
      row[i] = int32_t(uint32_t(row[i]) + of_row - ao * uint32_t(of_columns[i]));
  } else if (of_row != 0) {
    for (dim_t i = 0; i < cols_; ++i) row[i] = int32_t(uint32_t(row[i]) + of_row);
  }
}

void gemm_int8_task::finish(dim_t r) noexcept {
  const int32_t *row = sums(r, 0);
  int32_t *c = static_cast<int32_t *>(op_.c) + (row_ + r) * op_.c_row_step + col_;
  const int32_t *offset =
      op_.c_offsets + (row_ + r) * op_.offset_row_step + col_ * op_.offset_col_step;
  if (op_.alpha == 1 && op_.beta == 0 && op_.offset_col_step == 0 && *offset == 0) {
    std::memcpy(c, row, size_t(cols_ * sum_bytes));
    return;
  }
  for (dim_t i = 0; i < cols_; ++i)
    c[i] = finish_int8(op_, row[i], op_.beta == 0 ? 0 : c[i], offset[i * op_.offset_col_step]);
}

}  // namespace

refusal plan_gemm_int8(plan_request &) noexcept {
  return accepted;
}

void run_gemm_int8(const run_context &context) noexcept {
  const auto &backend = context.parts_as<gemm_int8_backend>();
  const auto &op = context.problem<gemm_op>();
  const int8_cut c = cut(op, backend);
  const dim_t width = c.panels * c.columns, tasks_of_row = div_up(op.n, width);
  parallel_for(context.workers, div_up(op.m, c.rows) * tasks_of_row, [&](int64_t item, int) {
    gemm_int8_task(op, backend, c, item / tasks_of_row * c.rows, item % tasks_of_row * width).run();
  });
}

}  // namespace dnnlet::drivers
