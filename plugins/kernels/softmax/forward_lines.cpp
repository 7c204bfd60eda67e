// SPDX-License-Identifier: Apache-2.0
// Lines of softmax: with m the largest x, y = exp(x - m) / sum of exp(x - m), or
// y = x - m - log(sum of exp(x - m)); five facts: softmax_forward.cpp.
//
// A line becomes a row of f32, with -infinity behind it up to a whole vector, and its maximum is
// found; exponentials take their places there and are added up; with the factor, or the logarithm,
// they go to dst. Each step goes over some lines before the next one.
#include <cmath>
#include <cstring>

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

// Lines of f32 that a step leaves to the next one, with their maxima, and their factors or
// logarithms.
struct row_set {
  float *e;
  size_t step;
  float *m, *numbers;
};

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

// Maxima are the same in whatever order. NaN does not count.
template <class T>
void copy_lines(const softmax_lines &job, const row_set &rows) {
  float *e = rows.e;
  for (size_t i = 0; i < job.lines; ++i, e += rows.step) {
    const T *x = first_of<const T>(job.src) + i * job.src.step;
    vector most = hn::Set(tag(), -INFINITY);
    for (size_t at = 0; at < job.n; at += job.src.block, x += job.src.block_step)
      most = copy_block(x, e + at, min(job.src.block, job.n - at), most);
    rows.m[i] = hn::ReduceMax(tag(), most);
  }
}

// ---- sums, in the order of drivers/rows/reductions.h

// What a row does to the lanes of a sum. e^(x - m) is in units of 2^-40, and takes the place of x
// but for logarithms.
struct exponentials {
  float *e;
  float m, log_flag;  // 1 for logarithms

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    const lane_tag d;
    const lane_vector x = hn::LoadU(d, e + i), exp = lifted_exp(d, hn::Sub(x, hn::Set(d, m)));
    const auto is_log = hn::Eq(hn::Set(d, log_flag), hn::Set(d, 1.0f));
    hn::StoreU(hn::IfThenElse(is_log, x, exp), d, e + i);
    return hn::Add(acc, exp);
  }
};

// The lanes from j on, of all quarters. The last vector of a row is whole.
HWY_INLINE lane_vector take_lanes(const exponentials &row, size_t j, size_t n) {
  const lane_tag d;
  lane_vector a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0;
  size_t i = j;
  for (; i + 3 * quarter < n; i += drivers::reduction_lanes) {
    a0 = row.add(a0, i);
    a1 = row.add(a1, i + quarter);
    a2 = row.add(a2, i + 2 * quarter);
    a3 = row.add(a3, i + 3 * quarter);
  }
  if (i < n) a0 = row.add(a0, i);
  if (i + quarter < n) a1 = row.add(a1, i + quarter);
  if (i + 2 * quarter < n) a2 = row.add(a2, i + 2 * quarter);
  return hn::Add(hn::Add(a0, a2), hn::Add(a1, a3));
}

struct joined {
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};

float log_of(float sum) {
  const hn::CappedTag<float, 1> d;
  return hn::GetLane(math::log(d, hn::Set(d, sum * math::lifted_unit)));
}

void sum_lines(const softmax_lines &job, const row_set &rows) {
  const bool is_log = job.alg == dnnl_softmax_log;
  float *e = rows.e;
  for (size_t i = 0; i < job.lines; ++i, e += rows.step) {
    if (job.alg == softmax_accurate_inf_as_zero && rows.m[i] == -INFINITY) {
      std::memset(e, 0, job.n * sizeof(float));
      rows.numbers[i] = 1;
      continue;
    }
    const exponentials row = {e, rows.m[i], is_log ? 1.0f : 0.0f};
    const float sum =
        join_lanes<joined>([&](size_t j) HWY_ATTR { return take_lanes(row, j, job.n); });
    rows.numbers[i] = is_log ? log_of(sum) : 1 / sum;
  }
}

// ---- results

// F::of(x, a, b) -> vector, of every element
template <class F, class T>
HWY_INLINE void map_row(const float *x, T *y, size_t n, vector a, vector b) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) from_f32(F::of(hn::LoadU(d, x + i), a, b), y + i);
  if (i < n) from_f32_part(F::of(hn::LoadN(d, x + i, n - i), a, b), y + i, n - i);
}
struct product {
  static HWY_INLINE vector of(vector x, vector a, vector) { return hn::Mul(x, a); }
};
struct quotient {
  static HWY_INLINE vector of(vector x, vector a, vector) { return hn::Div(x, a); }
};
struct difference {
  static HWY_INLINE vector of(vector x, vector a, vector b) { return hn::Sub(hn::Sub(x, b), a); }
};

template <class F, class T>
void finish_with(const softmax_lines &job, const row_set &rows) {
  const float *e = rows.e;
  for (size_t i = 0; i < job.lines; ++i, e += rows.step) {
    const vector number = hn::Set(tag(), rows.numbers[i]), m = hn::Set(tag(), rows.m[i]);
    T *y = first_of<T>(job.dst) + i * job.dst.step;
    for (size_t at = 0; at < job.n; at += job.dst.block, y += job.dst.block_step)
      map_row<F>(e + at, y, min(job.dst.block, job.n - at), number, m);
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
  if constexpr (has_type(kType))
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

void multiply(float *y, size_t n, float factor) noexcept {
  map_row<product>(y, y, n, hn::Set(tag(), factor), hn::Zero(tag()));
}

void divide(float *y, size_t n, float divisor) noexcept {
  map_row<quotient>(y, y, n, hn::Set(tag(), divisor), hn::Zero(tag()));
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
