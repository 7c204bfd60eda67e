// SPDX-License-Identifier: Apache-2.0
// What products of pairs of bf16 take beside tiles: that of avx512_bf16.
#include "plugins/avx512_amx/kernels/gemm/inherited.h"

namespace dnnlet::DNNLET_PLUGIN {

static void widen_rows(const drivers::widened_rows &p) noexcept {
  inherited::multiply_bf16.widen(p);
}

extern const drivers::multiply_backend multiply_bf16 = {
    inherited::sum_lanes,
    &bf16_by_bf16,
    {packing_of_a<inherited::multiply_bf16, 0>(dnnl_bf16)},
    {packing_of_b<inherited::multiply_bf16>(dnnl_bf16)},
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    &few_rows_widened,
    drivers::has_bytes_to_widen ? widen_rows : nullptr,
    place_fours};

}  // namespace dnnlet::DNNLET_PLUGIN
