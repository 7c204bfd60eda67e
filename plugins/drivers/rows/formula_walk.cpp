// SPDX-License-Identifier: Apache-2.0
// Row formulas over tensors: as one row where all lie alike, else in tiles of what is side by side
// in dst. Operands that are neither side by side there nor one element are expanded to buffers, in
// blocks of rows that are transposed in registers where the next row has their neighbours.
//   tensors: any blocked layouts whose blocks divide each other; an operand is dst, with its
//   layout, or disjoint from it
//   scratch 0 B (11 KB of stack); error: that of plugins/kernels/rows/row_formula.cpp
#include "plugins/drivers/rows/formula_walk.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/reorder/nest_copy.h"
#include "plugins/drivers/rows/operand_rows.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_elements = 8192;     // what one worker takes at a time
constexpr dim_t tile_elements = 4096;     // of operands as they are
constexpr dim_t expanded_elements = 512;  // of a tile of which operands are expanded
constexpr dim_t buffer_elements = 1536;   // for all that are
constexpr dim_t least_row = 16;           // of one number; shorter ones are taken together
// What is transposed: rows of so many elements, cache lines of them, and no less.
constexpr dim_t block_row = 64, rows_of_line = 16, least_rows = 8;
// And pixels of three f32, to planes.
constexpr dim_t image_rows = 3, image_row = 160;

bool lie_alike(const formula_tensors &tensors) noexcept {
  for (int k = 1; k < tensors.count; ++k)
    if (!lie_alike_densely(*tensors.mds[0], *tensors.mds[k])) return false;
  return true;
}

dim_t bytes_of(const formula_tensors &tensors) noexcept {
  dim_t bytes = 0;
  for (int k = 0; k < tensors.count; ++k)
    bytes += elements(*tensors.mds[k], true) * dim_t(type_size(tensors.types[k]));
  return bytes;
}

bool has_dst_as_operand(const formula_tensors &tensors) noexcept {
  for (int k = 1; k < tensors.count; ++k)
    if (tensors.data[k] == tensors.data[0]) return true;
  return false;
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
  bool exceeds_caches;  // and nothing is done in place

  // Rows that follow each other in all operands are one.
  void run(const formula_operand *operands, dim_t rows, dim_t n) const noexcept {
    bool is_one = has_large_caches;
    for (int k = 0; k < tensors.count && is_one; ++k)
      is_one =
          operands[k].stride == (operands[k].is_one ? 0 : n * dim_t(type_size(operands[k].type)));
    if (is_one) n *= rows, rows = 1;
    backend.run({steps, step_count, operands, tensors.count, exceeds_caches}, size_t(rows),
                size_t(n));
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
  int expanded = 0;      // operands that are elsewhere
  dim_t block_rows = 1;  // so many tiles are expanded at once, if there are as many

  formula_tiles(const operand_nest &nest, dim_t limit, bool rows_only) noexcept
      : tiling(tile_operands(nest, limit, rows_only)) {
    for (int k = 0; k < nest.operands; ++k) {
      places[k] = place_in(nest, tiling, k);
      has_one = has_one || places[k] == operand_place::one;
      expanded += places[k] == operand_place::elsewhere;
    }
  }
  dim_t elements() const noexcept { return tiling.inner * tiling.chunk; }
  dim_t at_once() const noexcept { return has_large_caches ? block_rows : 1; }
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

// Whether rows of dst, and the next ones, can be transposed from all operands that are elsewhere.
bool has_blocks(const formula_job &job, const operand_nest &nest) noexcept {
  if (!job.backend.transpose || nest.count < 2) return false;
  const operand_loop &row = nest.loops[nest.count - 1], &next = nest.loops[nest.count - 2];
  if (nest.count == operand_nest::max_loops || row.strides[0] != 1) return false;
  const bool is_image = next.extent == image_rows;
  if (row.extent < rows_of_line || (next.extent < least_rows && !is_image)) return false;
  dim_t transposed = 0;
  for (int k = 0; k < nest.operands; ++k) {
    if (row.strides[k] <= 1) continue;
    const size_t size = type_size(job.tensors.types[k]);
    if (next.strides[k] != 1 || size == 1) return false;
    if (is_image && (row.strides[k] != image_rows || size != sizeof(float))) return false;
    ++transposed;
  }
  return 0 < transposed && transposed <= buffer_elements / (block_row * least_rows);
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
        const bool is_block = has_large_caches && rows > 1 && at.distance(k) != 0;
        if (is_block)
          transpose(k, at, rows, buffer);
        else
          expand(k, at, buffer);
        const dim_t bytes = t_.elements() * dim_t(type_size(type));
        operands[k] = {buffer, type, false, is_block ? ptrdiff_t(bytes) : 0};
        buffers += t_.elements() * t_.at_once();
        continue;
      }
      const dim_t stride = at.distance(k) * dim_t(type_size(type));
      const bool is_one = t_.places[k] == operand_place::one;
      operands[k] = {element_of(job_.tensors, k, at.offset(k)), type, is_one, ptrdiff_t(stride)};
    }
    job_.run(operands, rows, at.elements());
  }

 private:
  void transpose(int k, const operand_cursor &at, dim_t rows, char *buffer) noexcept {
    const dim_t size = dim_t(type_size(job_.tensors.types[k])), n = at.elements();
    job_.backend.transpose({size, element_of(job_.tensors, k, at.offset(k)),
                            ptrdiff_t(nest_.loops[nest_.count - 1].strides[k] * size), buffer,
                            ptrdiff_t(n * size), n, rows});
    kept_[k] = -1;
  }

  // What a buffer has already is not read again.
  void expand(int k, const operand_cursor &at, char *buffer) noexcept {
    const dim_t offset = at.offset(k), n = at.elements();
    if (offset == kept_[k] && n <= kept_elements_[k]) return;
    if (!interleave(k, at, buffer))
      operand_expander(nest_, k, job_.tensors.types[k], job_.tensors.data[k])
          .expand(t_.tiling, at, buffer);
    kept_[k] = offset;
    kept_elements_[k] = n;
  }

  // Planes of f32 to pixels of three. False, and nothing done, where it is something else.
  bool interleave(int k, const operand_cursor &at, char *buffer) const noexcept {
    constexpr dim_t size = sizeof(float);
    if (!has_large_caches || !job_.backend.transpose || t_.tiling.inner != image_rows ||
        t_.tiling.outer + 2 != nest_.count || type_size(job_.tensors.types[k]) != size)
      return false;
    const operand_loop *loops = nest_.loops + t_.tiling.outer;
    return loops[0].strides[k] == 1 &&
           job_.backend.transpose({size, element_of(job_.tensors, k, at.offset(k)),
                                   ptrdiff_t(loops[1].strides[k] * size), buffer, image_rows * size,
                                   image_rows, at.iterations()});
  }

  const formula_job &job_;
  const operand_nest &nest_;
  const formula_tiles &t_;
  dim_t kept_[max_operands], kept_elements_[max_operands];
};

