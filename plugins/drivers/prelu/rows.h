// SPDX-License-Identifier: Apache-2.0
// Rows of the tensors of PReLU as f32.
#ifndef DNNLET_PLUGINS_DRIVERS_PRELU_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_PRELU_ROWS_H

#include "core/kernel/prelu.h"
#include "plugins/drivers/prelu/prelu.h"

namespace dnnlet::drivers::prelu {

inline bool is_taken(data_type type) noexcept {
  switch (type) {
    case dnnl_f32:
    case dnnl_bf16:
    case dnnl_f16:
    case dnnl_s32:
    case dnnl_s8:
    case dnnl_u8:
    case dnnl_f8_e5m2:
    case dnnl_f8_e4m3: return true;
    default: return false;
  }
}

// Types of src that need not become f32 first; gradients: of all tensors as large as src.
inline bool is_prelu_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_s8 ||
         type == dnnl_u8;
}
inline bool is_gradient_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16;
}

struct operand {
  const row_backend &rows;
  data_type type;
  char *data;  // at offset 0 of the layout

  operand(const run_context &context, const row_backend &backend, int arg,
          const memory_desc &md) noexcept
      : rows(backend), type(md.data_type), data(first_byte(context, arg, md)) {}

  char *at(dim_t number) const noexcept { return data + size_t(number) * type_size(type); }
  bool is_f32() const noexcept { return type == dnnl_f32; }
  float *f32(dim_t at) const noexcept { return reinterpret_cast<float *>(data) + at; }

  // n elements as f32: where they are, or in the buffer.
  const float *read(dim_t at, size_t n, float *buffer) const noexcept {
    if (is_f32()) return f32(at);
    rows.load(type, data, size_t(at), buffer, n);
    return buffer;
  }
  // The same at a distance.
  const float *read(dim_t at, dim_t stride, size_t n, float *buffer) const noexcept {
    if (stride == 1) return read(at, n, buffer);
    for (size_t i = 0; i < n; ++i)
      buffer[i] = float(load_element(type, data, at + dim_t(i) * stride));
    return buffer;
  }
  void write(dim_t at, const float *values, size_t n) const noexcept {
    if (values != reinterpret_cast<float *>(data) + at || !is_f32())
      rows.store(type, data, size_t(at), values, n);
  }
};

}  // namespace dnnlet::drivers::prelu

#endif
