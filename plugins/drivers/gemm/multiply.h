// SPDX-License-Identifier: Apache-2.0
// Batches of products of matrices around the GEMM tile, for everything but sweeps over space:
//
//     C[i] = start + A[i] * B[i]    for every batch i; A is m x k, B k x n
//
// Each sum is one chain in the order of k (tile.h), but for few rows by lines along K (few_rows.h).
// Its bits depend neither on how the product is cut, which is decided by shape alone, nor on the
// number of workers.
//
// A task makes a block of rows and columns of one C, K in blocks: it reads a block of A in place or
// packs it, then the panels of B one after the other. Of products with few rows and a B that is not
// in panels, a task takes some columns, and reads B where it is (few_rows.h). (n = 1 is the same
// product transposed.) Of a column by a row, it makes C row by row (one_step.h).
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_MULTIPLY_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_MULTIPLY_H

#include "core/memory/memory_desc.h"
#include "core/support/parallel.h"
#include "plugins/drivers/gemm/fused_relu.h"
#include "plugins/drivers/gemm/pack.h"

namespace dnnlet {
struct packed_part;
}

namespace dnnlet::drivers {

// Dimensions before those of a matrix. Where an operand is the same for all of a dimension, its
// step is 0. (Where B is, and A and C are dense, the dimension had better be one of rows.)
enum batch_operand { batch_a, batch_b, batch_c, batch_scales, batch_zero_points, batch_operands };
struct batch_walk {
  int ndims;
  dim_t dims[max_ndims];
  dim_t steps[max_ndims][batch_operands];  // elements

  dim_t count() const noexcept;
};

// A block of C, or a part of one, whose sums are complete. All of them are the hook's, to do with
// as it likes.
struct finished_block {
  dim_t batch;  // its number: the last dimension runs fastest
  dim_t row, rows, col, cols;
  void *sums;           // f32 or s32: those of C, or of the worker
  dim_t step;           // from row to row, elements
  int32_t *of_rows;     // sums of the rows of A, `step` apart; null if not asked for
  int32_t *of_columns;  // sums of the columns of B
};
using finish_function = void (*)(const void *context, const finished_block &block) noexcept;

// C as tiles round their sums to its type, to which they are `finish` first, if they are integers.
struct narrowed_result {
  void *c;
  dim_t c_row_step;
  const tile_finish *finish;
};

struct multiply_problem {
  dim_t m, n, k;                        // m and n are not 0; without k, A and B are not read
  const batch_walk *batches = nullptr;  // null: one

  matrix a;  // of integers, as tiles read them: shifted, if need be (int8_elements.h)
  // A matrix, or, with `panel_columns`, what was packed before: panels of so many columns,
  // [n / columns][k][columns], by groups of k, with zeros where the last of them are short
  // (panels.h).
  matrix b;
  dim_t panel_columns = 0;
  // Of a matrix only: what its elements stand for, if not for themselves, and what they are
  // multiplied by then.
  const decompression *b_values = nullptr;
  float b_factor = 1;
  // Of few rows, in one batch: the data of B is what this unpacks a part of, which begins with a
  // multiple of packed_word_bits columns (core/kernel/packed.h).
  void (*unpack_b)(const void *b, const packed_part &part, int8_t *to,
                   dim_t step) noexcept = nullptr;

