// SPDX-License-Identifier: Apache-2.0
// What the operation descriptors of all primitives have in common. A file beside this one for each
// primitive fills them, and hands them to its create calls: those of the typed API, so that there
// is one way in which operations are checked. They point to that call themselves, so that programs
// link no primitive but those that they describe.
#ifndef DNNLET_CORE_OP_DESC_OP_DESC_H
#define DNNLET_CORE_OP_DESC_OP_DESC_H

#include <cstring>

#include "core/memory/memory_desc.h"
#include "core/support/arithmetic.h"
#include "dnnlet/op_desc.h"

// The arguments of dnnl_primitive_desc_create.
struct dnnlet_creation {
  dnnl_primitive_desc_t *out;
  const_dnnl_op_desc_t op_desc;
  const_dnnl_primitive_attr_t attr;
  dnnl_engine_t engine;
  const_dnnl_primitive_desc_t hint;
};

namespace dnnlet {

constexpr unsigned initialised_mark = 0x6f70646e;

template <class Desc>
const Desc &desc_of(const dnnlet_creation *c) noexcept {
  return *static_cast<const Desc *>(c->op_desc);
}

struct operation_start {
  const char *name;  // for sentences
  dnnl_primitive_kind_t kind;
  dnnl_prop_kind_t prop;
  dnnl_alg_kind_t alg;
  dnnl_status_t (*create)(const dnnlet_creation *creation);
};

template <class Desc>
status begin(Desc *desc, const operation_start &start) noexcept {
  if (!desc) return null_argument(start.name, "the operation descriptor");
  std::memset(desc, 0, sizeof(Desc));
  desc->operation = {start.kind, start.prop, start.alg, initialised_mark, start.create};
  return dnnl_success;
}

inline void keep(dnnlet_tensor_desc_t &to, const memory_desc *md) noexcept {
  static_assert(sizeof(memory_desc) <= sizeof(to) && alignof(memory_desc) <= alignof(int64_t));
  if (md) std::memcpy(to.bytes, md, sizeof(*md));
}
// Null where none was given.
inline const memory_desc *kept(const dnnlet_tensor_desc_t &from) noexcept {
  const auto *md = reinterpret_cast<const memory_desc *>(from.bytes);
  return is_zero(*md) ? nullptr : md;
}

// Numbers by spatial dimension, as many as `tensor` has; null: zeros.
inline void keep_dims(dnnl_dims_t &to, const dim_t *dims, const memory_desc *tensor) noexcept {
  const int count = tensor ? max(int(tensor->ndims) - 2, 0) : 0;
  for (int i = 0; dims && i < count; ++i) to[i] = dims[i];
}
inline status keep_given_dims(dnnl_dims_t &to, const dim_t *dims, const memory_desc *tensor,
                              const char *name) noexcept {
  if (!dims) return null_argument("operation descriptor", name);
  keep_dims(to, dims, tensor);
  return dnnl_success;
}
struct given_window {
  const dim_t *strides, *dilates, *padding_l, *padding_r;  // dilates and padding_r may be null
};
// Of a tensor that a window slides over.
template <class Desc>
status keep_window(Desc &desc, dnnl_dims_t &dilates, const memory_desc *tensor,
                   const given_window &given) noexcept {
  DNNLET_CHECK(keep_given_dims(desc.strides, given.strides, tensor, "strides"));
  keep_dims(dilates, given.dilates, tensor);
  DNNLET_CHECK(keep_given_dims(desc.padding_l, given.padding_l, tensor, "padding_l"));
  keep_dims(desc.padding_r, given.padding_r ? given.padding_r : given.padding_l, tensor);
  return dnnl_success;
}
// Answers whether there are any.
inline bool keep_factors(float (&to)[DNNL_MAX_NDIMS], const float *factors,
                         const memory_desc *tensor) noexcept {
  const int count = tensor ? max(int(tensor->ndims) - 2, 0) : 0;
  for (int i = 0; factors && i < count; ++i) to[i] = factors[i];
  return factors != nullptr;
}

}  // namespace dnnlet

#endif
