// SPDX-License-Identifier: Apache-2.0
// dst = src0 op src1, element by element, with broadcast.
#ifndef DNNLET_CORE_KERNEL_BINARY_H
#define DNNLET_CORE_KERNEL_BINARY_H

#include "core/kernel/op.h"

namespace dnnlet {

inline bool is_binary_alg(dnnl_alg_kind_t alg) noexcept {
  return dnnl_binary_add <= alg && alg <= dnnl_binary_select;
}

}  // namespace dnnlet

#endif
