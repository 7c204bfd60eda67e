// SPDX-License-Identifier: Apache-2.0
// Gradients of element-wise functions:  y[i] = b[i] f'(x[i]; alpha, beta), oneDNN v3
//   x, b, y f32[n]: dense, any alignment; y is x or b or disjoint
//   scratch 0 B; errors: 5 ulp, or of the larger term where the derivative is a sum that changes
//   its sign (swish, mish, the two gelu)
//   source: the formulas of oneDNN's developer guide, rewritten so that nothing else cancels
#include "plugins/kernels/eltwise/gradient_rows.h"

#include "plugins/kernels/eltwise/gradient_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

struct f32_rows {
  using function = row_function;
  template <class F>
  static constexpr function of = row_of_two<F>;
};

}  // namespace

row_function gradient_row(dnnl_alg_kind_t alg, float beta) noexcept {
  return eltwise_gradients::find<f32_rows>(alg, beta);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
