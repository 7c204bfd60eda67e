// SPDX-License-Identifier: Apache-2.0
// Highway with multiply-adds that round once, for a target of single lanes: hn::MulAdd and the like
// hide Highway's own.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_FUSED_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_FUSED_INL_H

#include <cstring>

#include <hwy/highway.h>

namespace dnnlet::DNNLET_PLUGIN {

constexpr bool mul_add_is_fused = true;

// a * b + c, rounded once.
#ifdef __FP_FAST_FMAF
inline float fused_mul_add(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
#else
// The product is exact in double. If the sum is not, it is moved to the neighbour with an odd last
// bit, on the side where the exact sum lies: then the second rounding, to float, sees which half it
// is in (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008). A function of
// its own: inlined everywhere it makes a program with one ReLU 20 KB larger.
HWY_NOINLINE inline float fused_mul_add(float a, float b, float c) {
  const double product = double(a) * double(b), addend = double(c);
  const double sum = product + addend, part = sum - product;
  const double error = (product - (sum - part)) + (addend - part);
  if (error == 0 || !(sum - sum == 0)) return float(sum);
  int64_t bits;
  std::memcpy(&bits, &sum, sizeof(bits));
  if ((bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
  double odd;
  std::memcpy(&odd, &bits, sizeof(odd));
  return float(odd);
}
#endif
inline double fused_mul_add(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
template <class T>
T fused_mul_add(T a, T b, T c) {  // integers have nothing to round
  return T(a * b + c);
}

namespace hn {
using namespace hwy::HWY_NAMESPACE;

template <class V>
V MulAdd(V mul, V x, V add) {
  return V(fused_mul_add(mul.raw, x.raw, add.raw));
}
template <class V>
V NegMulAdd(V mul, V x, V add) {
  return hn::MulAdd(hwy::HWY_NAMESPACE::Neg(mul), x, add);
}
template <class V>
V MulSub(V mul, V x, V sub) {
  return hn::MulAdd(mul, x, hwy::HWY_NAMESPACE::Neg(sub));
}
template <class V>
V NegMulSub(V mul, V x, V sub) {
  return hn::NegMulAdd(mul, x, hwy::HWY_NAMESPACE::Neg(sub));
}

}  // namespace hn

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
