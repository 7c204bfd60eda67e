// SPDX-License-Identifier: Apache-2.0
// The one value that a scales attribute of a normalization has.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_SCALES_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_SCALES_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers::normalization {

inline float scale_of(const run_context &context, int arg) noexcept {
  const quantization *q = find(context.attr->scales, arg);
  const dnnl_memory *memory = q ? context.memory(DNNL_ARG_ATTR_SCALES | arg) : nullptr;
  if (!memory) return 1;
  const dim_t first = is_blocked(memory->md) ? memory->md.offset0 : 0;
  return float(load_element(q->data_type, data_of(*memory), first));
}

// Post-ops with tensors need the index of each element.
inline bool has_operands(const attributes &attr) noexcept {
  for (const post_op &op : attr.post_ops.entries)
    if (op.kind == dnnl_binary) return true;
  return false;
}

}  // namespace dnnlet::drivers::normalization

#endif
