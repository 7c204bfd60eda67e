// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/normalization.h"

namespace dnnlet {

memory_desc relu_mask(const normalization_op &op) noexcept {
  memory_desc mask = op.src;
  mask.data_type = dnnl_u8;
  mask.offset0 = 0;
  return set_layout_like(mask, op.src) ? mask : zero_md;
}

}  // namespace dnnlet
