// SPDX-License-Identifier: Apache-2.0
// Rows of any data type to f32 and back, bit by bit as core/support/data_type has it; only a NaN
// may become another one.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_CONVERT_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_CONVERT_H

#include "core/support/data_type.h"

namespace dnnlet::DNNLET_BESIDE {

void load_row(data_type type, const void *base, size_t offset, float *values, size_t n) noexcept;
void store_row(data_type type, void *base, size_t offset, const float *values, size_t n) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

namespace dnnlet::DNNLET_PLUGIN {

// values[i] = the element `offset + i` of the dense array at `base`. s32, s64 and f64 are rounded
// to nearest even.
void load_row(data_type type, const void *base, size_t offset, float *values, size_t n) noexcept;
// Rounds to nearest even; integers saturate, NaN becomes 0 in them.
void store_row(data_type type, void *base, size_t offset, const float *values, size_t n) noexcept;

// Where the row can be read as f32: in its place, or in `buffer`, which has room for it.
inline const float *row_as_f32(data_type type, const void *base, size_t offset, float *buffer,
                               size_t n) noexcept {
  if (type == dnnl_f32) return static_cast<const float *>(base) + offset;
  load_row(type, base, offset, buffer, n);
  return buffer;
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
