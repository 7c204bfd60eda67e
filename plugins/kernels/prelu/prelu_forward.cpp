// SPDX-License-Identifier: Apache-2.0
// PReLU:  dst = src > 0 ? src : src * weights; oneDNN v3, prelu
//   src, dst: f32, bf16, f16, f8, s32, s8, u8, one type and layout, which has dense rows; the same
//     buffer or disjoint; weights of any of these types and any layout, repeated where they have
//     extent one
//   scratch 0 B (9 KB of stack); one rounding, and that to the type of dst
#include "plugins/drivers/prelu/prelu.h"

#include "core/kernel/prelu.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/even_odd-inl.h"
#include "plugins/kernels/support/kernel_name.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace prelu {

namespace {

using drivers::prelu_rows;
using tag = f32_tag;
using vector = f32_vector;

HWY_INLINE vector value(vector x, vector w) {
  return hn::IfThenElse(hn::Gt(x, hn::Zero(tag())), x, hn::Mul(x, w));
}

// Of bytes, which four vectors make one of: as many vectors as that is possible for, from element i
// on; at(i) is the one there.
template <class T, class At>
HWY_INLINE void write_fours(const At &at, T *y, size_t n, size_t &i) {
  const size_t lanes = hn::Lanes(tag());
  if constexpr (is_byte<T>)
    for (; i + 4 * lanes <= n; i += 4 * lanes)
      from_f32(at(i), at(i + lanes), at(i + 2 * lanes), at(i + 3 * lanes), y + i);
}

template <class T>
HWY_INLINE void one_weight(const T *x, float weight, T *y, size_t n) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const vector w = hn::Set(d, weight);
  size_t i = 0;
  if constexpr (is_pair_of_bf16<T>)
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
      vector x0, x1;
      load_two(x + i, x0, x1);
      store_two<false>(value(x0, w), value(x1, w), y + i);
    }
  const auto at = [&](size_t k) HWY_ATTR { return value(widen(d, x + k), w); };
  write_fours(at, y, n, i);
  for (; i + lanes <= n; i += lanes) from_f32(at(i), y + i);
  if (i < n) from_f32_part(value(widen_part(d, x + i, n - i), w), y + i, n - i);
}

template <class T, class W>
HWY_INLINE void all_weights(const T *x, const W *w, T *y, size_t n) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  const auto at = [&](size_t k) HWY_ATTR { return value(widen(d, x + k), widen(d, w + k)); };
  if constexpr (is_pair_of_bf16<T> && !goes_by_halves<T>)
    for (; i + 2 * lanes <= n; i += 2 * lanes) store_two<false>(at(i), at(i + lanes), y + i);
  write_fours(at, y, n, i);
  for (; i + lanes <= n; i += lanes) from_f32(at(i), y + i);
  if (i < n)
    from_f32_part(value(widen_part(d, x + i, n - i), widen_part(d, w + i, n - i)), y + i, n - i);
}

template <class T>
void rows_of(const prelu_rows &job) {
  const T *x = static_cast<const T *>(job.x);
  T *y = static_cast<T *>(job.y);
  for (size_t r = 0; r < job.rows; ++r, x += job.step, y += job.step) {
    const float *w = static_cast<const float *>(job.w.data) + r * job.w.step;
    if (job.w.is_one)
      one_weight(x, *w, y, job.n);
    else if (job.w.type == dnnl_f32)
      all_weights(x, w, y, job.n);
    else
      all_weights(x, static_cast<const T *>(job.w.data) + r * job.w.step, y, job.n);
  }
}

template <data_type kType, class T>
void rows_if_built(const prelu_rows &job) {
  if constexpr (has_own(kType)) rows_of<T>(job);
}
void forward(const prelu_rows &job) noexcept {
  switch (job.type) {
    case dnnl_bf16: return rows_if_built<dnnl_bf16, hwy::bfloat16_t>(job);
    case dnnl_f16: return rows_if_built<dnnl_f16, hwy::float16_t>(job);
    case dnnl_s8: return rows_if_built<dnnl_s8, int8_t>(job);
    case dnnl_u8: return rows_if_built<dnnl_u8, uint8_t>(job);
    default: return rows_if_built<dnnl_f32, float>(job);
  }
}

}  // namespace

}  // namespace prelu

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::prelu_forward_backend parts = {row_parts, prelu::forward};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("prelu_rows"), own_plan<prelu_op, drivers::plan_prelu_rows_forward>,
     drivers::run_prelu_rows_forward, &parts},
};

}  // namespace

extern const kernel_rows prelu_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
