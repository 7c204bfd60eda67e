// SPDX-License-Identifier: Apache-2.0
// Lines of softmax that lie side by side, a column of four vectors of them at a time, in three
// steps; five facts: softmax_forward.cpp.
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

constexpr size_t max_lanes = hn::MaxLanes(tag());

// ---- to f32, and the largest of each line

template <class T, bool kFull>
HWY_INLINE void copy_one(const line_column &c) {
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
HWY_INLINE void copy_four(const line_column &c) {
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
void copy(const line_column &c) {
  if (c.vectors == 4) return copy_four<T>(c);
  c.n == hn::Lanes(tag()) ? copy_one<T, true>(c) : copy_one<T, false>(c);
}

// ---- results

// A vector of each element, at `at`.
template <class T, bool kFull>
HWY_INLINE void finish_vector(bool is_log, const line_column &c, size_t at, size_t e_step) {
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
void finish(bool is_log, const line_column &c) {
  const size_t lanes = hn::Lanes(tag()), step = c.vectors * lanes;
  if (c.n < lanes) return finish_vector<T, false>(is_log, c, 0, step);
  for (size_t at = 0; at < c.n; at += lanes) finish_vector<T, true>(is_log, c, at, step);
}

struct typed_functions {
  void (*copy)(const line_column &);
  void (*finish)(bool is_log, const line_column &);
};
template <data_type kType, class T>
constexpr typed_functions functions_of() {
  if constexpr (has_own(kType))
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
    default: return {copy<float>, finish<float>};  // of every plugin: results wait in f32
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
    const line_column c = {x + i * x_size,
                           y + i * y_size,
                           job.src.step,
                           job.dst.step,
                           job.n,
                           n,
                           n > lanes ? 4u : 1u,
                           job.buffer,
                           m,
                           sums};
    from.copy(c);
    find_sums(job.alg, c);
    to.finish(job.alg == dnnl_softmax_log, c);
    i += n;
  }
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
