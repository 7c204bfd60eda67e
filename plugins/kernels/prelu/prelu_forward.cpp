// SPDX-License-Identifier: Apache-2.0
// PReLU:  dst = src > 0 ? src : src * weights; oneDNN v3, prelu
//   src, dst: f32, bf16, f16, f8, s32, s8, u8, one type and layout, which has dense rows; the same
//     buffer or disjoint; weights of any of these types and any layout, repeated where they have
//     extent one
//   scratch 0 B (8 KB of stack); one rounding, and that to the type of dst
#include "plugins/drivers/prelu/prelu.h"

#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace prelu {

namespace {

using tag = hn::ScalableTag<float>;
using vector = hn::Vec<tag>;

HWY_INLINE vector value(vector x, vector w) {
  return hn::IfThenElse(hn::Gt(x, hn::Zero(tag())), x, hn::Mul(x, w));
}

void one_weight(const float *x, float weight, float *y, size_t n) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const vector w = hn::Set(d, weight);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(value(hn::LoadU(d, x + i), w), d, y + i);
  if (i < n) hn::StoreN(value(hn::LoadN(d, x + i, n - i), w), d, y + i, n - i);
}

void forward(const float *x, const drivers::prelu_weights &w, float *y, size_t n) noexcept {
  if (w.is_one) return one_weight(x, w.data[0], y, n);
  const tag d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(value(hn::LoadU(d, x + i), hn::LoadU(d, w.data + i)), d, y + i);
  if (i < n)
    hn::StoreN(value(hn::LoadN(d, x + i, n - i), hn::LoadN(d, w.data + i, n - i)), d, y + i, n - i);
}

}  // namespace

}  // namespace prelu

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::prelu_forward_backend parts = {row_parts, prelu::forward};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("prelu_rows"), drivers::plan_prelu_rows_forward,
     drivers::run_prelu_rows_forward, &parts},
};

}  // namespace

extern const kernel_rows prelu_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
