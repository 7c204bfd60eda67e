// SPDX-License-Identifier: Apache-2.0
// Lines of softmax: with m the largest x, y = exp(x - m) / sum of exp(x - m), or
// y = x - m - log(sum of exp(x - m)); five facts: softmax_forward.cpp.
//
// A line becomes a row of f32, with -infinity behind it up to a whole vector, and its maximum is
// found; exponentials take their places there and are added up; with the factor, or the logarithm,
// they go to dst. Each step goes over some lines before the next one.
#include <cmath>

#include "core/support/arithmetic.h"
#include "plugins/kernels/softmax/line_blocks.h"
#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/softmax/softmax_forward.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using drivers::softmax_lines;
using tag = f32_tag;
using vector = f32_vector;

// n elements to e. What is behind them in their last vector is -infinity.
template <class T>
HWY_INLINE vector copy_block(const T *x, float *e, size_t n, vector most) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  vector a0 = most, a1 = most;
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const vector x0 = widen(d, x + i), x1 = widen(d, x + i + lanes);
    a0 = larger(a0, x0);
    a1 = larger(a1, x1);
    hn::StoreU(x0, d, e + i);
    hn::StoreU(x1, d, e + i + lanes);
  }
  if (i + lanes <= n) {
    const vector v = widen(d, x + i);
    a0 = larger(a0, v);
    hn::StoreU(v, d, e + i);
    i += lanes;
  }
  if (i < n) {
    const vector v = widen_part(d, x + i, n - i), none = hn::Set(d, -INFINITY);
    const vector inside = hn::IfThenElse(hn::FirstN(d, n - i), v, none);
    a1 = larger(a1, inside);
    hn::StoreU(inside, d, e + i);
  }
  return larger(a0, a1);
}

// Whether a block is a vector, so that whole ones need no loop of their own.
template <class T>
bool goes_by_vectors(const drivers::softmax_tensor &t) {
  return takes_blocks && hwy::IsSame<T, float>() && t.block == least_block;
}

// Maxima are the same in whatever order. NaN does not count.
template <class T>
void copy_lines(const softmax_lines &job, const row_set &rows) {
  const size_t lanes = hn::Lanes(tag());
  float *e = rows.e;
  for (size_t i = 0; i < job.lines; ++i, e += rows.step) {
    const T *x = first_of<const T>(job.src) + i * job.src.step;
    vector most = hn::Set(tag(), -INFINITY);
    size_t at = 0;
    if (goes_by_vectors<T>(job.src))
      for (; at + lanes <= job.n; at += lanes, x += job.src.block_step) {
        const vector v = widen(tag(), x);
        most = larger(most, v);
        hn::StoreU(v, tag(), e + at);
      }
    for (; at < job.n; at += job.src.block, x += job.src.block_step)
      most = copy_block(x, e + at, min(job.src.block, job.n - at), most);
    // A last block that begins within a vector of the row ends before the row's last vector does.
    if (job.src.block < job.n)
      hn::StoreN(hn::Set(tag(), -INFINITY), tag(), e + job.n, round_up(job.n, lanes) - job.n);
    rows.m[i] = hn::ReduceMax(tag(), most);
  }
}

// ---- results

template <class T>
constexpr bool pads = takes_blocks &&hwy::IsSame<T, float>();

// F::of(x, a, b) -> vector, of every element, and zeros up to `end`, if that is behind them.
template <class F, class T>
HWY_INLINE void map_row(const float *x, T *y, size_t n, size_t end, vector a, vector b) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) from_f32(F::of(hn::LoadU(d, x + i), a, b), y + i);
  if (pads<T> && n < end) {
    if (i < n) {
      const vector v = F::of(hn::LoadU(d, x + i), a, b);
      from_f32(hn::IfThenElseZero(hn::FirstN(d, n - i), v), y + i);
      i += lanes;
    }
    for (; i < end; i += lanes) from_f32(hn::Zero(d), y + i);
  } else if (i < n) {
    from_f32_part(F::of(hn::LoadN(d, x + i, n - i), a, b), y + i, n - i);
  }
}
struct product {
  static HWY_INLINE vector of(vector x, vector a, vector) { return hn::Mul(x, a); }
};
struct difference {
  static HWY_INLINE vector of(vector x, vector a, vector b) { return hn::Sub(hn::Sub(x, b), a); }
};

template <class F, class T>
void finish_with(const softmax_lines &job, const row_set &rows) {
  const float *e = rows.e;
  const size_t end = job.pads ? job.dst.block : 0;
  for (size_t i = 0; i < job.lines; ++i, e += rows.step) {
    const vector number = hn::Set(tag(), rows.numbers[i]), m = hn::Set(tag(), rows.m[i]);
    T *y = first_of<T>(job.dst) + i * job.dst.step;
    size_t at = 0;
    if (goes_by_vectors<T>(job.dst))
      for (; at + least_block <= job.n; at += least_block, y += job.dst.block_step)
        from_f32(F::of(hn::LoadU(tag(), e + at), number, m), y);
    for (; at < job.n; at += job.dst.block, y += job.dst.block_step)
      map_row<F>(e + at, y, min(job.dst.block, job.n - at), end, number, m);
  }
}
template <class T>
void finish(const softmax_lines &job, const row_set &rows) {
  job.alg == dnnl_softmax_log ? finish_with<difference, T>(job, rows)
                              : finish_with<product, T>(job, rows);
}

// ---- types: null where rows are converted by those of row_backend

struct typed_functions {
  void (*copy)(const softmax_lines &, const row_set &);
  void (*finish)(const softmax_lines &, const row_set &);
};
template <data_type kType, class T>
constexpr typed_functions functions_of() {
  if constexpr (has_own(kType))
    return {copy_lines<T>, finish<T>};
  else
    return {};
}
typed_functions find(data_type type) {
  switch (type) {
    case dnnl_f32: return functions_of<dnnl_f32, float>();
    case dnnl_bf16: return functions_of<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return functions_of<dnnl_f16, hwy::float16_t>();
    case dnnl_s8: return functions_of<dnnl_s8, int8_t>();
    case dnnl_u8: return functions_of<dnnl_u8, uint8_t>();
    default: return {};
  }
}

}  // namespace

void forward_lines(const softmax_lines &job) noexcept {
  const typed_functions from = find(job.src.type), to = find(job.dst.type);
  float m[drivers::max_softmax_lines], numbers[drivers::max_softmax_lines];
  const row_set rows = {job.buffer, size_t(drivers::softmax_row(dim_t(job.n))), m, numbers};
  softmax_lines by_rows = job;
  by_rows.pads = false;
  by_rows.src = by_rows.dst = {dnnl_f32, job.buffer, 0, rows.step, job.n, 0};
  if (from.copy) {
    from.copy(job, rows);
  } else {
    gather_lines(job.src, job.lines, job.n, rows.e, rows.step);
    copy_lines<float>(by_rows, rows);
  }
  sum_lines(job, rows);
  if (to.finish) return to.finish(job, rows);
  finish<float>(by_rows, rows);
  scatter_lines(job.dst, job.lines, job.n, rows.e, rows.step);
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
