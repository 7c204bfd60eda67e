// SPDX-License-Identifier: Apache-2.0
// Choice between two rows:  y[i] = condition[i] != 0 ? a[i] : b[i]
//   all f32[n]: dense, any alignment; y is one of the others or disjoint
//   scratch 0 B; exact; oneDNN v3, dnnl_binary_select
#include "plugins/kernels/binary/select.h"

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

void select_row(const float *a, const float *b, const float *condition, float *y,
                size_t n) noexcept {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto is_zero = hn::Eq(hn::LoadU(d, condition + i), hn::Zero(d));
    hn::StoreU(hn::IfThenElse(is_zero, hn::LoadU(d, b + i), hn::LoadU(d, a + i)), d, y + i);
  }
  if (i == n) return;
  const auto is_zero = hn::Eq(hn::LoadN(d, condition + i, n - i), hn::Zero(d));
  const auto last = hn::IfThenElse(is_zero, hn::LoadN(d, b + i, n - i), hn::LoadN(d, a + i, n - i));
  hn::StoreN(last, d, y + i, n - i);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
