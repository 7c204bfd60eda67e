// SPDX-License-Identifier: Apache-2.0
// What rows of primitives that multiply matrices name: for no CPU, where the product is that of the
// plugin beside.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_PRODUCT_PARTS_H
#define DNNLET_PLUGINS_KERNELS_GEMM_PRODUCT_PARTS_H

#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/gemm/multiply.h"

namespace dnnlet::DNNLET_BYTES_OF {
extern const drivers::multiply_backend multiply_int8;
}  // namespace dnnlet::DNNLET_BYTES_OF

namespace dnnlet::DNNLET_PLUGIN::product_by {

template <bool kHas, const drivers::multiply_backend &kMultiply>
constexpr drivers::product_parts of(cpu_features prefers = 0) {
  if constexpr (kHas) return {&gemm, &kMultiply, prefers};
  return {&gemm, nullptr, no_cpu};
}
constexpr drivers::product_parts f32 = of<is_whole, multiply_f32>();
// Of kernels that firmware has no room for.
constexpr drivers::product_parts f32_with_room = of < is_whole && drivers::has_large_caches,
                                 multiply_f32 > ();
constexpr drivers::product_parts widened = of<is_whole, multiply_widened>();
// Where the CPU has a fast instruction for them.
constexpr drivers::product_parts bf16_pairs = of<by::has_pairs, multiply_bf16>(by::pairs_prefer);
constexpr drivers::product_parts int8 = of<by::has_int8, multiply_int8>();
// Of a plugin that has something else of its own for them.
template <bool kHas>
constexpr drivers::product_parts int8_or_that_of_others() {
  if constexpr (by::has_int8) return int8;
  return of<kHas, DNNLET_BYTES_OF::multiply_int8>();
}

}  // namespace dnnlet::DNNLET_PLUGIN::product_by

#endif
