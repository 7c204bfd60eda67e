// SPDX-License-Identifier: Apache-2.0
// dst = (scale0 * src0) op (scale1 * src1), element by element, then post-ops; with
// dnnl_binary_select dst = src2 ? scale0 * src0 : scale1 * src1. Where a source has extent one and
// dst more, its element is repeated.
#ifndef DNNLET_CORE_KERNEL_BINARY_H
#define DNNLET_CORE_KERNEL_BINARY_H

#include "core/kernel/op.h"

namespace dnnlet {

inline bool is_binary_alg(dnnl_alg_kind_t alg) noexcept {
  return dnnl_binary_add <= alg && alg <= dnnl_binary_select;
}

struct binary_op {
  static constexpr size_t plan_bytes = 64;

  op_header head;
  memory_desc src0, src1;
  memory_desc src2;  // of select only
  memory_desc dst;
};

}  // namespace dnnlet

#endif
