// SPDX-License-Identifier: Apache-2.0
// dst = op over the elements of src along the dimensions in which dst has extent one.
#ifndef DNNLET_CORE_KERNEL_REDUCTION_H
#define DNNLET_CORE_KERNEL_REDUCTION_H

#include "core/kernel/op.h"

namespace dnnlet {

struct reduction_op {
  static constexpr size_t plan_bytes = 384;

  op_header head;
  memory_desc src;
  memory_desc dst;
  float p, eps;  // of norms
};

// (sum of |x|^p)^(1 / p) or the sum itself, with eps.
inline bool is_norm(dnnl_alg_kind_t alg) noexcept {
  return dnnl_reduction_norm_lp_max <= alg && alg <= dnnl_reduction_norm_lp_power_p_sum;
}

}  // namespace dnnlet

#endif
