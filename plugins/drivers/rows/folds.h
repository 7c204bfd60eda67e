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

// For elements of one type: rows of n that are `step` elements apart. The sign is that of row_fold.
struct fold_functions {
  // A number of each row.
  void (*each)(const void *x, size_t step, size_t rows, size_t n, float sign,
               float *values) noexcept;
  // acc[i] with x[i], then x[step + i], x[2 * step + i], ...
  void (*add)(float *acc, const void *x, size_t step, size_t rows, size_t n, float sign) noexcept;
};

// What a plugin lends.
struct row_fold {
  float initial;
  float sign;  // -0 where elements have the other one when they are folded, else 0
  float (*both)(float a, float b) noexcept;
  fold_functions f32, bf16, f16, s8, u8;  // but for f32, null where they become f32 first
  // What is done to elements of f32 before they are folded, with the exponent; or null.
  void (*before)(float *x, size_t n, float p) noexcept;
  const row_fold *of_results;  // what takes results of pieces together
};
// Null functions where elements go through a buffer.
fold_functions functions_for(const row_fold &fold, data_type type) noexcept;

constexpr dim_t max_fold_chunk = 1024;  // elements that are converted, or added to, at once
constexpr dim_t max_fold_run = 256;     // results that are finished together
constexpr dim_t max_fold_values = 64;   // rows of a result that are folded at once
constexpr dim_t least_abreast = 4096;   // elements of neighbouring rows that are folded so
static_assert(max_fold_values <= max_fold_run, "sources have room for a run of rows");

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

// The folded loops are marked. is_direct: rows are read where they are.
refusal plan_folds(fold_plan &p, bool is_direct) noexcept;
// For results of pieces.
size_t fold_scratch_bytes(const fold_plan &p) noexcept;

// Where some rows begin: rows [0, count) along a loop, or one.
struct fold_rows {
  const loop_walk &kept, &folded;
  dim_t first;  // of the innermost loop
  size_t n, count;
  const row_loop *along;

  size_t at(int tensor) const noexcept {
    return size_t(kept.offset(tensor) + folded.offset(tensor) + first);
  }
  size_t step(int tensor) const noexcept { return count > 1 ? size_t(along->strides[tensor]) : 0; }
};

// Source: void each(const fold_rows &, float *values): a number of each row;
//   void add(const fold_rows &, float *acc): adds them, one after the other, to acc.
// Sink: void write(loop_walk kept, dim_t first, size_t n, float *values): results along the
//   innermost loop that stays.
template <class Source, class Sink>
class folder {
 public:
  folder(const run_context &context, const fold_plan &p, const row_fold &fold, const Source &source,
         const Sink &sink) noexcept
      : context_(context), p_(p), fold_(fold), source_(source), sink_(sink) {}

  void run() const noexcept { p_.by_rows ? run_by_rows() : run_by_columns(); }

 private:
  float *results() const noexcept { return reinterpret_cast<float *>(context_.scratchpad); }
  dim_t inner_extent() const noexcept { return p_.loops.innermost().extent; }
  // The innermost of the loops over rows that are folded; of none, one of extent 1.
  dim_t folded_extent() const noexcept {
    return p_.folded > 0 ? p_.loops.loops[p_.kept + p_.folded - 1].extent : 1;
  }
  const row_loop *folded_loop() const noexcept {
    return &p_.loops.loops[max(p_.kept + p_.folded - 1, 0)];
  }

  // ---- rows to numbers

  float fold_piece(const loop_walk &kept, dim_t piece) const noexcept {
    const dim_t n = inner_extent(), parts = div_up(n, p_.chunk), extent = folded_extent();
    const dim_t all = iterations(p_.loops, p_.kept, p_.folded) * parts;
    const dim_t begin = piece * p_.per_piece, end = min(begin + p_.per_piece, all);
    loop_walk folded(p_.loops, p_.kept, p_.folded, begin / parts);
    float values[max_fold_values], result = fold_.initial;
    for (dim_t i = begin; i < end;) {
      const dim_t row = i / parts, first = i % parts * p_.chunk;
      const dim_t count = parts > 1 ? 1 : min(min(max_fold_values, extent - row % extent), end - i);
      source_.each(
          {kept, folded, first, size_t(min(p_.chunk, n - first)), size_t(count), folded_loop()},
          values);
      for (dim_t k = 0; k < count; ++k)
        result = i + k == begin ? values[k] : fold_.both(result, values[k]);
      i += count;
      if (i % parts == 0) folded.advance(count);
    }
    return result;
  }

