// SPDX-License-Identifier: Apache-2.0
// Lines of softmax that lie side by side, a column of four vectors of them at a time, in three
// passes; five facts: softmax_forward.cpp. Of each line, sums of 32 are added up.
#include <cmath>

#include "core/support/arithmetic.h"
#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/softmax/softmax_forward.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using tag = hn::ScalableTag<float>;
using vector = hn::Vec<tag>;

constexpr size_t sum_length = 32;
constexpr size_t max_lanes = hn::MaxLanes(tag());

// Where a column of lines begins.
struct column {
  const float *x;
  float *y;
  size_t x_step, y_step, count;
};

HWY_INLINE vector larger(vector a, vector b) {
  return hn::IfThenElse(hn::Gt(b, a), b, a);
}

// ---- the largest of each line

template <bool kFull>
HWY_INLINE void max_of_one(const column &c, size_t n, float *m) {
  const tag d;
  vector a = hn::Set(d, -INFINITY);
  for (size_t i = 0; i < c.count; ++i) a = larger(a, load<kFull>(d, c.x + i * c.x_step, n));
  hn::StoreU(a, d, m);
}

HWY_INLINE void max_of_four(const column &c, float *m) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  vector a0 = hn::Set(d, -INFINITY), a1 = a0, a2 = a0, a3 = a0;
  for (size_t i = 0; i < c.count; ++i) {
    const float *x = c.x + i * c.x_step;
    a0 = larger(a0, hn::LoadU(d, x));
    a1 = larger(a1, hn::LoadU(d, x + lanes));
    a2 = larger(a2, hn::LoadU(d, x + 2 * lanes));
    a3 = larger(a3, hn::LoadU(d, x + 3 * lanes));
  }
  hn::StoreU(a0, d, m);
  hn::StoreU(a1, d, m + lanes);
  hn::StoreU(a2, d, m + 2 * lanes);
  hn::StoreU(a3, d, m + 3 * lanes);
}

// ---- the sums of e^(x - m), in units of 2^-40; these go to y where kKeeps

template <bool kKeeps, bool kFull>
HWY_INLINE vector one_exp(const float *x, vector m, float *y, size_t n) {
  const tag d;
  const vector e = lifted_exp(d, hn::Sub(load<kFull>(d, x, n), m));
  if constexpr (kKeeps) store<kFull>(d, e, y, n);
  return e;
}

template <bool kKeeps, bool kFull>
HWY_INLINE void sum_of_one(const column &c, size_t n, const float *m, float *sums) {
  const tag d;
  const vector largest = hn::LoadU(d, m);
  vector sum = hn::Zero(d);
  for (size_t begin = 0; begin < c.count; begin += sum_length) {
    const size_t end = min(begin + sum_length, c.count);
    vector part = hn::Zero(d);
    for (size_t i = begin; i < end; ++i)
      part =
          hn::Add(part, one_exp<kKeeps, kFull>(c.x + i * c.x_step, largest, c.y + i * c.y_step, n));
    sum = hn::Add(sum, part);
  }
  hn::StoreU(sum, d, sums);
}

template <bool kKeeps>
HWY_INLINE void sum_of_four(const column &c, const float *m, float *sums) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const vector m0 = hn::LoadU(d, m), m1 = hn::LoadU(d, m + lanes);
  const vector m2 = hn::LoadU(d, m + 2 * lanes), m3 = hn::LoadU(d, m + 3 * lanes);
  for (size_t v = 0; v < 4; ++v) hn::StoreU(hn::Zero(d), d, sums + v * lanes);
  for (size_t begin = 0; begin < c.count; begin += sum_length) {
    const size_t end = min(begin + sum_length, c.count);
    vector s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
    for (size_t i = begin; i < end; ++i) {
      const float *x = c.x + i * c.x_step;
      float *y = c.y + i * c.y_step;
      s0 = hn::Add(s0, one_exp<kKeeps, true>(x, m0, y, 0));
      s1 = hn::Add(s1, one_exp<kKeeps, true>(x + lanes, m1, y + lanes, 0));
      s2 = hn::Add(s2, one_exp<kKeeps, true>(x + 2 * lanes, m2, y + 2 * lanes, 0));
      s3 = hn::Add(s3, one_exp<kKeeps, true>(x + 3 * lanes, m3, y + 3 * lanes, 0));
    }
    hn::StoreU(hn::Add(hn::LoadU(d, sums), s0), d, sums);
    hn::StoreU(hn::Add(hn::LoadU(d, sums + lanes), s1), d, sums + lanes);
    hn::StoreU(hn::Add(hn::LoadU(d, sums + 2 * lanes), s2), d, sums + 2 * lanes);
    hn::StoreU(hn::Add(hn::LoadU(d, sums + 3 * lanes), s3), d, sums + 3 * lanes);
  }
}

// ---- results

// A column of kVectors whole vectors, or of a part of one.
template <size_t kVectors, bool kFull>
HWY_INLINE void multiply_column(const column &c, size_t n, const float *factors) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < c.count; ++i)
    for (size_t v = 0; v < kVectors; ++v) {
      float *y = c.y + i * c.y_step + v * lanes;
      store<kFull>(d, hn::Mul(load<kFull>(d, y, n), hn::LoadU(d, factors + v * lanes)), y, n);
    }
}

template <size_t kVectors, bool kFull>
HWY_INLINE void subtract_column(const column &c, size_t n, const float *m, const float *logs) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < c.count; ++i)
    for (size_t v = 0; v < kVectors; ++v) {
      const vector x = load<kFull>(d, c.x + i * c.x_step + v * lanes, n);
      const vector above = hn::Sub(x, hn::LoadU(d, m + v * lanes));
      store<kFull>(d, hn::Sub(above, hn::LoadU(d, logs + v * lanes)),
                   c.y + i * c.y_step + v * lanes, n);
    }
}

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

template <size_t kVectors, bool kFull>
void one_column(dnnl_alg_kind_t alg, const column &c, size_t n) {
  HWY_ALIGN float m[kVectors * max_lanes], sums[kVectors * max_lanes];
  const bool is_log = alg == dnnl_softmax_log;
  const bool is_zero_of_none = alg == softmax_accurate_inf_as_zero;
  if constexpr (kVectors == 4)
    max_of_four(c, m);
  else
    max_of_one<kFull>(c, n, m);
  if (is_zero_of_none) raise(kVectors, m);
  if constexpr (kVectors == 4)
    is_log ? sum_of_four<false>(c, m, sums) : sum_of_four<true>(c, m, sums);
  else
    is_log ? sum_of_one<false, kFull>(c, n, m, sums) : sum_of_one<true, kFull>(c, n, m, sums);
  if (is_log) {
    take_logs(kVectors, sums);
    return subtract_column<kVectors, kFull>(c, n, m, sums);
  }
  if (is_zero_of_none) fill_zero_sums(kVectors, sums);
  invert(kVectors, sums);
  multiply_column<kVectors, kFull>(c, n, sums);
}

}  // namespace

void forward_planes(dnnl_alg_kind_t alg, const drivers::softmax_planes &planes, const float *x,
                    size_t x_step, float *y, size_t y_step) noexcept {
  const size_t lanes = hn::Lanes(tag()), n = planes.lines;
  column c = {x, y, x_step, y_step, planes.count};
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes, c.x += 4 * lanes, c.y += 4 * lanes)
    one_column<4, true>(alg, c, 0);
  for (; i + lanes <= n; i += lanes, c.x += lanes, c.y += lanes) one_column<1, true>(alg, c, 0);
  if (i < n) one_column<1, false>(alg, c, n - i);
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
