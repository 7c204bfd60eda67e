// SPDX-License-Identifier: Apache-2.0
// Folds of tensors along some dimensions (sums, maxima, ...), in an order that the shape fixes.
//
// Where the innermost loop is folded, rows become numbers, in the order of reductions.h; else rows
// are added to a row of results, one after the other. What makes up a result is cut into pieces of
// some 10,000 elements; results of pieces are folded in their turn.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_FOLDS_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_FOLDS_H

#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/loops.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

// What a plugin lends. Each function folds elements after they have been made what is folded
// (powers of them, for instance); p is the exponent then.
struct row_fold {
  float initial;
  float (*both)(float a, float b) noexcept;
  float (*row)(const float *x, size_t n, float p) noexcept;
  // acc[i] with x[i], then x[step + i], x[2 * step + i], ...: `rows` of them
  void (*rows)(float *acc, const float *x, size_t step, size_t rows, size_t n, float p) noexcept;
  const row_fold *of_results;  // what takes results of pieces together
};

constexpr dim_t max_fold_chunk =
    1024;                            // elements of a row that are converted, or added to, at once
constexpr dim_t max_fold_run = 256;  // results that are finished together

struct fold_plan {
  row_loops loops;  // those that stay, then those that are folded; then the innermost one, which
                    // is of either kind
  int kept, folded;
  bool by_rows;  // the innermost is folded
  bool by_index;
  dim_t chunk;      // of the innermost loop
  dim_t per_piece;  // chunks by rows, else rows
  dim_t pieces;     // of a result
  dim_t per_item;   // results of the innermost loop that stays, by rows
};

// The folded loops are marked. is_direct: rows of f32 are read where they are.
refusal plan_folds(fold_plan &p, bool is_direct) noexcept;
// For results of pieces.
size_t fold_scratch_bytes(const fold_plan &p) noexcept;

// Source: const float *read(loop_walk kept, loop_walk folded, dim_t first, size_t n, float
// *buffer),
//   which answers n elements of a row from `first` on, each of which is asked for once; and, if
//   is_direct(), where rows lie that need not be read: read() with first = 0 and distance().
// Sink: void write(loop_walk kept, dim_t first, size_t n, float *values): results along the
//   innermost loop that stays.
template <class Source, class Sink>
class folder {
 public:
  folder(const run_context &context, const fold_plan &p, const row_fold &fold, float exponent,
         const Source &source, const Sink &sink) noexcept
      : context_(context), p_(p), fold_(fold), exponent_(exponent), source_(source), sink_(sink) {}

  void run() const noexcept { p_.by_rows ? run_by_rows() : run_by_columns(); }

 private:
  float *results() const noexcept { return reinterpret_cast<float *>(context_.scratchpad); }
  dim_t inner_extent() const noexcept { return p_.loops.innermost().extent; }

  // ---- rows to numbers

  float fold_piece(const loop_walk &kept, dim_t piece) const noexcept {
    const dim_t n = inner_extent(), parts = div_up(n, p_.chunk);
    const dim_t all = iterations(p_.loops, p_.kept, p_.folded) * parts;
    const dim_t begin = piece * p_.per_piece, end = min(begin + p_.per_piece, all);
    loop_walk folded(p_.loops, p_.kept, p_.folded, begin / parts);
    float buffer[max_fold_chunk], result = fold_.initial;
    dim_t part = begin % parts;
    for (dim_t i = begin; i < end; ++i) {
      const dim_t first = part * p_.chunk;
      const size_t count = size_t(min(p_.chunk, n - first));
      const float *x = source_.read(kept, folded, first, count, buffer);
      const float value = fold_.row(x, count, exponent_);
      result = i == begin ? value : fold_.both(result, value);
      if (++part < parts) continue;
      part = 0;
      folded.next();
    }
    return result;
  }

