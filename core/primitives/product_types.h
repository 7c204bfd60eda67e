// SPDX-License-Identifier: Apache-2.0
// The data types of products, and of what they are summed up to: what primitives that multiply take
// alike.
#ifndef DNNLET_CORE_PRIMITIVES_PRODUCT_TYPES_H
#define DNNLET_CORE_PRIMITIVES_PRODUCT_TYPES_H

#include "core/kernel/attributes.h"

namespace dnnlet {

struct product_types {
  dnnl_data_type_t src, weights, bias, dst;  // bias: undef if there is none
};

bool is_f8(dnnl_data_type_t type) noexcept;
bool is_float(dnnl_data_type_t type) noexcept;  // of 32 bits or fewer
bool is_int8(dnnl_data_type_t type) noexcept;

// The types that each pass of a primitive takes.
struct passes_taken {
  bool (*forward)(const product_types &);
  bool (*backward_data)(const product_types &);
  bool (*backward_weights)(const product_types &);
};
// Refuses others: where not even sums would have a type, as a mistake.
status check_types(const char *what, const product_types &t, dnnl_prop_kind_t prop,
                   const passes_taken &are_taken) noexcept;

// A sum reads dst as its own type, of dst's size; with a zero point it is of integers, and so is
// src.
status check_sum_post_ops(const char *what, const post_ops &ops, dnnl_data_type_t src,
                          dnnl_data_type_t dst) noexcept;

}  // namespace dnnlet

#endif
