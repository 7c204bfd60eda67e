// SPDX-License-Identifier: Apache-2.0
// Arithmetic of two rows:  y[i] = x[i] op b[i], oneDNN v3, dnnl_binary_... and the post-ops sum and
// prelu
//   x, b, y f32[n]: dense, any alignment; y is x or b or disjoint
//   scratch 0 B; rounded once, in sum twice
#include "plugins/kernels/rows/binary_rows.h"

#include "plugins/kernels/rows/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using V = row_vector;

struct add {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) { return hn::Add(x, b); }
};
struct mul {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) { return hn::Mul(x, b); }
};
// By comparison, so that NaN gives the same on every target: the second operand.
struct max {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) {
    return hn::IfThenElse(hn::Gt(x, b), x, b);
  }
};
struct min {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) {
    return hn::IfThenElse(hn::Lt(x, b), x, b);
  }
};
struct div {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) { return hn::Div(x, b); }
};
struct sub {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) { return hn::Sub(x, b); }
};

HWY_INLINE V one_where(row_tag d, hn::Mask<row_tag> condition) {
  return hn::IfThenElseZero(condition, hn::Set(d, 1.0f));
}
struct ge {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) { return one_where(d, hn::Ge(x, b)); }
};
struct gt {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) { return one_where(d, hn::Gt(x, b)); }
};
struct le {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) { return one_where(d, hn::Le(x, b)); }
};
struct lt {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) { return one_where(d, hn::Lt(x, b)); }
};
struct eq {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) { return one_where(d, hn::Eq(x, b)); }
};
struct ne {
  // hn::Ne may be false of NaN, which is equal to nothing.
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) {
    return hn::IfThenZeroElse(hn::Eq(x, b), hn::Set(d, 1.0f));
  }
};

struct sum {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float beta) {
    return hn::MulAdd(hn::Set(d, alpha), hn::Sub(b, hn::Set(d, beta)), x);
  }
};
struct prelu {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) {
    return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), x, hn::Mul(x, b));
  }
};

// In the order of the enumerators, from dnnl_binary_add.
const row_function functions[] = {row_of_two<add>, row_of_two<mul>, row_of_two<max>,
                                  row_of_two<min>, row_of_two<div>, row_of_two<sub>,
                                  row_of_two<ge>,  row_of_two<gt>,  row_of_two<le>,
                                  row_of_two<lt>,  row_of_two<eq>,  row_of_two<ne>};

}  // namespace

row_function binary_row(dnnl_alg_kind_t alg) noexcept {
  const bool known = dnnl_binary_add <= alg && alg <= dnnl_binary_ne;
  return known ? functions[alg - dnnl_binary_add] : nullptr;
}
void sum_row(const float *x, const float *b, float *y, size_t n, float alpha, float beta) {
  row_of_two<sum>(x, b, y, n, alpha, beta);
}
void prelu_row(const float *x, const float *b, float *y, size_t n, float alpha, float beta) {
  row_of_two<prelu>(x, b, y, n, alpha, beta);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
