// SPDX-License-Identifier: Apache-2.0
// Weighted sum of two rows:  y[i] = alpha * x[i] + beta * b[i], oneDNN v3, sum
//   x, b, y f32[n]: dense, any alignment; y is x or b or disjoint
//   scratch 0 B; rounded twice
#include "plugins/kernels/sum/weighted_rows.h"

#include "plugins/kernels/rows/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

struct weighted {
  static HWY_INLINE row_vector of(row_tag d, row_vector x, row_vector b, float alpha, float beta) {
    return hn::MulAdd(hn::Set(d, beta), b, hn::Mul(hn::Set(d, alpha), x));
  }
};

}  // namespace

void weighted_rows(const float *x, const float *b, float *y, size_t n, float alpha, float beta) {
  row_of_two<weighted>(x, b, y, n, alpha, beta);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
