// SPDX-License-Identifier: Apache-2.0
// dst = f(src), element by element; backward: diff_src = diff_dst * f'(src), or with f' computed
// from dst for the algorithms ..._use_dst_for_bwd.
#ifndef DNNLET_CORE_KERNEL_ELTWISE_H
#define DNNLET_CORE_KERNEL_ELTWISE_H

#include "core/kernel/op.h"

namespace dnnlet {

struct eltwise_op {
  static constexpr size_t plan_bytes = 64;

  op_header head;
  memory_desc data;      // forward: src; backward: src, or dst where the algorithm uses it
  memory_desc dst;       // forward only
  memory_desc diff_src;  // backward only
  memory_desc diff_dst;  // backward only
  float alpha, beta;
};

// Whether there is such a function, with these parameters.
status check_eltwise(const char *what, dnnl_alg_kind_t alg, float alpha, float beta) noexcept;
bool uses_dst_for_backward(dnnl_alg_kind_t alg) noexcept;
// f(0) == 0: zeros in the padding stay zeros.
bool keeps_zero(dnnl_alg_kind_t alg, float alpha, float beta) noexcept;

}  // namespace dnnlet

#endif
