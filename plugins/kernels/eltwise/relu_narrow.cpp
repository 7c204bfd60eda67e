// SPDX-License-Identifier: Apache-2.0
// ReLU without a slope on the bits of bf16 and f16:  y = x < 0 ? 0 : x, y = x > 0 ? b : b * 0
// and what lies between two numbers, of s8 and u8:   y = min(max(x, low), high)
//   x, b, y u16[n] or bytes[n]: dense, any alignment; y is x or b or disjoint
//   scratch 0 B; exact: the bits that eltwise_rows would give, but for which NaN a NaN is
//   The numbers below 0 are the bits from 0x8001 to those of -infinity, those above 0 from 1 to
//   infinity: one comparison of unsigned numbers each.
#include "plugins/kernels/eltwise/relu_narrow.h"

#include <cstring>

#include "plugins/kernels/support/leave-inl.h"
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
  if (i == n) return leave_vectors();
  HWY_ALIGN uint16_t last[hn::MaxLanes(d)] = {};
  std::memcpy(last, x + i, (n - i) * sizeof(*x));
  hn::Store(forward_of(hn::Load(d, last), inf), d, last);
  leave_vectors();
  std::memcpy(y + i, last, (n - i) * sizeof(*y));
}

void backward(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, uint16_t infinity) {
  const tag d;
  const V inf = hn::Set(d, infinity);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(backward_of(hn::LoadU(d, x + i), hn::LoadU(d, b + i), inf), d, y + i);
  if (i == n) return leave_vectors();
  const V last = backward_of(hn::LoadN(d, x + i, n - i), hn::LoadN(d, b + i, n - i), inf);
  hn::StoreN(last, d, y + i, n - i);
  leave_vectors();
}

// Numbers without signs are those with, moved by the sign.
void clip_bytes(const int8_t *x, int8_t *y, size_t n, int8_t low, int8_t high, int8_t flip) {
  const hn::ScalableTag<int8_t> d;
  const auto origin = hn::Set(d, flip);
  const auto from = hn::Set(d, int8_t(low ^ flip)), to = hn::Set(d, int8_t(high ^ flip));
  const auto clip = [&](auto v) HWY_ATTR {
    return hn::Xor(hn::Clamp(hn::Xor(v, origin), from, to), origin);
  };
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(clip(hn::LoadU(d, x + i)), d, y + i);
  if (i == n) return leave_vectors();
  HWY_ALIGN int8_t last[hn::MaxLanes(d)] = {};
  std::memcpy(last, x + i, n - i);
  hn::Store(clip(hn::Load(d, last)), d, last);
  leave_vectors();
  std::memcpy(y + i, last, n - i);
}

}  // namespace

extern const drivers::relu_narrow_forward relu_narrow_forward = {forward, clip_bytes};
extern const drivers::relu_narrow_backward relu_narrow_backward = {backward};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
