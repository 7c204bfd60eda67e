// SPDX-License-Identifier: Apache-2.0
// The sums of lines of softmax that lie side by side: of e^(x - m), in units of 2^-40, which take
// the place of x but for logarithms; five facts: softmax_forward.cpp. Of each line, sums of 32 are
// added up.
#include <cmath>

#include "core/support/arithmetic.h"
#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/softmax/softmax_forward.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using tag = f32_tag;
using vector = f32_vector;

constexpr size_t sum_length = 32;

HWY_INLINE vector one_exp(float *e, vector m, hn::Mask<tag> is_log) {
  const tag d;
  const vector x = hn::LoadU(d, e), exp = lifted_exp(d, hn::Sub(x, m));
  hn::StoreU(hn::IfThenElse(is_log, x, exp), d, e);
  return exp;
}

void sum_of_one(const line_column &c, hn::Mask<tag> is_log) {
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

void sum_of_four(const line_column &c, hn::Mask<tag> is_log) {
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

// What becomes of sums: a factor or a logarithm of each line

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

}  // namespace

void find_sums(dnnl_alg_kind_t alg, const line_column &c) noexcept {
  const tag d;
  const bool is_zero_of_none = alg == softmax_accurate_inf_as_zero,
             is_log = alg == dnnl_softmax_log;
  const auto log_mask = hn::Eq(hn::Set(d, is_log ? 1.0f : 0.0f), hn::Set(d, 1.0f));
  const size_t vectors = c.vectors;
  if (is_zero_of_none) raise(vectors, c.m);
  vectors == 4 ? sum_of_four(c, log_mask) : sum_of_one(c, log_mask);
  if (is_log) return take_logs(vectors, c.sums);
  if (is_zero_of_none) fill_zero_sums(vectors, c.sums);
  invert(vectors, c.sums);
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
