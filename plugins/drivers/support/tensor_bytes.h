// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_SUPPORT_TENSOR_BYTES_H
#define DNNLET_PLUGINS_DRIVERS_SUPPORT_TENSOR_BYTES_H

#include <initializer_list>

#include "core/memory/memory_desc.h"

namespace dnnlet::drivers {

// Of all of these that have dimensions, with their padding.
inline dim_t bytes_of(std::initializer_list<const memory_desc *> tensors) noexcept {
  dim_t bytes = 0;
  for (const memory_desc *md : tensors)
    if (!is_zero(*md)) bytes += elements(*md, true) * dim_t(type_size(md->data_type));
  return bytes;
}

}  // namespace dnnlet::drivers

#endif
