// SPDX-License-Identifier: Apache-2.0
// Gradients of PReLU:  diff_src = src > 0 ? diff_dst : diff_dst * weights,
//   diff_weights = sum of (src > 0 ? 0 : src * diff_dst); oneDNN v3, prelu
//   f32, bf16, f16, f8, s32, s8, u8, for each tensor: layouts with dense rows; diff_src may be the
//     buffer of diff_dst
//   scratch: 0 B, or a number for every 16,384 elements that make up a weight's gradient, or, where
//     weights are innermost, a row of them; 16 KB of stack
//   error of diff_src: as forward; of diff_weights: a rounding for each term, and for each link of
//     the chains of drivers/rows/folds.h
#include "plugins/drivers/prelu/prelu.h"

#include "plugins/kernels/rows/folds-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace prelu {

namespace {

using tag = hn::ScalableTag<float>;
using vector = hn::Vec<tag>;

struct rows_at {
  const float *x, *dy;
  float *dx, *terms;
};

template <bool kFull>
HWY_INLINE void gradients(const rows_at &r, vector w, size_t i, size_t n) {
  const tag d;
  const vector x = kFull ? hn::LoadU(d, r.x + i) : hn::LoadN(d, r.x + i, n);
  const vector dy = kFull ? hn::LoadU(d, r.dy + i) : hn::LoadN(d, r.dy + i, n);
  const auto positive = hn::Gt(x, hn::Zero(d));
  const vector dx = hn::IfThenElse(positive, dy, hn::Mul(dy, w));
  const vector term = hn::IfThenZeroElse(positive, hn::Mul(x, dy));
  if constexpr (kFull) {
    hn::StoreU(dx, d, r.dx + i);
    hn::StoreU(term, d, r.terms + i);
  } else {
    hn::StoreN(dx, d, r.dx + i, n);
    hn::StoreN(term, d, r.terms + i, n);
  }
}

void backward(const float *x, const drivers::prelu_weights &w, const float *dy, float *dx,
              float *terms, size_t n) noexcept {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const rows_at r = {x, dy, dx, terms};
  size_t i = 0;
  if (w.is_one) {
    const vector one = hn::Set(d, w.data[0]);
    for (; i + lanes <= n; i += lanes) gradients<true>(r, one, i, 0);
    if (i < n) gradients<false>(r, one, i, n - i);
    return;
  }
  for (; i + lanes <= n; i += lanes) gradients<true>(r, hn::LoadU(d, w.data + i), i, 0);
  if (i < n) gradients<false>(r, hn::LoadN(d, w.data + i, n - i), i, n - i);
}

extern const drivers::row_fold all_sums;
const drivers::row_fold all_sums = fold_of<fold_sum>(&all_sums);

}  // namespace

}  // namespace prelu

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::prelu_backward_backend parts = {row_parts, prelu::backward, prelu::all_sums};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("prelu_rows"), drivers::plan_prelu_rows_backward,
     drivers::run_prelu_rows_backward, &parts},
};

}  // namespace

extern const kernel_rows prelu_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
