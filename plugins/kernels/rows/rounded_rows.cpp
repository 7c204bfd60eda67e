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

row_function rounded_eltwise_row(dnnl_alg_kind_t alg) noexcept {
  if (alg == dnnl_eltwise_gelu_erf) return row_of_one<rounded_gelu_erf<12>>;
  return alg == dnnl_eltwise_gelu_tanh ? row_of_one<rounded_gelu_tanh> : nullptr;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
