// SPDX-License-Identifier: Apache-2.0
// Lines of softmax that lie side by side, a column of four vectors of them at a time, in three
// steps; five facts: softmax_forward.cpp. Of each line, sums of 32 are added up.
//
// A column becomes one of f32, and its maxima are found; exponentials take their places there; with
// factors, or logarithms, they go to dst.
#include <cmath>

#include "core/support/arithmetic.h"
#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/softmax/softmax_forward.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using drivers::softmax_lines;
using tag = f32_tag;
using vector = f32_vector;

constexpr size_t sum_length = 32;
constexpr size_t max_lanes = hn::MaxLanes(tag());

// A column of `vectors` vectors of lines, of which n are there, and their numbers.
struct column {
  const void *x;
  void *y;
  size_t x_step, y_step, count, n;
  float *e;  // the elements of a line are `vectors` apart
  float *m, *sums;
  size_t vectors() const { return n > hn::Lanes(tag()) ? 4 : 1; }
};

// ---- to f32, and the largest of each line

template <class T, bool kFull>
HWY_INLINE void copy_one(const column &c) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const T *x = static_cast<const T *>(c.x);
  vector a = hn::Set(d, -INFINITY);
  for (size_t i = 0; i < c.count; ++i) {
    const vector v = load<kFull>(x + i * c.x_step, c.n);
    a = larger(a, v);
    hn::StoreU(v, d, c.e + i * lanes);
  }
  hn::StoreU(a, d, c.m);
}

template <class T>
HWY_INLINE void copy_four(const column &c) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  vector a0 = hn::Set(d, -INFINITY), a1 = a0, a2 = a0, a3 = a0;
  for (size_t i = 0; i < c.count; ++i) {
    const T *x = static_cast<const T *>(c.x) + i * c.x_step;
    float *e = c.e + i * 4 * lanes;
    const vector x0 = widen(d, x), x1 = widen(d, x + lanes);
    const vector x2 = widen(d, x + 2 * lanes), x3 = widen(d, x + 3 * lanes);
    a0 = larger(a0, x0);
    a1 = larger(a1, x1);
    a2 = larger(a2, x2);
    a3 = larger(a3, x3);
    hn::StoreU(x0, d, e);
    hn::StoreU(x1, d, e + lanes);
    hn::StoreU(x2, d, e + 2 * lanes);
    hn::StoreU(x3, d, e + 3 * lanes);
  }
  hn::StoreU(a0, d, c.m);
  hn::StoreU(a1, d, c.m + lanes);
  hn::StoreU(a2, d, c.m + 2 * lanes);
  hn::StoreU(a3, d, c.m + 3 * lanes);
}

template <class T>
void copy(const column &c) {
  if (c.vectors() == 4) return copy_four<T>(c);
  c.n == hn::Lanes(tag()) ? copy_one<T, true>(c) : copy_one<T, false>(c);
}

// ---- the sums of e^(x - m), in units of 2^-40, which take the place of x but for logarithms

HWY_INLINE vector one_exp(float *e, vector m, hn::Mask<tag> is_log) {
  const tag d;
  const vector x = hn::LoadU(d, e), exp = lifted_exp(d, hn::Sub(x, m));
  hn::StoreU(hn::IfThenElse(is_log, x, exp), d, e);
  return exp;
}

void sum_of_one(const column &c, hn::Mask<tag> is_log) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const vector m = hn::LoadU(d, c.m);
  vector sum = hn::Zero(d);
  for (size_t begin = 0; begin < c.count; begin += sum_length) {
    const size_t end = min(begin + sum_length, c.count);
    vector part = hn::Zero(d);
    for (size_t i = begin; i < end; ++i) part = hn::Add(part, one_exp(c.e + i * lanes, m, is_log));
    sum = hn::Add(sum, part);
  }
  hn::StoreU(sum, d, c.sums);
}

void sum_of_four(const column &c, hn::Mask<tag> is_log) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const vector m0 = hn::LoadU(d, c.m), m1 = hn::LoadU(d, c.m + lanes);
  const vector m2 = hn::LoadU(d, c.m + 2 * lanes), m3 = hn::LoadU(d, c.m + 3 * lanes);
  float *sums = c.sums;
  for (size_t v = 0; v < 4; ++v) hn::StoreU(hn::Zero(d), d, sums + v * lanes);
  for (size_t begin = 0; begin < c.count; begin += sum_length) {
    const size_t end = min(begin + sum_length, c.count);
    vector s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
    for (size_t i = begin; i < end; ++i) {
      float *e = c.e + i * 4 * lanes;
      s0 = hn::Add(s0, one_exp(e, m0, is_log));
      s1 = hn::Add(s1, one_exp(e + lanes, m1, is_log));
      s2 = hn::Add(s2, one_exp(e + 2 * lanes, m2, is_log));
      s3 = hn::Add(s3, one_exp(e + 3 * lanes, m3, is_log));
    }
    hn::StoreU(hn::Add(hn::LoadU(d, sums), s0), d, sums);
    hn::StoreU(hn::Add(hn::LoadU(d, sums + lanes), s1), d, sums + lanes);
    hn::StoreU(hn::Add(hn::LoadU(d, sums + 2 * lanes), s2), d, sums + 2 * lanes);
    hn::StoreU(hn::Add(hn::LoadU(d, sums + 3 * lanes), s3), d, sums + 3 * lanes);
  }
}

