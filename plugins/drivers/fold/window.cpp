// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/fold/window.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

// When a fold begins anew it does no harm to fold some elements twice: the last vectors then
// overlap those before, so that they are whole, or four.

void fold_output(const window_fold &fold, const window_run &r, dim_t o, dim_t lanes) noexcept {
  dim_t i = 0;
  for (; i + 4 * lanes <= r.n; i += 4 * lanes) fold.four(r, o, i, true);
  if (r.first && i > 0 && i + lanes < r.n) return fold.four(r, o, r.n - 4 * lanes, true);
  for (; i + lanes <= r.n; i += lanes) fold.one(r, o, i, size_t(lanes));
  if (i == r.n) return;
  if (r.first && i > 0)
    fold.one(r, o, r.n - lanes, size_t(lanes));
  else
    fold.one(r, o, i, size_t(r.n - i));
}

// The vector at the element i of all outputs, at least four.
void fold_vector(const window_fold &fold, const window_run &r, dim_t i, dim_t lanes) noexcept {
  dim_t o = 0;
  for (; o + 4 <= r.outputs; o += 4) fold.four(r, o, i, false);
  if (r.first && o + 1 < r.outputs) return fold.four(r, r.outputs - 4, i, false);
  for (; o < r.outputs; ++o) fold.one(r, o, i, size_t(lanes));
}

void fold_group(const window_fold &fold, const window_run &r) noexcept {
  const dim_t lanes = dim_t(fold.lanes());
  if (fold.outputs && r.first && r.n >= 4 * lanes) return fold.outputs(r);
  if (r.n >= 4 * lanes || r.outputs < 4) {
    for (dim_t o = 0; o < r.outputs; ++o) fold_output(fold, r, o, lanes);
    return;
  }
  dim_t i = 0;
  for (; i + lanes <= r.n; i += lanes) fold_vector(fold, r, i, lanes);
  if (i == r.n) return;
  if (r.first && i > 0)
    fold_vector(fold, r, r.n - lanes, lanes);
  else
    for (dim_t o = 0; o < r.outputs; ++o) fold.one(r, o, i, size_t(r.n - i));
}

void fold_groups(const window_fold &fold, const window_run &r) noexcept {
  const dim_t lanes = dim_t(fold.lanes());
  if (fold.columns && r.first && r.n < 4 * lanes && r.n >= lanes && r.outputs >= 4)
    return fold.columns(r);
  fold_group(fold, r);
  if (r.more_groups == 0) return;
  window_run next = r;
  for (dim_t group = 0; group < r.more_groups; ++group) {
    go_to_next_group(next, fold.src_size, fold.dst_size);
    fold_group(fold, next);
  }
}

}  // namespace

void fold_windows(const window_fold &fold, const window_run &r) noexcept {
  fold_groups(fold, r);
  if (!has_large_caches || r.more_sets == 0) return;
  window_run next = r;
  for (dim_t set = 0; set < r.more_sets; ++set) {
    next.src = static_cast<const char *>(next.src) + r.src_set * fold.src_size;
    next.dst = static_cast<char *>(next.dst) + r.dst_set * fold.dst_size;
    if (r.index) next.index = static_cast<char *>(next.index) + r.index_set;
    fold_groups(fold, next);
  }
}

void window_folder::flush() noexcept {
  fold_windows(fold_, run_);
  run_.first = false;
  run_.count = 0;
}

}  // namespace dnnlet::drivers
