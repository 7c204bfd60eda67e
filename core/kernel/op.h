// SPDX-License-Identifier: Apache-2.0
// What the descriptors of all operations have in common. One header beside this one for each
// primitive says what it computes.
#ifndef DNNLET_CORE_KERNEL_OP_H
#define DNNLET_CORE_KERNEL_OP_H

#include <cstddef>
#include <type_traits>

#include "core/memory/memory_desc.h"

namespace dnnlet {

// The first member of every operation descriptor, so that a pointer to it is one to the whole.
struct op_header {
  dnnl_primitive_kind_t kind;
  dnnl_prop_kind_t prop;
  dnnl_alg_kind_t alg;
};

// The operation descriptor that begins with `head`, for those who know which one it is.
template <class Op>
Op &as(op_header &head) noexcept {
  static_assert(offsetof(Op, head) == 0 && std::is_standard_layout_v<Op>);
  return reinterpret_cast<Op &>(head);
}
template <class Op>
const Op &as(const op_header &head) noexcept {
  static_assert(offsetof(Op, head) == 0 && std::is_standard_layout_v<Op>);
  return reinterpret_cast<const Op &>(head);
}

inline bool is_forward(dnnl_prop_kind_t prop) noexcept {
  return prop == dnnl_forward_training || prop == dnnl_forward_inference;
}

constexpr int max_spatial_ndims = 3;

}  // namespace dnnlet

#endif
