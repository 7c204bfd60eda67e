// SPDX-License-Identifier: Apache-2.0
// The operations of binary, of vectors of f32: what dnnl_binary_add to dnnl_binary_ne mean.
// Comparisons answer 1 or 0.
// five facts: binary_rows.cpp, direct_rows.cpp, row_formula.cpp
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_BINARY_OPS_INL_H
#define DNNLET_PLUGINS_KERNELS_ROWS_BINARY_OPS_INL_H

#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN::binary_ops {

using V = f32_vector;

HWY_INLINE V one_where(hn::Mask<f32_tag> condition) {
  return hn::IfThenElseZero(condition, hn::Set(f32_tag(), 1.0f));
}

struct add {
  static HWY_INLINE V of(V x, V b) { return hn::Add(x, b); }
};
struct mul {
  static HWY_INLINE V of(V x, V b) { return hn::Mul(x, b); }
};
// By comparison, so that NaN gives the same on every target: the second operand.
struct max {
  static HWY_INLINE V of(V x, V b) { return larger(f32_tag(), x, b); }
};
struct min {
  static HWY_INLINE V of(V x, V b) { return smaller(f32_tag(), x, b); }
};
struct div {
  static HWY_INLINE V of(V x, V b) { return hn::Div(x, b); }
};
struct sub {
  static HWY_INLINE V of(V x, V b) { return hn::Sub(x, b); }
};
struct ge {
  static HWY_INLINE V of(V x, V b) { return one_where(hn::Ge(x, b)); }
};
struct gt {
  static HWY_INLINE V of(V x, V b) { return one_where(hn::Gt(x, b)); }
};
struct le {
  static HWY_INLINE V of(V x, V b) { return one_where(hn::Le(x, b)); }
};
struct lt {
  static HWY_INLINE V of(V x, V b) { return one_where(hn::Lt(x, b)); }
};
struct eq {
  static HWY_INLINE V of(V x, V b) { return one_where(hn::Eq(x, b)); }
};
// hn::Ne may be false of NaN, which is equal to nothing.
struct ne {
  static HWY_INLINE V of(V x, V b) {
    return hn::IfThenZeroElse(hn::Eq(x, b), hn::Set(f32_tag(), 1.0f));
  }
};

}  // namespace dnnlet::DNNLET_PLUGIN::binary_ops
HWY_AFTER_NAMESPACE();

#endif