  // Sums are made in C, whose elements are of their type; or, without it, in the worker's memory,
  // for `finish` to take them from there.
  void *c = nullptr;
  dim_t c_row_step = 0;
  // What chains start from: beta times what is in C, which is not read if beta is 0; else a row
  // that all rows start from, or zeros. Without C, the row is read up to whole vectors.
  float beta = 0;
  const void *bias = nullptr;
  fused_relu relu = {};                  // of f32, when sums are complete
  integer_flag sums_rows, sums_columns;  // in the worker's memory
  // Of integers: where all of K is one block (multiply_cut::takes_off), sums need not be asked for
  // of columns in order to take `a_offset` times those of B off; that is what sums start from.
  integer_flag may_take_off;
  int32_t a_offset = 0;
  bool shifts_few_rows = true;       // elements of A, as tiles need it
  finish_function finish = nullptr;  // null: nothing is left to be done
  const void *finish_context = nullptr;
  // Instead of `finish`, where sums are of parts (multiply_cut).
  const narrowed_result *narrowed = nullptr;
};

// Memory that a worker has for its sums and for what it packs of A and of B. Bytes, whole lines.
struct multiply_room {
  dim_t sums, a, b;
};

// Sums of a vector from which on tiles look at what comes next together.
constexpr dim_t longest_lanes = 16;
// Rows that share places in an L1 cache, which has room for few of them.
constexpr int alike_rows = 8;

// How a product is cut, for a caller to keep in its plan.
struct multiply_cut {
  dim_t rows;     // of a task
  dim_t columns;  // of a panel: whole vectors
  dim_t panels;   // of a task
  dim_t at_once;  // panels that the rows of A pass by together
  dim_t block;    // of K: whole groups
  dim_t row_tasks, column_tasks, tasks;
  dim_t part_rows;            // that tiles take before the next are looked at
  bool packs_a, packs_b;      // otherwise only what tiles cannot read where it is
  bool reads_alike;           // rows of A that share places in a cache: tiles are low
  uint8_t packed_rows;        // of B, one piece of a panel after the other
  integer_flag appends_ones;  // to packed rows of A, for the sums of the columns of B
  bool keeps_a;               // packed, all of K: the next task of these rows has it in its memory
  bool fetches;               // ahead of time
  bool streams_panels;        // which come from memory
  integer_flag takes_off;     // offsets of A, from the start
  bool finishes_parts;        // sums are finished as soon as they are complete, part_rows at a time
  bool is_of_parts;           // of which alone there are sums: K is one block
  bool is_of_few_rows;        // then the above says nothing but the columns of a task
  bool is_of_one_step;        // or its rows and columns
  uint8_t stacked;            // matrices of a task (stacked.h); 0: those are of tiles of one
  // Of a worker's memory, which begins with the sums.
  dim_t start_at, a_at, b_at, stage_at, bytes;
};

// The operands of a batch.
struct batch_data {
  matrix a, b;
  decompression values;  // where the problem has them
  dim_t c;               // where C begins, elements
};
batch_data find_batch(const multiply_problem &p, dim_t batch) noexcept;

// Null, or why the product is not for this backend. What data is where does not matter yet.
const char *plan_multiply(const multiply_problem &p, const multiply_backend &backend,
                          const multiply_room &room, multiply_cut &cut) noexcept;

// Whose rows of A are in a worker's memory, as the task before left it.
struct rows_in_memory {
  dim_t row_task = -1;
};

// `memory` is cut.bytes, by itself.
void run_multiply_task(const multiply_problem &p, const multiply_backend &backend,
                       const multiply_cut &cut, dim_t task, char *memory,
                       rows_in_memory *packed = nullptr) noexcept;

// The cut for a team. A single row across K, whose sums need no memory, goes in as few pieces as
// leave one for each worker, for memory is the faster the more of a line is read at once; rows of
// few tasks go in pieces that are as many for each.
multiply_cut cut_for(const team &workers, const multiply_problem &p,
                     const multiply_backend &backend, const multiply_cut &cut) noexcept;

// All tasks, with worker_share(cut.bytes) of scratch for each worker.
void run_multiply(const team &workers, const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, char *scratch) noexcept;

// The same on the workers' stacks, where there is no scratch.
template <dim_t kBytes>
void run_multiply_on_stack(const team &workers, const multiply_problem &p,
                           const multiply_backend &backend, const multiply_cut &cut) noexcept {
  const multiply_cut now = cut_for(workers, p, backend, cut);
  parallel_for(workers, now.tasks, [&](int64_t task, int) {
    alignas(64) char memory[kBytes];
    run_multiply_task(p, backend, now, task, memory);
  });
}

}  // namespace dnnlet::drivers

#endif
