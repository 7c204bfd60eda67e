// SPDX-License-Identifier: Apache-2.0
// ReLU without a slope on the bits of bf16 and f16, and of s8:  y = x < 0 ? 0 : x, and for the
// former, y = x > 0 ? b : b * 0
//   x, b, y u16[n] or s8[n]: dense, any alignment; y is x or b or disjoint
//   scratch 0 B; exact: the bits that eltwise_rows would give, but for which NaN a NaN is
//   The numbers below 0 are the bits from 0x8001 to those of -infinity, those above 0 from 1 to
//   infinity: one comparison of unsigned numbers each.
#include "plugins/kernels/eltwise/relu_narrow.h"

#include <cstring>

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using tag = hn::ScalableTag<uint16_t>;
using V = hn::Vec<tag>;
constexpr uint16_t sign = 0x8000;

V forward_of(V x, V infinity) {
  const tag d;
  const auto is_negative = hn::Lt(hn::Sub(x, hn::Set(d, sign + 1)), infinity);
  return hn::IfThenZeroElse(is_negative, x);
}

// 0 times a number is a zero with the number's sign, 0 times infinity is NaN.
V backward_of(V x, V b, V infinity) {
  const tag d;
  const auto is_positive = hn::Lt(hn::Sub(x, hn::Set(d, 1)), infinity);
  const auto is_finite = hn::Lt(hn::AndNot(hn::Set(d, sign), b), infinity);
  const V nan = hn::Or(b, hn::Or(infinity, hn::ShiftRight<1>(infinity)));
  const V low = hn::IfThenElse(is_finite, hn::And(b, hn::Set(d, sign)), nan);
  return hn::IfThenElse(is_positive, b, low);
}

void forward(const uint16_t *x, uint16_t *y, size_t n, uint16_t infinity) {
  const tag d;
  const V inf = hn::Set(d, infinity);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(forward_of(hn::LoadU(d, x + i), inf), d, y + i);
  if (i == n) return;
  HWY_ALIGN uint16_t last[hn::MaxLanes(d)] = {};
  std::memcpy(last, x + i, (n - i) * sizeof(*x));
  hn::Store(forward_of(hn::Load(d, last), inf), d, last);
  std::memcpy(y + i, last, (n - i) * sizeof(*y));
}

void backward(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, uint16_t infinity) {
  const tag d;
  const V inf = hn::Set(d, infinity);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(backward_of(hn::LoadU(d, x + i), hn::LoadU(d, b + i), inf), d, y + i);
  if (i == n) return;
  const V last = backward_of(hn::LoadN(d, x + i, n - i), hn::LoadN(d, b + i, n - i), inf);
  hn::StoreN(last, d, y + i, n - i);
}

void forward_s8(const int8_t *x, int8_t *y, size_t n) {
  const hn::ScalableTag<int8_t> d;
  const auto zero = hn::Zero(d);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(hn::Max(hn::LoadU(d, x + i), zero), d, y + i);
  for (; i < n; ++i) y[i] = x[i] < 0 ? int8_t(0) : x[i];
}

}  // namespace

extern const drivers::relu_narrow_forward relu_narrow_forward = {forward, forward_s8};
extern const drivers::relu_narrow_backward relu_narrow_backward = {backward};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
