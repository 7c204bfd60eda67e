// SPDX-License-Identifier: Apache-2.0
// dst[m][n] = sum over k of src[m][k] * weights[k][n], where one of the two is sparse
//   src, weights, dst f32; the sparse one in CSR or COO, whose indices have been checked, elements
//   that it names twice count twice; the others row-major and dense; any alignment, disjoint
//   scratch of each worker: of sparse src, columns of weights; of sparse weights, rows of src, dst
//   error: one rounding for each product and each sum together, in the order of the elements
//
// Sparse src gathers rows of weights for a row of dst, some columns at a time: of weights that do
// not stay in a cache, a task takes a copy of those columns, whose rows are not alike to a cache.
// Sparse weights scatter a column of src to columns of dst: some rows of both are transposed for
// that.
#include "plugins/drivers/matmul/sparse.h"

#include <cstring>

#include "core/kernel/matmul.h"
#include "core/kernel/packed.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t most_vectors = 8;  // of columns, in registers
constexpr dim_t rows_of_task = 32, column_tasks_wanted = 16;
// Weights that are copied, if each of their rows is read often enough for that, and so many at a
// time that a call for each piece of a row of dst does not count.
constexpr dim_t cached_floats = 64 * 1024, copied_floats = 512 * 1024, reads_of_row = 4;
constexpr dim_t products_of_row = 32;
// Vectors of rows that are transposed; elements that are a line of a cache.
constexpr dim_t scattered_vectors = 4, line = 16;
// Rows and columns of weights, at most: of which scratch is a number of bytes in 32 bits.
constexpr dim_t longest = dim_t(1) << 20;

struct sparse_plan {
  dim_t rows, cols;  // of a task
  bool copies;       // those columns of weights
  dim_t dst_at;      // in a worker's memory, behind src: floats
  size_t worker_bytes;
};

// A task: what a run of row 0 is multiplied by and added to, and how far those of the next row are.
struct sparse_task {
  sparse_function function;
  sparse_run run;
  dim_t b_row, c_row;
};

void multiply(const sparse_task &task, dim_t row, const int32_t *columns, const float *values,
              dim_t count) noexcept {
  sparse_run run = task.run;
  run.columns = columns;
  run.values = values;
  run.count = count;
  run.b += row * task.b_row;
  run.c += row * task.c_row;
  task.function(run);
}

// All neighbours in a row: of some rows of CSR, or wherever COO has them.
void multiply_runs(const dnnl_memory &m, dim_t row, dim_t rows, const sparse_task &task) noexcept {
  const auto *values = static_cast<const float *>(m.handles[0]);
  const auto *first = static_cast<const int32_t *>(m.handles[1]);
  const auto *second = static_cast<const int32_t *>(m.handles[2]);
  const bool is_csr = m.md.sparse.encoding == dnnl_csr;
  const dim_t all = is_csr ? row + rows : m.md.sparse.nnz;
  for (dim_t i = is_csr ? row : 0, end; i < all; i = end) {
    end = i + 1;
    if (is_csr) {
      multiply(task, i, first + second[i], values + second[i], dim_t(second[end]) - second[i]);
      continue;
    }
    while (end < all && first[end] == first[i]) ++end;
    multiply(task, first[i], second + i, values + i, end - i);
  }
}

// Of a matrix with lines of neighbours, and one where they are `step` apart, some at a time.
template <bool kBack>
void transpose(float *lines, dim_t count, dim_t length, float *columns, dim_t step) noexcept {
  for (dim_t begin = 0; begin < length; begin += line)
    for (dim_t r = 0; r < count; ++r)
      for (dim_t i = begin; i < min(begin + line, length); ++i) {
        float &x = lines[r * length + i], &y = columns[i * step + r];
        if (kBack)
          x = y;
        else
          y = x;
      }
}

void gather_task(const run_context &context, const matmul_sizes &s, dim_t index,
                 float *memory) noexcept {
  const auto &plan = context.plan_as<sparse_plan, matmul_op>();
  const dnnl_memory &src = *context.memory(DNNL_ARG_SRC);
  const dim_t row_tasks = div_up(s.m, plan.rows);
  const dim_t row = index % row_tasks * plan.rows, col = index / row_tasks * plan.cols;
  const dim_t rows = min(plan.rows, s.m - row), cols = min(plan.cols, s.n - col);
  const float *b = context.data<const float>(DNNL_ARG_WEIGHTS) + col;
  float *c = context.data<float>(DNNL_ARG_DST) + col;
  dim_t step = s.n;
  if (plan.copies) {
    step = plan.cols;
    for (dim_t k = 0; k < s.k; ++k)
      std::memcpy(memory + k * step, b + k * s.n, size_t(cols) * sizeof(float));
    b = memory;
  }
  const bool in_order = src.md.sparse.encoding == dnnl_csr;
  for (dim_t r = row; r < row + rows && !in_order; ++r)
    std::memset(c + r * s.n, 0, size_t(cols) * sizeof(float));
  multiply_runs(src, row, rows,
                {context.parts_as<sparse_parts>().gather,
                 {nullptr, nullptr, 0, b, c, step, cols, in_order},
                 0,
                 s.n});
}

