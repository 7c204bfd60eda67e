// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/quantization.h"

namespace dnnlet::reference {

quantization_values::quantization_values(const run_context &context, const quantization *q, int arg,
                                         const memory_desc &md, double neutral) noexcept
    : ndims_(md.ndims), neutral_(neutral) {
  const dnnl_memory *memory = q ? context.memory(arg) : nullptr;
  if (!memory) return;
  type_ = q->data_type;
  values_ = data_of(*memory);
  first_ = is_blocked(memory->md) ? memory->md.offset0 : 0;
  layout_ = layout_of(*q, md.ndims, md.dims);
}

}  // namespace dnnlet::reference
