// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/blas/sgemm.h"

#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// A panel of B, `block` rows of some vectors, is packed on the worker's stack, where it stays in
// the L1 cache while the rows of A pass by.
constexpr dim_t panel_floats = DNNLET_STACK_BYTES / dim_t(sizeof(float));
constexpr dim_t most_steps = 256;  // of a packed panel
// A task: its part of C, and most_steps of its rows of A, stay in the L2 cache.
constexpr dim_t rows_at_once = 256, columns_at_once = 512;
constexpr dim_t tasks_wanted = 16;
constexpr dim_t work_wanted = 1 << 22;  // multiplications of a task, before there are more of them
// With so few rows of C, packing B does not pay; it is read where it is, and if it does not stay in
// a cache anyway, a few long rows at a time.
constexpr dim_t few_rows = 28, few_steps = 8, long_row = 2048;
constexpr dim_t cached_floats = 32 * 1024;
// Matrices of more than that do not wait in a cache: what comes next is fetched ahead of time,
// which takes a tenth off the time of large products.
constexpr dim_t waiting_floats = 256 * 1024;
constexpr dim_t line_floats = 16;

// How a product is cut. The sums do not depend on it.
struct sgemm_cut {
  dim_t columns;  // of a panel: whole vectors
  dim_t block;    // steps of the sum at once
  dim_t rows;     // of a task
  dim_t panels;   // of a task
  bool packs;     // B; otherwise only where a row ends within a vector
  bool fetches;   // ahead of time
};

sgemm_cut cut(const gemm_op &op, const sgemm_backend &backend) noexcept {
  const dim_t lanes = dim_t(backend.lanes());
  const dim_t most = min<dim_t>(backend.multiply->tiles->max_vectors, panel_floats / lanes);
  sgemm_cut c;
  c.columns = even_part(div_up(op.n, lanes), most) * lanes;
  c.packs = op.b.col_step != 1 || op.alpha != 1 || op.m > few_rows;
  const bool streams = !c.packs && op.k * op.n > cached_floats;
  c.block = even_part(op.k, min(streams ? few_steps : most_steps, panel_floats / c.columns));
  c.fetches = c.packs && op.m * op.k + op.k * op.n + op.m * op.n > waiting_floats;
  c.rows = even_part(op.m, rows_at_once);
  const dim_t panels = div_up(op.n, c.columns), row_tasks = div_up(op.m, c.rows);
  c.panels = even_part(panels, (streams ? long_row : columns_at_once) / c.columns);
  while (c.panels > 1 && row_tasks * div_up(panels, c.panels) < tasks_wanted &&
         c.rows * c.panels * c.columns * op.k > work_wanted && !streams)
    c.panels = div_up(c.panels, dim_t(2));
  return c;
}

// A block of a matrix as it lies in memory.
struct stored_block {
  const float *from;
  dim_t step, rows, floats;
};
stored_block part_of(const gemm_matrix &m, dim_t row, dim_t rows, dim_t col, dim_t cols) noexcept {
  const float *from = m.at<float>(row, col);
  return m.col_step == 1 ? stored_block{from, m.row_step, rows, cols}
                         : stored_block{from, m.col_step, cols, rows};
}

// Rows [first, last) into the L1 cache, or, with kLocality 2, the L2.
template <int kLocality>
void fetch(const stored_block &b, dim_t first, dim_t last) noexcept {
  for (dim_t r = first; r < last; ++r)
    for (dim_t i = 0; i < b.floats; i += line_floats)
      __builtin_prefetch(b.from + r * b.step + i, 0, kLocality);
}

// One worker at the rows of C from `row` on.
class sgemm_task {
 public:
  sgemm_task(const gemm_op &op, const sgemm_backend &backend, const sgemm_cut &c,
             dim_t row) noexcept
      : op_(op), backend_(backend), c_(c), row_(row), rows_(min(c.rows, op.m - row)) {}

  void run(dim_t first, dim_t last) noexcept {
    if (op_.beta != 0 && op_.beta != 1)
      for (dim_t r = 0; r < rows_; ++r) backend_.scale(c_at(r, first), last - first, op_.beta);
    for (dim_t k = 0; k < op_.k; k += c_.block)
      for (dim_t col = first; col < last; col += c_.columns) {
        const bool is_last = col + c_.columns >= last;
        next_ = panel_of_b(is_last ? k + c_.block : k, is_last ? first : col + c_.columns);
        add(k, min(c_.block, op_.k - k), col, min(c_.columns, op_.n - col));
      }
  }

 private:
  float *c_at(dim_t r, dim_t col) const noexcept {
    return static_cast<float *>(op_.c) + (row_ + r) * op_.c_row_step + col;
  }
  // What a panel is made of; empty beyond the end.
  stored_block panel_of_b(dim_t k, dim_t col) const noexcept {
    if (!c_.fetches || k >= op_.k) return {};
    return part_of(op_.b, k, min(c_.block, op_.k - k), col, min(c_.columns, op_.n - col));
  }
  const float *panel(dim_t k, dim_t steps, dim_t col, dim_t cols, dim_t *row_step) noexcept;
  void add(dim_t k, dim_t steps, dim_t col, dim_t cols) noexcept;
  void run_tiles(tile_args t, dim_t k, dim_t col) noexcept;