void scatter_task(const run_context &context, const matmul_sizes &s, dim_t index,
                  float *memory) noexcept {
  const auto &plan = context.plan_as<sparse_plan, matmul_op>();
  const dim_t row = index * plan.rows, rows = min(plan.rows, s.m - row), width = plan.rows;
  float *const dst = memory + plan.dst_at;
  std::memset(memory, 0, size_t(plan.dst_at + s.n * width) * sizeof(float));
  transpose<false>(context.data<float>(DNNL_ARG_SRC) + row * s.k, rows, s.k, memory, width);
  multiply_runs(*context.memory(DNNL_ARG_WEIGHTS), 0, s.k,
                {context.parts_as<sparse_parts>().scatter,
                 {nullptr, nullptr, 0, memory, dst, width, width, false},
                 width,
                 0});
  transpose<true>(context.data<float>(DNNL_ARG_DST) + row * s.n, rows, s.n, dst, width);
}

// Answers how many floats a worker has need of.
dim_t cut_gathering(const matmul_sizes &s, const sparse_layout &src, dim_t lanes,
                    sparse_plan &plan) noexcept {
  const dim_t least = most_vectors * lanes;
  plan.copies = s.n > least && s.k * least <= copied_floats && s.n > cached_floats / s.k &&
                src.nnz >= max(reads_of_row * s.k, products_of_row * s.m);
  const bool is_whole = plan.copies || src.encoding != dnnl_csr;
  plan.rows = is_whole ? s.m : min(rows_of_task, s.m);
  plan.cols = is_whole ? round_up(div_up(s.n, column_tasks_wanted), least) : s.n;
  if (!plan.copies) return 0;
  plan.cols = max(least, min(plan.cols, cached_floats / s.k / least * least));
  return s.k * plan.cols;
}
dim_t cut_scattering(const matmul_sizes &s, dim_t lanes, sparse_plan &plan) noexcept {
  plan.rows = scattered_vectors * lanes;
  plan.dst_at = round_up(s.k * plan.rows, line);
  return plan.dst_at + s.n * plan.rows;
}

}  // namespace

refusal plan_sparse_matmul(plan_request &request) {
  auto &op = request.problem<matmul_op>();
  const bool of_src = is_sparse(op.src);
  if (!of_src && !is_sparse(op.weights)) return "no sparse matrix";
  if (is_packed_here(op.weights)) return "packed weights";
  if (op.dst.data_type != dnnl_f32) return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (!lay_out_plain(of_src ? op.weights : op.src) || !lay_out_plain(op.dst)) return "size";
  const matmul_sizes s = sizes_of(op);
  if (max(s.k, s.n) > longest) return "size";
  auto &plan = request.make_plan<sparse_plan, matmul_op>();
  const auto lanes = dim_t(request.parts_as<sparse_parts>().lanes());
  const dim_t floats =
      of_src ? cut_gathering(s, op.src.sparse, lanes, plan) : cut_scattering(s, lanes, plan);
  plan.worker_bytes = worker_share(size_t(floats) * sizeof(float));
  request.add_scratch(scratch_bytes({dim_t(plan.worker_bytes), request.max_workers}));
  return accepted;
}

void run_sparse_matmul(const run_context &context) {
  const auto &op = context.problem<matmul_op>();
  const auto &plan = context.plan_as<sparse_plan, matmul_op>();
  const matmul_sizes s = sizes_of(op);
  const bool of_src = is_sparse(op.src);
  const dim_t row_tasks = div_up(s.m, plan.rows);
  parallel_for(context.workers, of_src ? row_tasks * div_up(s.n, plan.cols) : row_tasks,
               [&](int64_t task, int worker) {
                 char *memory = context.scratchpad + size_t(worker) * plan.worker_bytes;
                 (of_src ? gather_task : scatter_task)(context, s, task,
                                                       reinterpret_cast<float *>(memory));
               });
}

}  // namespace dnnlet::drivers
