// SPDX-License-Identifier: Apache-2.0
// How workers share a product; five facts: multiply.cpp.
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/gemm/multiply_cut.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// Of a worker, and of its task in tiles high; with fewer, rows are shared evenly.
constexpr dim_t tasks_of_worker = 4, tiles_of_worker = 2;
// Sums of a single row, which the L2 cache has room for beside the lines of B that come by.
constexpr dim_t most_joined = 64 * 1024 / sum_bytes;

// A row across K, whose columns are for the workers.
multiply_cut cut_of_row(dim_t workers, const multiply_problem &p, const multiply_backend &backend,
                        const multiply_cut &cut) noexcept {
  multiply_cut joined = cut;
  const dim_t batches = cut.tasks / cut.column_tasks, whole = 4 * dim_t(backend.lanes());
  const dim_t pieces = max(div_up(workers, batches), div_up(p.n, most_joined));
  if (pieces >= cut.column_tasks) return joined;
  joined.columns = round_up(div_up(p.n, pieces), whole);
  joined.column_tasks = div_up(p.n, joined.columns);
  joined.tasks = batches * joined.column_tasks;
  return joined;
}

// Rows of few tasks. Each packs B for itself, as far as it is packed.
multiply_cut cut_of_rows(dim_t workers, const multiply_problem &p, const multiply_backend &backend,
                         const multiply_cut &cut) noexcept {
  const int *tile_rows = backend.multiply->tiles->max_rows;
  const dim_t least = tiles_of_worker * tile_rows[backend.multiply->tiles->max_vectors - 1];
  dim_t pieces = cut.row_tasks * workers;
  // Rather fewer than workers who have nothing to do.
  if (has_large_caches && cut.tasks < workers) pieces = clamp(p.m / least, cut.row_tasks, pieces);
  if (cut.tasks >= tasks_of_worker * workers || cut.tasks % workers == 0 ||
      pieces == cut.row_tasks || p.m < pieces * least)
    return cut;
  multiply_cut shared = cut;
  shared.rows = div_up(p.m, pieces);
  shared.part_rows = min(cut.part_rows, shared.rows);
  shared.row_tasks = div_up(p.m, shared.rows);
  shared.tasks = cut.tasks / cut.row_tasks * shared.row_tasks;
  return shared;
}

}  // namespace

multiply_cut cut_for(const team &workers, const multiply_problem &p,
                     const multiply_backend &backend, const multiply_cut &cut) noexcept {
  if (!cut.is_of_few_rows) return cut_of_rows(workers.size, p, backend, cut);
  const bool is_row = p.m == 1 && p.c && !p.b_values && !p.sums_columns && p.b.col_step == 1;
  return is_row ? cut_of_row(workers.size, p, backend, cut) : cut;
}

void run_multiply(const team &workers, const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, char *scratch) noexcept {
  const size_t share = worker_share(size_t(cut.bytes));
  const multiply_cut now = cut_for(workers, p, backend, cut);
  parallel_for(workers, now.tasks, [&](int64_t task, int worker) {
    run_multiply_task(p, backend, now, task, scratch + size_t(worker) * share);
  });
}

}  // namespace dnnlet::drivers
