// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rows/folds.h"

#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t piece_elements = 16384;  // 64 KB of f32
constexpr dim_t item_elements = 16384;

// Loops that stay first, and the innermost one where it is.
void order_loops(fold_plan &p) noexcept {
  p.kept = 0;
  const int last = p.loops.count - 1;
  for (int i = 0; i < last; ++i)
    if (!p.loops.loops[i].marked) move_loop(p.loops, i, p.kept++);
  p.folded = last - p.kept;
}

}  // namespace

fold_functions functions_for(const row_fold &fold, data_type type) noexcept {
  if (fold.before) return {nullptr, nullptr};
  switch (type) {
    case dnnl_f32: return fold.f32;
    case dnnl_bf16: return fold.bf16;
    case dnnl_f16: return fold.f16;
    case dnnl_s8: return fold.s8;
    case dnnl_u8: return fold.u8;
    default: return {nullptr, nullptr};
  }
}

refusal plan_folds(fold_plan &p, bool is_direct) noexcept {
  if (p.loops.innermost().strides[0] != 1) return "there are no dense rows";
  p.by_rows = p.loops.innermost().marked;
  order_loops(p);
  const dim_t n = p.loops.innermost().extent;
  const dim_t others = iterations(p.loops, p.kept, p.folded);
  p.chunk = p.by_rows && is_direct ? min(n, piece_elements) : even_part(n, max_fold_chunk);
  if (p.by_rows) {
    p.per_piece = max<dim_t>(1, piece_elements / p.chunk);
    p.pieces = div_up(others * div_up(n, p.chunk), p.per_piece);
    p.per_item = clamp<dim_t>(item_elements / (others * n), 1, max_fold_run);
  } else {
    p.per_piece = max<dim_t>(16, piece_elements / p.chunk);
    p.pieces = div_up(others, p.per_piece);
    p.per_item = 1;
  }
  return accepted;
}

size_t fold_scratch_bytes(const fold_plan &p) noexcept {
  if (p.pieces <= 1) return 0;
  const dim_t width = p.by_rows ? 1 : p.loops.innermost().extent;
  return scratch_bytes({iterations(p.loops, 0, p.kept), p.pieces, width, 4});
}

}  // namespace dnnlet::drivers
