// SPDX-License-Identifier: Apache-2.0
// A line of softmax: with m the largest x, y = exp(x - m) / sum of exp(x - m), or
// y = x - m - log(sum of exp(x - m)); five facts: softmax_forward.cpp.
#include <cmath>
#include <cstring>

#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/softmax/softmax_forward.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using tag = hn::ScalableTag<float>;
using vector = hn::Vec<tag>;

HWY_INLINE vector larger(vector a, vector b) {
  return hn::IfThenElse(hn::Gt(b, a), b, a);
}

// In whatever order: it is the same. NaN does not count.
HWY_INLINE float max_of(const float *x, size_t n) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  vector a0 = hn::Set(d, -INFINITY), a1 = a0;
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    a0 = larger(a0, hn::LoadU(d, x + i));
    a1 = larger(a1, hn::LoadU(d, x + i + lanes));
  }
  if (i + lanes <= n) {
    a0 = larger(a0, hn::LoadU(d, x + i));
    i += lanes;
  }
  if (i < n) a1 = hn::IfThenElse(hn::FirstN(d, n - i), larger(a1, hn::LoadN(d, x + i, n - i)), a1);
  return hn::ReduceMax(d, larger(a0, a1));
}

// The sum of e^(x - m), in units of 2^-40; writes them to y where kKeeps.
template <bool kKeeps>
struct sum_of_exp {
  static constexpr float initial = 0;
  const float *x;
  float *y;
  float m;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    const lane_tag d;
    const lane_vector e = lifted_exp(d, hn::Sub(hn::LoadU(d, x + i), hn::Set(d, m)));
    if constexpr (kKeeps) hn::StoreU(e, d, y + i);
    return hn::Add(acc, e);
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    const lane_tag d;
    const lane_vector e = lifted_exp(d, hn::Sub(hn::LoadN(d, x + i, n), hn::Set(d, m)));
    if constexpr (kKeeps) hn::StoreN(e, d, y + i, n);
    return hn::IfThenElse(hn::FirstN(d, n), hn::Add(acc, e), acc);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};

// F::of(x, a, b) -> vector, of every element
template <class F>
HWY_INLINE void map_row(const float *x, float *y, size_t n, float a, float b) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const vector va = hn::Set(d, a), vb = hn::Set(d, b);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(F::of(hn::LoadU(d, x + i), va, vb), d, y + i);
  if (i < n) hn::StoreN(F::of(hn::LoadN(d, x + i, n - i), va, vb), d, y + i, n - i);
}
struct product {
  static HWY_INLINE vector of(vector x, vector a, vector) { return hn::Mul(x, a); }
};
struct quotient {
  static HWY_INLINE vector of(vector x, vector a, vector) { return hn::Div(x, a); }
};
struct difference {
  static HWY_INLINE vector of(vector x, vector a, vector b) { return hn::Sub(hn::Sub(x, a), b); }
};

float log_of(float sum) {
  const hn::CappedTag<float, 1> d;
  return hn::GetLane(math::log(d, hn::Set(d, sum * math::lifted_unit)));
}

}  // namespace

void forward_line(dnnl_alg_kind_t alg, const float *x, float *y, size_t n) noexcept {
  const float m = max_of(x, n);
  if (alg == dnnl_softmax_log) {
    const float sum = reduce_row(sum_of_exp<false>{x, y, m}, n);
    return map_row<difference>(x, y, n, m, log_of(sum));
  }
  if (alg == softmax_accurate_inf_as_zero && m == -INFINITY) {
    std::memset(y, 0, n * sizeof(float));
    return;
  }
  const float sum = reduce_row(sum_of_exp<true>{x, y, m}, n);
  map_row<product>(y, y, n, 1 / sum, 0);
}

void multiply(float *y, size_t n, float factor) noexcept {
  map_row<product>(y, y, n, factor, 0);
}

void divide(float *y, size_t n, float divisor) noexcept {
  map_row<quotient>(y, y, n, divisor, 0);
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
