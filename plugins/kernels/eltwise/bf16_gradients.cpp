// SPDX-License-Identifier: Apache-2.0
// Gradients of element-wise functions of bf16:  y[i] = b[i] f'(x[i]; alpha, beta), oneDNN v3
//   x, b, y bf16[n]: dense, any alignment; y is x or b or disjoint
//   scratch 0 B; errors: those of gradient_rows.cpp, then rounded to bf16; the same bits
//   source: gradient_functions-inl.h
#include "plugins/kernels/eltwise/bf16_gradients.h"

#include "plugins/kernels/eltwise/gradient_functions-inl.h"
#include "plugins/kernels/rows/bf16_rows.h"
#include "plugins/kernels/support/convert-inl.h"

#if DNNLET_HAS_BF16_ROWS

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

template <class F>
void whole_vectors(const bf16_element *x, const bf16_element *b, bf16_element *y, size_t n,
                   float alpha, float beta) {
  const row_tag d;
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += hn::Lanes(d))
    from_f32(F::of(d, to_f32(x + i), to_f32(b + i), alpha, beta), y + i);
}

struct bf16_rows {
  using function = drivers::bf16_row;
  template <class F>
  static void of(const uint16_t *x, const uint16_t *b, uint16_t *y, size_t n, float alpha,
                 float beta) {
    run_bf16_row(x, b, y, n, alpha, beta, whole_vectors<F>);
  }
};

}  // namespace

// Without the instruction, of what takes little longer than memory or a division does.
drivers::bf16_row find_bf16_gradient(dnnl_alg_kind_t alg, float beta) noexcept {
#if DNNLET_IS_WHOLE
  namespace of = eltwise_gradients;
  switch (alg) {
    case dnnl_eltwise_relu: return bf16_rows::of<of::relu>;
    case dnnl_eltwise_linear: return bf16_rows::of<of::linear>;
    case dnnl_eltwise_square: return bf16_rows::of<of::square>;
    case dnnl_eltwise_abs: return bf16_rows::of<of::abs>;
    case dnnl_eltwise_sqrt: return bf16_rows::of<of::sqrt>;
    case dnnl_eltwise_sqrt_use_dst_for_bwd: return bf16_rows::of<of::sqrt_from_dst>;
    case dnnl_eltwise_log: return bf16_rows::of<of::log>;
    case dnnl_eltwise_pow:
      return beta != 0 && math::is_short_power(beta - 1) ? bf16_rows::of<of::short_power> : nullptr;
    default: return nullptr;
  }
#else
  return eltwise_gradients::find<bf16_rows>(alg, beta);
#endif
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
