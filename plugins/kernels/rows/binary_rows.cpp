// SPDX-License-Identifier: Apache-2.0
// Arithmetic of two rows:  y[i] = x[i] op b[i], oneDNN v3, dnnl_binary_... and the post-ops sum and
// prelu
//   x, b, y f32[n]: dense, any alignment; y is x or b or disjoint
//   scratch 0 B; rounded once, in sum twice
#include "plugins/kernels/rows/binary_rows.h"

#include "plugins/kernels/rows/binary_ops-inl.h"
#include "plugins/kernels/rows/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using V = row_vector;

template <class Op>
struct row_of {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) { return Op::of(x, b); }
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
const row_function functions[] = {
    row_of_two<row_of<binary_ops::add>>, row_of_two<row_of<binary_ops::mul>>,
    row_of_two<row_of<binary_ops::max>>, row_of_two<row_of<binary_ops::min>>,
    row_of_two<row_of<binary_ops::div>>, row_of_two<row_of<binary_ops::sub>>,
    row_of_two<row_of<binary_ops::ge>>,  row_of_two<row_of<binary_ops::gt>>,
    row_of_two<row_of<binary_ops::le>>,  row_of_two<row_of<binary_ops::lt>>,
    row_of_two<row_of<binary_ops::eq>>,  row_of_two<row_of<binary_ops::ne>>};

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
