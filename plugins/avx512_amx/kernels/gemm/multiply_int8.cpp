// SPDX-License-Identifier: Apache-2.0
// What products of integers take beside tiles: that of avx512_vnni.
#include "plugins/avx512_amx/kernels/gemm/inherited.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::multiply_backend multiply_int8 = {
    inherited::sum_lanes,
    &int8_by_int8,
    {packing_of_a<inherited_int8::multiply_int8, 0>(dnnl_u8),
     packing_of_a<inherited_int8::multiply_int8, 1>(dnnl_s8)},
    {packing_of_b<inherited_int8::multiply_int8>(dnnl_s8)},
    nullptr,
    nullptr,
    nullptr,
    [](const drivers::corrected_sums &p) noexcept { inherited_int8::multiply_int8.correct(p); },
    &inherited_int8::few_rows_int8};

}  // namespace dnnlet::DNNLET_PLUGIN
