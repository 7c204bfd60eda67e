// SPDX-License-Identifier: Apache-2.0
// Arithmetic of two rows of one type, which is computed in f32 on the way from memory to memory:
// without rows of f32 in between, which take half of the time for elements of one byte.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_TYPED_PAIRS_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_TYPED_PAIRS_H

#include <cstddef>

#include "core/support/data_type.h"

namespace dnnlet::drivers {

struct typed_pair {
  // From dnnl_binary_add to dnnl_binary_ne; undef: the weighted sum of a and b.
  dnnl_alg_kind_t alg;
  float scales[2];  // of a and b; factors that are 1 change nothing
  const void *a, *b;
  void *y;  // may be a or b
  size_t n;
  bool is_constant[2];  // a or b is one element for the whole row
};
// y[i] = (scales[0] * a[i]) op (scales[1] * b[i]), rounded to the type. Nothing beyond the rows is
// touched.
using typed_pair_function = void (*)(const typed_pair &) noexcept;

// Of f32, bf16, f16, s8 and u8, comparisons of f32 only; null for others.
struct typed_pair_functions {
  typed_pair_function (*find)(data_type type, dnnl_alg_kind_t alg) noexcept;
};

}  // namespace dnnlet::drivers

#endif