  // The innermost loop that stays is cut; those around it are walked one by one.
  void run_by_rows() const noexcept {
    const dim_t extent = p_.kept == 0 ? 1 : p_.loops.loops[p_.kept - 1].extent;
    const dim_t share = div_up(extent, dim_t(context_.workers.size));
    const dim_t per_item = clamp(share, p_.per_item, max_fold_run);
    const dim_t parts = div_up(extent, per_item);
    const dim_t items = iterations(p_.loops, 0, max(p_.kept - 1, 0)) * parts;
    if (p_.pieces > 1) fold_pieces();
    parallel_for(context_.workers, items, [&](int64_t item, int) {
      const dim_t first = item % parts * per_item, n = min(per_item, extent - first);
      const dim_t number = item / parts * extent + first;
      float values[max_fold_run];
      const loop_walk kept(p_.loops, 0, p_.kept, number);
      fold_run(kept, number, n, values);
      sink_.write(kept, 0, size_t(n), values);
    });
  }
  // The results [number, number + n).
  void fold_run(loop_walk kept, dim_t number, dim_t n, float *values) const noexcept {
    const size_t pieces = size_t(p_.pieces);
    if (pieces > 1)
      return fold_.of_results->f32.each(results() + size_t(number) * pieces, pieces, size_t(n),
                                        pieces, fold_.of_results->sign, values);
    const bool is_whole = p_.chunk >= inner_extent();
    if (is_whole && (p_.folded == 0 || n * inner_extent() >= least_abreast))
      return fold_abreast(kept, n, values);
    for (dim_t i = 0; i < n; ++i, kept.next()) values[i] = fold_piece(kept, 0);
  }
  // Whole rows, in the order of memory: one of each result, then the next ones.
  void fold_abreast(const loop_walk &kept, dim_t n, float *values) const noexcept {
    const dim_t rows = iterations(p_.loops, p_.kept, p_.folded);
    loop_walk folded(p_.loops, p_.kept, p_.folded, 0);
    float more[max_fold_run];
    for (dim_t row = 0; row < rows; ++row, folded.next()) {
      source_.each({kept, folded, 0, size_t(inner_extent()), size_t(n),
                    &p_.loops.loops[max(p_.kept - 1, 0)]},
                   row == 0 ? values : more);
      for (dim_t i = 0; row > 0 && i < n; ++i) values[i] = fold_.both(values[i], more[i]);
    }
  }
  void fold_pieces() const noexcept {
    // In the order of memory: a piece of each result, then the next ones.
    const dim_t all = iterations(p_.loops, 0, p_.kept);
    parallel_for(context_.workers, all * p_.pieces, [&](int64_t item, int) {
      dim_t piece = item;
      const dim_t number = take(piece, all);
      const loop_walk kept(p_.loops, 0, p_.kept, number);
      results()[number * p_.pieces + piece] = fold_piece(kept, piece);
    });
  }

  // ---- rows to a row

  // Rows [begin, end) of those that are folded; some at a time, while acc stays in the cache.
  void add_rows(const loop_walk &kept, dim_t begin, dim_t end, dim_t first, size_t n,
                float *acc) const noexcept {
    const dim_t extent = folded_extent(), most = max<dim_t>(8, 4 * max_fold_chunk / dim_t(n));
    loop_walk folded(p_.loops, p_.kept, p_.folded, begin);
    for (dim_t row = begin; row < end;) {
      const dim_t count = min(min(most, extent - row % extent), end - row);
      source_.add({kept, folded, first, n, size_t(count), folded_loop()}, acc);
      row += count;
      folded.advance(count);
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
        fold_.of_results->f32.add(acc, results() + i * p_.pieces * width + first, size_t(width),
                                  size_t(p_.pieces), n, fold_.of_results->sign);
      else
        add_rows(kept, 0, rows, first, n, acc);
      sink_.write(kept, first, n, acc);
    });
  }

  const run_context &context_;
  const fold_plan &p_;
  const row_fold &fold_;
  const Source &source_;
  const Sink &sink_;
};

}  // namespace dnnlet::drivers

#endif
