// SPDX-License-Identifier: Apache-2.0
// What products of pairs of bf16 take beside tiles; five facts: packing-inl.h.
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/gemm/packing-inl.h"
#include "plugins/kernels/gemm/products.h"
#include "tuning.h"

namespace dnnlet::DNNLET_PLUGIN {

// Nothing for plugins that have no instruction for it.
template <bool kHas>
constexpr drivers::multiply_backend backend_if() {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kHas)
    return {sum_lanes,
            &bf16_by_bf16,
            {packing_of_a<uint16_t, uint16_t, 2>(dnnl_bf16)},
            {packing_of_b<uint16_t, 2>(dnnl_bf16)},
            nullptr,
            nullptr,
            nullptr,
            nullptr,
            &few_rows_widened};
#endif
  return {sum_lanes, &bf16_by_bf16, {}, {}, nullptr, nullptr, nullptr, nullptr, nullptr};
}

extern const drivers::multiply_backend multiply_bf16 = backend_if<tuning::has_bf16_dot>();

}  // namespace dnnlet::DNNLET_PLUGIN
