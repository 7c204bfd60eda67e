// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/pooling/window.h"

#include "core/support/arithmetic.h"

namespace dnnlet::shared::pooling {

namespace {

// The vectors of one output. When a fold begins anew it does no harm to fold some elements twice:
// the last vectors then overlap those before, so that they are whole.
void fold_neighbours(const window_fold &fold, const window_run &r, place at, dim_t lanes) noexcept {
  const dim_t most = r.first ? r.n : 0;  // that the last vectors may overlap
  dim_t left = r.n;
  for (; left >= 4 * lanes; left -= 4 * lanes, at.move(4)) fold.four(r, at);
  if (left > lanes && most >= 4 * lanes) {
    at.shift(left - 4 * lanes);
    return fold.four(r, at);
  }
  for (; left > lanes; left -= lanes, at.move(1)) fold.one(r, at, size_t(lanes));
  if (left > 0 && left < lanes && most >= lanes) {
    at.shift(left - lanes);
    left = lanes;
  }
  if (left > 0) fold.one(r, at, size_t(left));
}

// The same vector of all outputs.
void fold_outputs(const window_fold &fold, const window_run &r, place at, dim_t lanes) noexcept {
  dim_t left = r.outputs;
  for (; left >= 4; left -= 4, at.move(4)) fold.four(r, at);
  if (left > 1 && r.first) {
    at.move(left - 4);
    return fold.four(r, at);
  }
  for (; left > 0; --left, at.move(1)) fold.one(r, at, size_t(lanes));
}

}  // namespace

void fold_windows(const window_fold &fold, const window_run &r) noexcept {
  const dim_t lanes = dim_t(fold.lanes());
  if (r.n >= 4 * lanes || r.outputs < 4) {
    place at = {0, 0, 0, lanes, lanes, lanes};
    for (dim_t o = 0; o < r.outputs; ++o) {
      fold_neighbours(fold, r, at, lanes);
      at.src += r.src_step;
      at.dst += r.dst_step;
      at.index += r.index_step;
    }
    return;
  }
  for (dim_t i = 0; i < r.n; i += lanes) {
    dim_t n = min(lanes, r.n - i);
    const dim_t back = n < lanes && r.first && r.n >= lanes ? lanes - n : 0;
    n += back;
    place at = {i - back, i - back, i - back, r.src_step, r.dst_step, r.index_step};
    if (n == lanes)
      fold_outputs(fold, r, at, lanes);
    else
      for (dim_t o = 0; o < r.outputs; ++o, at.move(1)) fold.one(r, at, size_t(n));
  }
}

void window_folder::flush() noexcept {
  fold_windows(fold_, run_);
  run_.first = false;
  run_.count = 0;
}

}  // namespace dnnlet::shared::pooling