  const gemm_op &op_;
  const sgemm_backend &backend_;
  const sgemm_cut &c_;
  const dim_t row_, rows_;
  stored_block next_ = {};  // the next panel
  alignas(64) float packed_[panel_floats];
};

// Rows [k, k + steps) of alpha * op(B), whole vectors of them.
const float *sgemm_task::panel(dim_t k, dim_t steps, dim_t col, dim_t cols,
                               dim_t *row_step) noexcept {
  const float *from = op_.b.at<float>(k, col);
  *row_step = op_.b.row_step;
  if (!c_.packs && cols == c_.columns) return from;
  *row_step = c_.columns;
  const bool transposed = op_.b.col_step != 1;
  const packed_block block = {
      from,      transposed ? op_.b.col_step : op_.b.row_step, packed_, c_.columns, steps, cols,
      c_.columns};
  (transposed ? backend_.pack_transposed : backend_.pack)(block);
  if (op_.alpha != 1) backend_.scale(packed_, steps * c_.columns, op_.alpha);
  return packed_;
}

void sgemm_task::add(dim_t k, dim_t steps, dim_t col, dim_t cols) noexcept {
  constexpr tile_tap whole = {0, 0};
  constexpr dim_t size = sizeof(float);
  dim_t b_step;
  tile_args t = {};
  t.a = reinterpret_cast<const char *>(op_.a.at<float>(row_, k));
  t.a_row = ptrdiff_t(op_.a.row_step * size);
  t.a_step = ptrdiff_t(op_.a.col_step * size);
  t.b = reinterpret_cast<const char *>(panel(k, steps, col, cols, &b_step));
  t.b_step = ptrdiff_t(b_step * size);
  t.taps = &whole;
  t.tap_count = 1;
  t.steps = size_t(steps);
  t.c = c_at(0, col);
  t.c_row = ptrdiff_t(op_.c_row_step);
  t.cols = size_t(cols);
  t.start = k > 0 || op_.beta != 0 ? t.c : nullptr;
  t.start_row = t.c_row;
  if (c_.fetches)
    run_tiles(t, k, col);
  else
    run_panel(*backend_.multiply->tiles, backend_.lanes(), t, size_t(rows_));
}

// A panel of C tile by tile: during each, the next one's part of A and C comes, and some of the
// next panel of B.
void sgemm_task::run_tiles(tile_args t, dim_t k, dim_t col) noexcept {
  const tile_table &tiles = *backend_.multiply->tiles;
  const size_t lanes = backend_.lanes();
  const dim_t height = even_part(rows_, tiles.max_rows[div_up(t.cols, lanes) - 1]);
  const dim_t count = div_up(rows_, height);
  for (dim_t i = 0, row = 0; i < count; ++i, row += height) {
    const dim_t ahead = min(height, rows_ - row - height);
    if (ahead > 0) {
      const stored_block a = part_of(op_.a, row_ + row + height, ahead, k, dim_t(t.steps));
      fetch<3>(a, 0, a.rows);
      fetch<3>({c_at(row + height, col), op_.c_row_step, ahead, dim_t(t.cols)}, 0, ahead);
    }
    fetch<2>(next_, next_.rows * i / count, next_.rows * (i + 1) / count);
    run_panel(tiles, lanes, t, size_t(min(height, rows_ - row)));
    t.a += height * t.a_row;
    t.c = c_at(row + height, col);
    if (t.start) t.start = t.c;
  }
}

// C = beta * C.
void scale_only(const run_context &context, const gemm_op &op,
                const sgemm_backend &backend) noexcept {
  parallel_for(context.workers, op.m, [&](int64_t row, int) {
    float *c = static_cast<float *>(op.c) + row * op.c_row_step;
    if (op.beta != 0) return backend.scale(c, op.n, op.beta);
    for (dim_t col = 0; col < op.n; ++col) c[col] = 0;
  });
}

}  // namespace

refusal plan_sgemm(plan_request &) noexcept {
  return accepted;
}

void run_sgemm(const run_context &context) noexcept {
  const auto &backend = context.parts_as<sgemm_backend>();
  const auto &op = context.problem<gemm_op>();
  if (op.k == 0 || op.alpha == 0) return scale_only(context, op, backend);
  const sgemm_cut c = cut(op, backend);
  const dim_t width = c.panels * c.columns, tasks_of_row = div_up(op.n, width);
  parallel_for(context.workers, div_up(op.m, c.rows) * tasks_of_row, [&](int64_t item, int) {
    const dim_t first = item % tasks_of_row * width;
    sgemm_task(op, backend, c, item / tasks_of_row * c.rows).run(first, min(first + width, op.n));
  });
}

}  // namespace dnnlet::drivers
