// SPDX-License-Identifier: Apache-2.0
// What rows of primitives that multiply matrices name.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_PRODUCT_PARTS_H
#define DNNLET_PLUGINS_KERNELS_GEMM_PRODUCT_PARTS_H

#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/gemm/multiply.h"

namespace dnnlet::DNNLET_PLUGIN::product_by {

constexpr drivers::product_parts f32 = {&gemm, &multiply_f32};
constexpr drivers::product_parts widened = {&gemm, &multiply_widened};
// Where the CPU has a fast instruction for them.
constexpr drivers::product_parts bf16_pairs = {&gemm, &multiply_bf16, cpu::fast_bf16_dot};
constexpr drivers::product_parts int8 = {&gemm, &multiply_int8};

}  // namespace dnnlet::DNNLET_PLUGIN::product_by

#endif
