// SPDX-License-Identifier: Apache-2.0
// What products of integers take beside tiles; five facts: packing-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/gemm/packing-inl.h"
#include "plugins/kernels/gemm/products.h"

namespace dnnlet::DNNLET_PLUGIN {

using dot = int8_dot_of<tuning::int8_dot>::type;
using element_of_a =
    std::conditional_t<dot::a_element == element::s16, int16_t,
                       std::conditional_t<dot::a_element == element::u8, uint8_t, int8_t>>;

extern const drivers::multiply_backend multiply_int8 = {
    sum_lanes,
    &int8_by_int8,
    {packing_of_a<uint8_t, element_of_a, dot::group>(dnnl_u8),
     packing_of_a<int8_t, element_of_a, dot::group>(dnnl_s8)},
    {packing_of_b<int8_t, dot::group>(dnnl_s8)},
    nullptr,
    nullptr,
    nullptr};

}  // namespace dnnlet::DNNLET_PLUGIN
