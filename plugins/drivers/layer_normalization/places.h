// SPDX-License-Identifier: Apache-2.0
// Where the rows of layer normalization lie: along the last dimension, any number for each index of
// the others.
#ifndef DNNLET_PLUGINS_DRIVERS_LAYER_NORMALIZATION_PLACES_H
#define DNNLET_PLUGINS_DRIVERS_LAYER_NORMALIZATION_PLACES_H

#include "core/kernel/kernel.h"
#include "core/kernel/normalization.h"

namespace dnnlet::drivers::layer {

// Of the rows of a tensor, or of the elements of statistics.
class places {
 public:
  places() noexcept = default;
  // The first `ndims` dimensions of `md` number the rows, row-major.
  places(const memory_desc &md, int ndims) noexcept;
  dim_t at(dim_t row) const noexcept { return stride_ >= 0 ? row * stride_ : at_index(row); }

 private:
  dim_t at_index(dim_t row) const noexcept;

  const memory_desc *md_ = nullptr;
  int ndims_ = 0;
  dim_t stride_ = 0;  // from a row to the next; -1: it is not always the same
};

struct tensor {
  places rows;
  data_type type;
  char *data;  // at offset 0

  bool is_f32() const noexcept { return type == dnnl_f32; }
  float *f32(dim_t at) const noexcept { return reinterpret_cast<float *>(data) + at; }
};

struct sizes {
  dim_t rows, c;
};
sizes sizes_of(const normalization_op &op) noexcept;
// Refuses a tensor whose rows are not dense.
refusal check(const memory_desc &md) noexcept;
tensor tensor_of(const run_context &context, int arg, const memory_desc &md,
                 int leading_ndims) noexcept;

}  // namespace dnnlet::drivers::layer

#endif
