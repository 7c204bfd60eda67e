// SPDX-License-Identifier: Apache-2.0
// Element-wise functions that are rounded afterwards:  y[i] = f(x[i]), oneDNN v3, dnnl_eltwise_...
//   x, y f32[n]: dense, any alignment, the same buffer or disjoint
//   scratch 0 B; error: 2^-16 of the result, and 2^-90
//   source: eltwise_functions-inl.h
#include "plugins/kernels/rows/rounded_rows.h"

#include "plugins/kernels/rows/eltwise_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using namespace eltwise_functions;

// Where swish has other factors than networks, what is left of its tail is not near 0.
row_function rounded_eltwise_row(dnnl_alg_kind_t alg, float alpha) noexcept {
  const float factor = alpha < 0 ? -alpha : alpha;
  switch (alg) {
    case dnnl_eltwise_gelu_erf: return row_of_one<rounded_gelu_erf<12>>;
    case dnnl_eltwise_gelu_tanh: return row_of_one<rounded_gelu_tanh>;
    case dnnl_eltwise_logistic: return row_of_one<rounded_logistic>;
    case dnnl_eltwise_swish:
      return factor >= 0x1p-4f && factor <= 0x1p4f ? row_of_one<rounded_swish> : nullptr;
    default: return nullptr;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
