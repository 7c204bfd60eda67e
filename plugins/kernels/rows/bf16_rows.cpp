// SPDX-License-Identifier: Apache-2.0
// Element-wise functions of bf16:  y[i] = f(x[i]; alpha, beta), oneDNN v3
//   x, y bf16[n]: dense, any alignment, the same buffer or disjoint
//   scratch 0 B; errors: those of eltwise_rows.cpp, then rounded to bf16; the same bits, but for
//   gelu_erf where an instruction rounds to bf16: 0.501 ulp
//   source: eltwise_functions-inl.h
#include "plugins/kernels/rows/bf16_rows.h"

#include <cstring>

#include "plugins/kernels/rows/eltwise_functions-inl.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/leave-inl.h"

#if DNNLET_HAS_BF16_ROWS

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

template <class F>
void whole_vectors(const bf16_element *x, const bf16_element *, bf16_element *y, size_t n,
                   float alpha, float beta) {
  const row_tag d;
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += hn::Lanes(d))
    from_f32(F::of(d, to_f32(x + i), alpha, beta), y + i);
}

template <class F>
void row_of(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, float alpha, float beta) {
  run_bf16_row(x, b, y, n, alpha, beta, whole_vectors<F>);
}

}  // namespace

#if DNNLET_IS_WHOLE || !DNNLET_MASKS_BF16_ROWS
HWY_NOINLINE void run_bf16_row(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n,
                               float alpha, float beta, bf16_vectors f) {
  const row_tag d;
  const size_t rest = n & (hn::Lanes(d) - 1), whole = n - rest;
  const bf16_element *from = reinterpret_cast<const bf16_element *>(x);
  const bf16_element *with = reinterpret_cast<const bf16_element *>(b);
  bf16_element *to = reinterpret_cast<bf16_element *>(y);
  f(from, with, to, whole, alpha, beta);
  if (rest == 0) return leave_vectors();
  bf16_element last[hn::MaxLanes(d)] = {}, last_of_b[hn::MaxLanes(d)] = {};
  std::memcpy(last, from + whole, rest * sizeof(*last));
  std::memcpy(last_of_b, (b ? with : from) + whole, rest * sizeof(*last));
  f(last, last_of_b, last, hn::Lanes(d), alpha, beta);
  leave_vectors();
  std::memcpy(to + whole, last, rest * sizeof(*last));
}
#endif

// What takes no longer than memory or a root; with the instruction little longer, and what
// transformers have. Where other functions are computed, rows of f32 hardly show.
drivers::bf16_row find_bf16_row(dnnl_alg_kind_t alg, float beta) noexcept {
  namespace of = eltwise_functions;
  switch (alg) {
    case dnnl_eltwise_linear: return row_of<of::linear>;
    case dnnl_eltwise_square: return row_of<of::square>;
    case dnnl_eltwise_abs: return row_of<of::abs>;
    case dnnl_eltwise_sqrt: return row_of<of::sqrt>;
    case dnnl_eltwise_pow: return math::is_short_power(beta) ? row_of<of::short_power> : nullptr;
#if !DNNLET_IS_WHOLE
    case dnnl_eltwise_relu: return row_of<of::relu>;
    case dnnl_eltwise_hardsigmoid: return row_of<of::hardsigmoid>;
    case dnnl_eltwise_hardswish: return row_of<of::hardswish>;
    case dnnl_eltwise_gelu_erf: return row_of<of::rounded_gelu_erf<int(math::most_for_bell)>>;
    case dnnl_eltwise_clip:
    case dnnl_eltwise_clip_v2: return row_of<of::clip>;
#endif
    default: return nullptr;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