// So many tiles of those that are left can be computed at once: as long as buffers have what they
// need.
dim_t rows_of(const operand_cursor &at, const operand_nest &nest, const formula_tiles &t,
              dim_t left) noexcept {
  dim_t most = left;
  for (int k = 0; k < nest.operands; ++k)
    if (t.places[k] == operand_place::elsewhere && at.distance(k) != 0) most = t.at_once();
  if (most == 1) return 1;
  most = min(most, min(at.rows_left(), left));
  return t.at_once() > 1 && most < least_rows && most != image_rows ? 1 : most;
}

void run_tiles(const team &workers, const formula_job &job, const operand_nest &nest,
               const formula_tiles &t) noexcept {
  const dim_t per_item = max<dim_t>(1, item_elements / t.elements()), tiles = t.tiling.tiles;
  parallel_for(workers, div_up(tiles, per_item), [&](int64_t item, int) {
    const dim_t begin = item * per_item, end = min(begin + per_item, tiles);
    tile_operands_of operands(job, nest, t);
    alignas(64) float buffers[buffer_elements];
    operand_cursor at(nest, t.tiling, begin);
    for (dim_t tile = begin; tile < end;) {
      const dim_t rows = rows_of(at, nest, t, end - tile);
      operands.run(at, rows, buffers);
      at.advance(rows);
      tile += rows;
    }
  });
}

void run_rows_in_blocks(const team &workers, const formula_job &job,
                        const operand_nest &nest) noexcept {
  formula_tiles t(nest, tile_elements, true);
  const dim_t room = buffer_elements / (t.elements() * t.expanded);
  t.block_rows = room < rows_of_line ? room : room - room % rows_of_line;
  run_tiles(workers, job, nest, t);
}

// Long rows in pieces, outside of the loop that blocks go along; what is left of them is a nest of
// its own.
void run_blocks(const team &workers, const formula_job &job, const operand_nest &nest) noexcept {
  const operand_loop &row = nest.loops[nest.count - 1];
  const bool is_image = nest.loops[nest.count - 2].extent == image_rows;
  const dim_t most = is_image ? image_row : block_row;
  const dim_t piece = div_up(row.extent, div_up(row.extent, most));
  const dim_t pieces = row.extent / piece, left = row.extent % piece;
  operand_nest cut = nest;
  operand_loop *inner = cut.loops + cut.count++;
  inner[0] = row;
  inner[0].extent = piece;
  inner[-1] = inner[-2];
  inner[-2] = row;
  inner[-2].extent = pieces;
  for (dim_t &stride : inner[-2].strides) stride *= piece;
  run_rows_in_blocks(workers, job, cut);
  if (left == 0) return;
  cut = nest;
  cut.loops[nest.count - 1].extent = left;
  for (int k = 0; k < nest.operands; ++k) cut.first[k] += pieces * piece * row.strides[k];
  if (left < rows_of_line) return run_tiles(workers, job, cut, choose_tiles(cut));
  run_rows_in_blocks(workers, job, cut);
}

void run_nest(const team &workers, const formula_job &job, const operand_nest &nest) noexcept {
  if (has_large_caches && has_blocks(job, nest)) return run_blocks(workers, job, nest);
  run_tiles(workers, job, nest, choose_tiles(nest));
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
  // Of 25 MB of bf16, results that stay in the caches are faster; of 38 MB, those that go past them
  // (Zen 5, 32 MB of L3).
  const dim_t most = tensors.mds[0]->data_type == dnnl_bf16 ? 2 * most_cached : most_cached;
  plan.exceeds_caches = has_large_caches && bytes_of(tensors) > most;
  if (plan.is_flat) return accepted;
  return operand_walk(tensors.mds, tensors.count).is_regular() ? accepted
                                                               : "blocks overlap, or dst does";
}

void run_formula(const team &workers, const formula_backend &backend, const formula_plan &plan,
                 const formula_tensors &tensors, const row_step *steps, int step_count) noexcept {
  const bool exceeds_caches = plan.exceeds_caches && !has_dst_as_operand(tensors);
  const formula_job job = {backend, tensors, steps, step_count, exceeds_caches};
  if (plan.is_flat) return run_flat(workers, job);
  operand_walk walk(tensors.mds, tensors.count);
  for (operand_nest nest; walk.next(nest);) run_nest(workers, job, nest);
}

}  // namespace dnnlet::drivers
