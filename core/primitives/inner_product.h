// SPDX-License-Identifier: Apache-2.0
// What inner product takes: data types and attributes.
#ifndef DNNLET_CORE_PRIMITIVES_INNER_PRODUCT_H
#define DNNLET_CORE_PRIMITIVES_INNER_PRODUCT_H

#include "core/kernel/inner_product.h"
#include "core/kernel/kernel.h"

namespace dnnlet {

status check_inner_product_types(const char *what, const inner_product_op &op) noexcept;
// Of a forward pass.
status check_inner_product_attributes(const char *what, const inner_product_op &op,
                                      const attributes &attr) noexcept;
// Whether the scales of one execution are there and large enough.
status check_inner_product_values(const char *what, const run_context &context) noexcept;

}  // namespace dnnlet

#endif
