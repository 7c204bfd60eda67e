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

#include "core/kernel/prelu.h"
#include "plugins/kernels/rows/folds-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/ahead-inl.h"
#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/kernel_name.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace prelu {

namespace {

using drivers::prelu_gradients;
using drivers::prelu_terms;
using tag = f32_tag;
using vector = f32_vector;

template <bool kFull, class T>
HWY_INLINE vector load(const T *p, size_t n) {
  return kFull ? widen(tag(), p) : widen_part(tag(), p, n);
}
template <bool kFull, class T>
HWY_INLINE void store(vector v, T *p, size_t n) {
  if constexpr (kFull)
    from_f32(v, p);
  else
    from_f32_part(v, p, n);
}

// A vector, or n elements: writes diff_src, and answers the terms of diff_weights.
template <bool kFull, class T>
HWY_INLINE vector gradient(const T *x, const T *dy, T *dx, vector w, size_t n) {
  const vector v = load<kFull>(x, n), g = load<kFull>(dy, n);
  const auto positive = hn::Gt(v, hn::Zero(tag()));
  store<kFull>(hn::IfThenElse(positive, g, hn::Mul(g, w)), dx, n);
  return hn::IfThenZeroElse(positive, hn::Mul(v, g));
}

// A row of weights, and of terms.
template <class T>
void row_of(const prelu_gradients &job) {
  const size_t lanes = hn::Lanes(tag()), n = job.n;
  const T *x = static_cast<const T *>(job.x), *dy = static_cast<const T *>(job.dy);
  const T *w = static_cast<const T *>(job.w.data);
  T *dx = static_cast<T *>(job.dx), *terms = static_cast<T *>(job.terms);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    from_f32(gradient<true>(x + i, dy + i, dx + i, load<true>(w + i, 0), 0), terms + i);
  if (i == n) return;
  const vector weight = load<false>(w + i, n - i);
  from_f32_part(gradient<false>(x + i, dy + i, dx + i, weight, n - i), terms + i, n - i);
}

// A row whose terms are summed as those of other folds are; vectors may be parts of whole ones.
template <class T>
struct summed_terms {
  static constexpr float initial = 0;
  // Half a line at a time; others are as fast without, and have more to ask for.
  static constexpr bool asks_ahead =
      HWY_ARCH_X86 && sizeof(T) == 2 && hn::MaxLanes(lane_tag()) == 16;
  const T *x, *dy;
  T *dx;
  float w;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    if constexpr (asks_ahead) look_ahead(x + i), look_ahead(dy + i);
    if constexpr (hwy::IsSame<lane_tag, tag>())
      return hn::Add(acc, gradient<true>(x + i, dy + i, dx + i, hn::Set(tag(), w), 0));
    else
      return add_part(acc, i, hn::Lanes(lane_tag()));
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    const lane_tag d;
    const vector terms = gradient<false>(x + i, dy + i, dx + i, hn::Set(tag(), w), n);
    return hn::IfThenElse(hn::FirstN(d, n), hn::Add(acc, hn::ResizeBitCast(d, terms)), acc);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};

template <class T>
void sum_rows(const prelu_gradients &job) {
  const T *x = static_cast<const T *>(job.x), *dy = static_cast<const T *>(job.dy);
  T *dx = static_cast<T *>(job.dx);
  const float *w = static_cast<const float *>(job.w.data);
  float *sums = static_cast<float *>(job.terms);
  for (size_t r = 0; r < job.rows; ++r, x += job.x_step, dy += job.dy_step, dx += job.dy_step)
    sums[r] = reduce_row(summed_terms<T>{x, dy, dx, w[r * job.w.step]}, job.n);
}

// Adds the terms of all rows to a vector of sums.
template <bool kFull, class T>
HWY_INLINE void column(const prelu_gradients &job, size_t at, size_t n) {
  const T *x = static_cast<const T *>(job.x) + at, *dy = static_cast<const T *>(job.dy) + at;
  T *dx = static_cast<T *>(job.dx) + at;
  float *sums = static_cast<float *>(job.terms) + at;
  const vector w = load<kFull>(static_cast<const float *>(job.w.data) + at, n);
  vector sum = load<kFull>(sums, n);
  for (size_t r = 0; r < job.rows; ++r, x += job.x_step, dy += job.dy_step, dx += job.dy_step)
    sum = hn::Add(sum, gradient<kFull>(x, dy, dx, w, n));
  store<kFull>(sum, sums, n);
}

// The same with four vectors, so that memory is gone through row by row.
template <class T>
HWY_INLINE void four_columns(const prelu_gradients &job, size_t at) {
  const size_t l = hn::Lanes(tag());
  const T *x = static_cast<const T *>(job.x) + at, *dy = static_cast<const T *>(job.dy) + at;
  T *dx = static_cast<T *>(job.dx) + at;
  float *sums = static_cast<float *>(job.terms) + at;
  const float *w = static_cast<const float *>(job.w.data) + at;
  vector s0 = load<true>(sums, 0), s1 = load<true>(sums + l, 0);
  vector s2 = load<true>(sums + 2 * l, 0), s3 = load<true>(sums + 3 * l, 0);
  const auto term = [&](size_t i) HWY_ATTR {
    return gradient<true>(x + i, dy + i, dx + i, load<true>(w + i, 0), 0);
  };
  for (size_t r = 0; r < job.rows; ++r, x += job.x_step, dy += job.dy_step, dx += job.dy_step) {
    s0 = hn::Add(s0, term(0));
    s1 = hn::Add(s1, term(l));
    s2 = hn::Add(s2, term(2 * l));
    s3 = hn::Add(s3, term(3 * l));
  }
  store<true>(s0, sums, 0);
  store<true>(s1, sums + l, 0);
  store<true>(s2, sums + 2 * l, 0);
  store<true>(s3, sums + 3 * l, 0);
}

template <class T>
void rows_of(const prelu_gradients &job) {
  if (job.how == prelu_terms::as_type) return row_of<T>(job);
  if (job.how == prelu_terms::summed) return sum_rows<T>(job);
  const size_t lanes = hn::Lanes(tag());
  size_t i = 0;
  for (; i + 4 * lanes <= job.n; i += 4 * lanes) four_columns<T>(job, i);
  for (; i + lanes <= job.n; i += lanes) column<true, T>(job, i, 0);
  if (i < job.n) column<false, T>(job, i, job.n - i);
}

void backward(const prelu_gradients &job) noexcept {
  if constexpr (has_own(dnnl_bf16))
    if (job.type == dnnl_bf16) return rows_of<hwy::bfloat16_t>(job);
  if constexpr (has_own(dnnl_f16))
    if (job.type == dnnl_f16) return rows_of<hwy::float16_t>(job);
  if constexpr (has_own(dnnl_f32)) rows_of<float>(job);
}

extern const drivers::row_fold all_sums;
const drivers::row_fold all_sums = fold_of<fold_sum, fold_types::f32>(&all_sums);

}  // namespace

}  // namespace prelu

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::prelu_backward_backend parts = {row_parts, prelu::backward, prelu::all_sums};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("prelu_rows"), own_plan<prelu_op, drivers::plan_prelu_rows_backward>,
     drivers::run_prelu_rows_backward, &parts},
};

}  // namespace

extern const kernel_rows prelu_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
