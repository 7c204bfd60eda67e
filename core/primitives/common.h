// SPDX-License-Identifier: Apache-2.0
// What the create calls of several primitives check alike.
#ifndef DNNLET_CORE_PRIMITIVES_COMMON_H
#define DNNLET_CORE_PRIMITIVES_COMMON_H

#include <initializer_list>

#include "core/primitives/primitive_desc.h"

namespace dnnlet {

inline status check_forward_prop(const char *what, dnnl_prop_kind_t prop) noexcept {
  return is_forward(prop) ? dnnl_success
                          : invalid(what, ": the propagation kind is ", int(prop),
                                    ", expected forward_training or forward_inference");
}

// A descriptor that must be given and describe a tensor.
inline status check_given(const char *what, const char *name, const memory_desc *md) noexcept {
  if (!md) return null_argument(what, name);
  return is_zero(*md) ? invalid(what, ": ", name, " describes no tensor") : dnnl_success;
}

inline status check_not_any(const char *what, const char *name, const memory_desc &md) noexcept {
  return is_any(md) ? invalid(what, ": the layout of ", name, " must be given") : dnnl_success;
}

inline status check_same_dims(const char *what, const char *a_name, const memory_desc &a,
                              const char *b_name, const memory_desc &b) noexcept {
  if (a.ndims != b.ndims)
    return invalid(what, ": ", a_name, " has ", a.ndims, " dimensions, ", b_name, " ", b.ndims);
  for (int d = 0; d < a.ndims; ++d)
    if (a.dims[d] != b.dims[d])
      return invalid(what, ": dim ", d, " of ", a_name, " is ", a.dims[d], ", of ", b_name, " ",
                     b.dims[d]);
  return dnnl_success;
}

// Where `md` is `any`, it gets the layout of `like`; row-major where that is `any` too.
status follow_layout(const char *what, memory_desc &md, const memory_desc &like) noexcept;
// The same with the gaps and the first offset of `like`, which has the same dims: what oneDNN gives
// results that lie as a source. Dense where elements of `like` share their place.
status copy_layout(const char *what, memory_desc &md, const memory_desc &like) noexcept;
// The same for a dst that a primitive does not convert to: it must be as src in type and layout.
status copy_source(const char *what, memory_desc &dst, const memory_desc &src) noexcept;

// The primitive descriptor of the forward pass that a backward one is given as a hint. Null where
// none is given; an error where it is one of something else.
status check_hint(const char *what, const primitive_desc *hint,
                  dnnl_primitive_kind_t kind) noexcept;
template <class Op>
status find_forward(const char *what, const primitive_desc *hint, const op_header &backward,
                    const Op *&forward) noexcept {
  DNNLET_CHECK(check_hint(what, hint, backward.kind));
  forward = hint ? &as<Op>(hint->op()) : nullptr;
  return dnnl_success;
}
// Where the workspace is bytes (core/kernel/workspace.h): that of the hint, or what the kernel that
// is chosen expects of a forward pass.
memory_desc workspace_of_hint(const primitive_desc *hint) noexcept;

// Attributes of other kinds than these are refused, and so are accumulators of a type of their own,
// which are for matrix products: only matmul says that it takes them.
constexpr unsigned takes_accumulators = 2 * uses_rnn_quantization;
status check_attribute_kinds(const char *what, const attributes *attr, unsigned kinds) noexcept;
// Post-ops of other kinds than these are refused, and operands must fit dst.
status check_post_op(const char *what, const post_ops &ops, int index, const memory_desc &dst,
                     std::initializer_list<dnnl_primitive_kind_t> kinds) noexcept;
status check_post_ops(const char *what, const attributes *attr, const memory_desc &dst,
                      std::initializer_list<dnnl_primitive_kind_t> kinds) noexcept;

// Sums that only read dst as it is, or as another type of its size.
status check_plain_sums(const char *what, const attributes *attr, const memory_desc &dst) noexcept;

// Of a tensor in variable number, given as src_descs[i]: it is described, its layout and its sizes
// are known, and the number of dimensions is that of the first.
status check_source(const char *what, const memory_desc *const *sources, int i) noexcept;
// The most tensors in variable number: their arguments count up from DNNL_ARG_MULTIPLE_SRC.
constexpr int max_sources = DNNL_ARG_ATTR_SCALES - DNNL_ARG_MULTIPLE_SRC;
status check_source_count(const char *what, const memory_desc *const *sources, int count) noexcept;

// Whether a mask of dropout can be written beside dst.
status check_dropout(const char *what, const attributes *attr, const memory_desc &dst) noexcept;

// Whether the memory with the values of an attribute, argument `arg`, is what the attribute said,
// and large enough for `tensor`.
status check_values(const char *what, const run_context &context, const quantization &q, int arg,
                    const memory_desc &tensor) noexcept;
// The same for the weights of post-op `index`, a PReLU of the tensor `dst`.
status check_prelu_weights(const char *what, const run_context &context, int index,
                           const memory_desc &dst) noexcept;

template <class T>
status answer(void *result, T value) noexcept {
  *static_cast<T *>(result) = value;
  return dnnl_success;
}
inline status answer_dims(void *result, const dim_t *dims) noexcept {
  return answer(result, reinterpret_cast<const dnnl_dims_t *>(dims));
}

// "mb2_ic3oc8_ih5..." and the like.
void describe_dims(const memory_desc &md, text_writer &out) noexcept;

}  // namespace dnnlet

#endif
