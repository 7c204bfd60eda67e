// SPDX-License-Identifier: Apache-2.0
// Row formulas over tensors: as one row where all lie alike, else in tiles of what is side by side
// in dst. Operands that are neither side by side there nor one element are expanded to buffers.
//   tensors: any blocked layouts whose blocks divide each other; an operand is dst, with its
//   layout, or disjoint from it
//   scratch 0 B (8 KB of stack); error: that of plugins/kernels/rows/row_formula.cpp
#include "plugins/drivers/rows/formula_walk.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/operand_rows.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_elements = 8192;     // what one worker takes at a time
constexpr dim_t tile_elements = 4096;     // of operands as they are
constexpr dim_t expanded_elements = 256;  // of a tile of which operands are expanded
constexpr dim_t buffer_elements = 1536;   // for all that are
constexpr dim_t least_row = 24;           // of one number; shorter ones are taken together

bool lie_alike(const formula_tensors &tensors) noexcept {
  for (int k = 1; k < tensors.count; ++k)
    if (!lie_alike_densely(*tensors.mds[0], *tensors.mds[k])) return false;
  return true;
}

char *element_of(const formula_tensors &tensors, int k, dim_t offset) noexcept {
  return static_cast<char *>(tensors.data[k]) + offset * dim_t(type_size(tensors.types[k]));
}

// What is the same for all rows.
struct formula_job {
  const formula_backend &backend;
  const formula_tensors &tensors;
  const row_step *steps;
  int step_count;

  void run(const formula_operand *operands, dim_t rows, dim_t n) const noexcept {
    backend.run({steps, step_count, operands, tensors.count}, size_t(rows), size_t(n));
  }
};

// One row, with the padding.
void run_flat(const team &workers, const formula_job &job) noexcept {
  const formula_tensors &tensors = job.tensors;
  const dim_t total = elements(*tensors.mds[0], true);
  parallel_for(workers, div_up(total, item_elements), [&](int64_t item, int) {
    const dim_t begin = item * item_elements;
    formula_operand operands[max_operands];
    for (int k = 0; k < tensors.count; ++k)
      operands[k] = {element_of(tensors, k, tensors.mds[k]->offset0 + begin), tensors.types[k],
                     false, 0};
    job.run(operands, 1, min(item_elements, total - begin));
  });
}

// How operands are read, for tiles of a nest.
struct formula_tiles {
  operand_tiling tiling;
  operand_place places[max_operands];
  bool has_one = false;
  int expanded = 0;  // operands that are elsewhere

  formula_tiles(const operand_nest &nest, dim_t limit, bool rows_only) noexcept
      : tiling(tile_operands(nest, limit, rows_only)) {
    for (int k = 0; k < nest.operands; ++k) {
      places[k] = place_in(nest, tiling, k);
      has_one = has_one || places[k] == operand_place::one;
      expanded += places[k] == operand_place::elsewhere;
    }
  }
  dim_t elements() const noexcept { return tiling.inner * tiling.chunk; }
};

// As they are, in tiles or in single rows; or, where these would be short and operands repeat, from
// buffers, which several tiles may have in common.
formula_tiles choose_tiles(const operand_nest &nest) noexcept {
  const formula_tiles whole(nest, tile_elements, false);
  if (whole.expanded == 0) return whole;
  const formula_tiles rows(nest, tile_elements, true);
  if (rows.expanded == 0 && rows.elements() >= (rows.has_one ? least_row : expanded_elements))
    return rows;
  return formula_tiles(nest, min(expanded_elements, buffer_elements / whole.expanded), false);
}

// The operands of one worker's tiles.
class tile_operands_of {
 public:
  tile_operands_of(const formula_job &job, const operand_nest &nest,
                   const formula_tiles &t) noexcept
      : job_(job), nest_(nest), t_(t) {
    for (int k = 0; k < nest.operands; ++k) kept_[k] = -1;
  }

  void run(const operand_cursor &at, dim_t rows, float *buffers) noexcept {
    formula_operand operands[max_operands];
    for (int k = 0; k < nest_.operands; ++k) {
      const data_type type = job_.tensors.types[k];
      if (t_.places[k] == operand_place::elsewhere) {
        char *buffer = reinterpret_cast<char *>(buffers);
        expand(k, at, buffer);
        operands[k] = {buffer, type, false, 0};
        buffers += t_.elements();
        continue;
      }
      const dim_t stride = at.distance(k) * dim_t(type_size(type));
      const bool is_one = t_.places[k] == operand_place::one;
      operands[k] = {element_of(job_.tensors, k, at.offset(k)), type, is_one, ptrdiff_t(stride)};
    }
    job_.run(operands, rows, at.elements());
  }

 private:
  // What a buffer has already is not read again.
  void expand(int k, const operand_cursor &at, char *buffer) noexcept {
    const dim_t offset = at.offset(k), n = at.elements();
    if (offset == kept_[k] && n <= kept_elements_[k]) return;
    operand_expander(nest_, k, job_.tensors.types[k], job_.tensors.data[k])
        .expand(t_.tiling, at, buffer);
    kept_[k] = offset;
    kept_elements_[k] = n;
  }

  const formula_job &job_;
  const operand_nest &nest_;
  const formula_tiles &t_;
  dim_t kept_[max_operands], kept_elements_[max_operands];
};

// So many tiles can be computed at once: as long as buffers have what they need.
dim_t rows_of(const operand_cursor &at, const operand_nest &nest, const formula_tiles &t) noexcept {
  for (int k = 0; k < nest.operands; ++k)
    if (t.places[k] == operand_place::elsewhere && at.distance(k) != 0) return 1;
  return at.rows_left();
}

void run_nest(const team &workers, const formula_job &job, const operand_nest &nest) noexcept {
  const formula_tiles t = choose_tiles(nest);
  const dim_t per_item = max<dim_t>(1, item_elements / t.elements()), tiles = t.tiling.tiles;
  parallel_for(workers, div_up(tiles, per_item), [&](int64_t item, int) {
    const dim_t begin = item * per_item, end = min(begin + per_item, tiles);
    tile_operands_of operands(job, nest, t);
    alignas(64) float buffers[buffer_elements];
    operand_cursor at(nest, t.tiling, begin);
    for (dim_t tile = begin; tile < end;) {
      const dim_t rows = min(rows_of(at, nest, t), end - tile);
      operands.run(at, rows, buffers);
      at.advance(rows);
      tile += rows;
    }
  });
}

}  // namespace

int formula_tensors::add(const memory_desc &md, data_type type, void *buffer) noexcept {
  if (count == max_operands) return -1;
  mds[count] = &md;
  types[count] = type;
  data[count] = buffer;
  return count++;
}

refusal plan_formula(const formula_tensors &tensors, formula_plan &plan) noexcept {
  for (int k = 0; k < tensors.count; ++k)
    if (const refusal reason = check_row_type(tensors.types[k])) return reason;
  plan.is_flat = lie_alike(tensors);
  if (plan.is_flat) return accepted;
  return operand_walk(tensors.mds, tensors.count).is_regular() ? accepted
                                                               : "blocks overlap, or dst does";
}

void run_formula(const team &workers, const formula_backend &backend, const formula_plan &plan,
                 const formula_tensors &tensors, const row_step *steps, int step_count) noexcept {
  const formula_job job = {backend, tensors, steps, step_count};
  if (plan.is_flat) return run_flat(workers, job);
  operand_walk walk(tensors.mds, tensors.count);
  for (operand_nest nest; walk.next(nest);) run_nest(workers, job, nest);
}

}  // namespace dnnlet::drivers
