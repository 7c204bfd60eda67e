// SPDX-License-Identifier: Apache-2.0
// What products of f16 take beside tiles; five facts: packing-inl.h.
#include "plugins/kernels/gemm/packing-inl.h"
#include "plugins/neon_fp16/kernels/gemm/f16_sums.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::multiply_backend multiply_f16 = {
    sum_lanes,
    &f16_by_f16,
    {packing_of_a<uint16_t, uint16_t, 1>(dnnl_f16)},
    {{dnnl_f16, place_lines<uint16_t, 1>, interleave_lines<uint16_t, uint16_t, 1>}},
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr};

}  // namespace dnnlet::DNNLET_PLUGIN