  // The innermost loop that stays is cut; those around it are walked one by one.
  void run_by_rows() const noexcept {
    const dim_t extent = p_.kept == 0 ? 1 : p_.loops.loops[p_.kept - 1].extent;
    const dim_t parts = div_up(extent, p_.per_item);
    const dim_t items = iterations(p_.loops, 0, max(p_.kept - 1, 0)) * parts;
    if (p_.pieces > 1) fold_pieces();
    parallel_for(context_.workers, items, [&](int64_t item, int) {
      const dim_t first = item % parts * p_.per_item, n = min(p_.per_item, extent - first);
      const dim_t number = item / parts * extent + first;
      float values[max_fold_run];
      loop_walk kept(p_.loops, 0, p_.kept, number);
      for (dim_t i = 0; i < n; ++i, kept.next())
        values[i] = p_.pieces > 1 ? fold_.of_results->row(results() + (number + i) * p_.pieces,
                                                          size_t(p_.pieces), exponent_)
                                  : fold_piece(kept, 0);
      sink_.write(loop_walk(p_.loops, 0, p_.kept, number), 0, size_t(n), values);
    });
  }
  void fold_pieces() const noexcept {
    const dim_t all = iterations(p_.loops, 0, p_.kept) * p_.pieces;
    parallel_for(context_.workers, all, [&](int64_t item, int) {
      const loop_walk kept(p_.loops, 0, p_.kept, item / p_.pieces);
      results()[item] = fold_piece(kept, item % p_.pieces);
    });
  }

  // ---- rows to a row

  // Rows [begin, end) of those that are folded; eight at a time, while acc stays in the cache.
  void add_rows(const loop_walk &kept, dim_t begin, dim_t end, dim_t first, size_t n,
                float *acc) const noexcept {
    float buffer[max_fold_chunk];
    const bool has_loops = p_.folded > 0;
    const row_loop &last = p_.loops.loops[p_.kept + p_.folded - (has_loops ? 1 : 0)];
    const dim_t extent = has_loops && source_.is_direct() ? last.extent : 1;
    loop_walk folded(p_.loops, p_.kept, p_.folded, begin);
    for (dim_t row = begin; row < end;) {
      const dim_t count = min<dim_t>(min<dim_t>(8, extent - row % extent), end - row);
      const float *x = source_.read(kept, folded, first, n, buffer);
      fold_.rows(acc, x, count > 1 ? size_t(last.strides[0]) : 0, size_t(count), n, exponent_);
      for (dim_t i = 0; i < count; ++i, ++row) folded.next();
    }
  }

  void run_by_columns() const noexcept {
    const dim_t width = inner_extent(), parts = div_up(width, p_.chunk);
    const dim_t rows = iterations(p_.loops, p_.kept, p_.folded);
    const dim_t outer = iterations(p_.loops, 0, p_.kept);
    if (p_.pieces > 1)
      parallel_for(context_.workers, outer * p_.pieces * parts, [&](int64_t item, int) {
        dim_t i = item;
        const dim_t first = take(i, parts) * p_.chunk, piece = take(i, p_.pieces);
        const dim_t begin = piece * p_.per_piece, end = min(begin + p_.per_piece, rows);
        const size_t n = size_t(min(p_.chunk, width - first));
        float *acc = results() + (i * p_.pieces + piece) * width + first;
        for (size_t k = 0; k < n; ++k) acc[k] = fold_.initial;
        add_rows(loop_walk(p_.loops, 0, p_.kept, i), begin, end, first, n, acc);
      });
    parallel_for(context_.workers, outer * parts, [&](int64_t item, int) {
      dim_t i = item;
      const dim_t first = take(i, parts) * p_.chunk;
      const size_t n = size_t(min(p_.chunk, width - first));
      const loop_walk kept(p_.loops, 0, p_.kept, i);
      float acc[max_fold_chunk];
      for (size_t k = 0; k < n; ++k) acc[k] = fold_.initial;
      if (p_.pieces > 1)
        fold_.of_results->rows(acc, results() + i * p_.pieces * width + first, size_t(width),
                               size_t(p_.pieces), n, exponent_);
      else
        add_rows(kept, 0, rows, first, n, acc);
      sink_.write(kept, first, n, acc);
    });
  }

  const run_context &context_;
  const fold_plan &p_;
  const row_fold &fold_;
  const float exponent_;
  const Source &source_;
  const Sink &sink_;
};

}  // namespace dnnlet::drivers

#endif
