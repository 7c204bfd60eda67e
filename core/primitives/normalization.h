// SPDX-License-Identifier: Apache-2.0
// What the create calls of batch, layer and group normalization share.
#ifndef DNNLET_CORE_PRIMITIVES_NORMALIZATION_H
#define DNNLET_CORE_PRIMITIVES_NORMALIZATION_H

#include "core/kernel/normalization.h"
#include "core/primitives/common.h"

namespace dnnlet {

// The tensors of a forward and of a backward pass.
constexpr int normalization_slot_count = 14;
extern const tensor_slot normalization_forward_slots[normalization_slot_count];
extern const tensor_slot normalization_backward_slots[normalization_slot_count];

status query_normalization(const op_header &head, dnnl_query_t what, void *result) noexcept;
void describe_normalization(const op_header &head, text_writer &out) noexcept;
bool is_normalization_countable(const op_header &head, const attributes &attr) noexcept;
// The scales that an execution was given.
status check_normalization_scales(const run_context &context) noexcept;

struct normalization_arguments {
  const char *what;
  dnnl_primitive_kind_t kind;
  dnnl_prop_kind_t prop;
  const memory_desc *src, *dst;  // backward: dst is diff_dst
  const memory_desc *diff_src;   // backward
  unsigned flags, known_flags;
  float epsilon;
};

// The operation without statistics and weights: given tensors, dimensions and flags are checked,
// gradients laid out.
status init_normalization(normalization_op &op, const normalization_arguments &a, int least_ndims,
                          int most_ndims) noexcept;
// `type` of scale and shift, if there are any, by `extent`.
status add_weights(normalization_op &op, data_type type, dim_t extent) noexcept;
// Which statistics are read, and which are written; op.stats is set.
void count_statistics(normalization_op &op) noexcept;

// A type for each tensor.
status check_normalization_types(const char *what, const normalization_op &op) noexcept;

// Attributes of layer and group normalization; `sums`: a sum is among the post-ops.
status check_normalization_attributes(const char *what, const normalization_op &op,
                                      const attributes *attr, bool sums) noexcept;

}  // namespace dnnlet

#endif