// ---- what becomes of sums: a factor or a logarithm of each line

HWY_INLINE void invert(size_t vectors, float *sums) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  for (size_t v = 0; v < vectors; ++v)
    hn::StoreU(hn::Div(hn::Set(d, 1.0f), hn::LoadU(d, sums + v * lanes)), d, sums + v * lanes);
}

HWY_INLINE void take_logs(size_t vectors, float *sums) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  for (size_t v = 0; v < vectors; ++v) {
    const vector sum = hn::Mul(hn::LoadU(d, sums + v * lanes), hn::Set(d, math::lifted_unit));
    hn::StoreU(math::log(d, sum), d, sums + v * lanes);
  }
}

// Where nothing is above -infinity, x - m shall be that, and not NaN: then e^(x - m) is 0.
HWY_INLINE void raise(size_t vectors, float *m) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  for (size_t v = 0; v < vectors; ++v) {
    const vector x = hn::LoadU(d, m + v * lanes);
    hn::StoreU(hn::IfThenZeroElse(hn::Eq(x, hn::Set(d, -INFINITY)), x), d, m + v * lanes);
  }
}
// The sum is 0 then, and its inverse may be anything finite.
HWY_INLINE void fill_zero_sums(size_t vectors, float *sums) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  for (size_t v = 0; v < vectors; ++v) {
    const vector x = hn::LoadU(d, sums + v * lanes);
    hn::StoreU(hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Set(d, 1.0f), x), d, sums + v * lanes);
  }
}

void find_sums(dnnl_alg_kind_t alg, const column &c) {
  const tag d;
  const bool is_zero_of_none = alg == softmax_accurate_inf_as_zero,
             is_log = alg == dnnl_softmax_log;
  const auto log_mask = hn::Eq(hn::Set(d, is_log ? 1.0f : 0.0f), hn::Set(d, 1.0f));
  const size_t vectors = c.vectors();
  if (is_zero_of_none) raise(vectors, c.m);
  vectors == 4 ? sum_of_four(c, log_mask) : sum_of_one(c, log_mask);
  if (is_log) return take_logs(vectors, c.sums);
  if (is_zero_of_none) fill_zero_sums(vectors, c.sums);
  invert(vectors, c.sums);
}

// ---- results

// A vector of each element, at `at`.
template <class T, bool kFull>
HWY_INLINE void finish_vector(bool is_log, const column &c, size_t at, size_t e_step) {
  const tag d;
  const vector number = hn::LoadU(d, c.sums + at), m = hn::LoadU(d, c.m + at);
  T *y = static_cast<T *>(c.y) + at;
  const float *e = c.e + at;
  for (size_t i = 0; i < c.count; ++i, y += c.y_step, e += e_step) {
    const vector v = hn::LoadU(d, e);
    store<kFull>(is_log ? hn::Sub(hn::Sub(v, m), number) : hn::Mul(v, number), y, c.n);
  }
}

template <class T>
void finish(bool is_log, const column &c) {
  const size_t lanes = hn::Lanes(tag()), step = c.vectors() * lanes;
  if (c.n < lanes) return finish_vector<T, false>(is_log, c, 0, step);
  for (size_t at = 0; at < c.n; at += lanes) finish_vector<T, true>(is_log, c, at, step);
}

struct typed_functions {
  void (*copy)(const column &);
  void (*finish)(bool is_log, const column &);
};
template <data_type kType, class T>
constexpr typed_functions functions_of() {
  if constexpr (has_type(kType))
    return {copy<T>, finish<T>};
  else
    return {};
}
typed_functions find(data_type type) {
  switch (type) {
    case dnnl_bf16: return functions_of<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return functions_of<dnnl_f16, hwy::float16_t>();
    case dnnl_s8: return functions_of<dnnl_s8, int8_t>();
    case dnnl_u8: return functions_of<dnnl_u8, uint8_t>();
    default: return functions_of<dnnl_f32, float>();
  }
}

}  // namespace

void forward_planes(const softmax_lines &job) noexcept {
  const typed_functions from = find(job.src.type), to = find(job.dst.type);
  const size_t lanes = hn::Lanes(tag()), x_size = type_size(job.src.type),
               y_size = type_size(job.dst.type);
  const char *x = static_cast<const char *>(job.src.data) + job.src.first * x_size;
  char *y = static_cast<char *>(job.dst.data) + job.dst.first * y_size;
  HWY_ALIGN float m[4 * max_lanes], sums[4 * max_lanes];
  for (size_t i = 0; i < job.lines;) {
    const size_t left = job.lines - i, n = left >= 4 * lanes ? 4 * lanes : min(left, lanes);
    const column c = {
        x + i * x_size, y + i * y_size, job.src.step, job.dst.step, job.n, n, job.buffer, m, sums};
    from.copy(c);
    find_sums(job.alg, c);
    to.finish(job.alg == dnnl_softmax_log, c);
    i += n;
  }
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
