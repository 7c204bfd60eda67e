// SPDX-License-Identifier: Apache-2.0
// What the kernels of local response normalization share: which problems they take, and how they
// see tensors.
#ifndef DNNLET_PLUGINS_DRIVERS_LRN_LRN_H
#define DNNLET_PLUGINS_DRIVERS_LRN_LRN_H

#include "core/kernel/kernel.h"
#include "core/kernel/lrn.h"
#include "plugins/drivers/lrn/lrn_backend.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers::lrn {

struct sizes {
  dim_t n, c, d, h, w;  // missing ones are 1
  dim_t half;           // the window reaches so far to either side; never beyond the tensor

  explicit sizes(const lrn_op &op) noexcept;
  dim_t pixels() const noexcept { return d * h * w; }
};

struct tensor {
  activation layout;
  data_type type;
  char *data;  // at offset 0 of the layout

  bool is_f32() const noexcept { return type == dnnl_f32; }
  float *f32(dim_t at) const noexcept { return reinterpret_cast<float *>(data) + at; }
};

// Layouts, types and parameters that all kernels take.
refusal check(const plan_request &request, dnnl_alg_kind_t alg) noexcept;
// Describes a layout that check() has taken; tensors of 2 dimensions have a width of 1.
activation layout_of(const memory_desc &md) noexcept;
tensor tensor_of(const run_context &context, int arg, const memory_desc &md) noexcept;
lrn_parameters parameters_of(const lrn_op &op) noexcept;

// Whether all pixels of a channel follow each other.
bool pixels_are_dense(const activation &a, const sizes &s) noexcept;

// n elements from `at` on, as f32: where they are, or in `buffer`.
inline const float *read(const row_backend &rows, const tensor &from, dim_t at, float *buffer,
                         dim_t n) noexcept {
  if (from.is_f32()) return from.f32(at);
  rows.load(from.type, from.data, size_t(at), buffer, size_t(n));
  return buffer;
}

// Takes an item apart: answers i % extent, and leaves i / extent.
inline dim_t take(dim_t &i, dim_t extent) noexcept {
  const dim_t rest = i % extent;
  i /= extent;
  return rest;
}

}  // namespace dnnlet::drivers::lrn

#endif
