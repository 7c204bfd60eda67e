// SPDX-License-Identifier: Apache-2.0
// Where the rows of layer normalization lie: along the last dimension, any number for each index of
// the others.
#ifndef DNNLET_PLUGINS_DRIVERS_LAYER_NORMALIZATION_PLACES_H
#define DNNLET_PLUGINS_DRIVERS_LAYER_NORMALIZATION_PLACES_H

#include "core/kernel/kernel.h"
#include "core/kernel/normalization.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers::layer {

// Of the rows of a tensor, or of the elements of statistics.
class places {
 public:
  places() noexcept = default;
  // The first `ndims` dimensions of `md` number the rows, row-major.
  places(const memory_desc &md, int ndims) noexcept;
  dim_t at(dim_t row) const noexcept { return stride_ >= 0 ? row * stride_ : at_index(row); }
  bool are_even() const noexcept { return stride_ >= 0; }
  // From a row to the next, where they are even.
  dim_t stride() const noexcept { return stride_; }

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

  char *row(dim_t number) const noexcept { return data + rows.at(number) * dim_t(type_size(type)); }
};

struct sizes {
  dim_t rows, c;
};
sizes sizes_of(const normalization_op &op) noexcept;
// Refuses a tensor whose rows are not dense.
refusal check(const memory_desc &md) noexcept;
tensor tensor_of(const run_context &context, int arg, const memory_desc &md,
                 int leading_ndims) noexcept;

// `count` rows of n elements as f32, one behind the other, and back.
void load_rows(const row_backend &rows, const tensor &from, dim_t first, dim_t count, dim_t n,
               float *to) noexcept;
void store_rows(const row_backend &rows, const tensor &to, dim_t first, dim_t count, dim_t n,
                const float *from) noexcept;

}  // namespace dnnlet::drivers::layer

#endif
