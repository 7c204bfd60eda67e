// SPDX-License-Identifier: Apache-2.0
// What a plugin lends to plugins/drivers/layer_normalization.
#ifndef DNNLET_PLUGINS_KERNELS_LAYER_NORMALIZATION_LAYER_ROWS_H
#define DNNLET_PLUGINS_KERNELS_LAYER_NORMALIZATION_LAYER_ROWS_H

#include "plugins/drivers/layer_normalization/backend.h"
#include "plugins/kernels/support/beside.h"

#include <hwy/base.h>

namespace dnnlet::DNNLET_BESIDE {

struct row_numbers {
  float mean, factor;
};
// Of rows from `begin` to `end` of a type. Null where there are none.
using numbers_function = void (*)(const drivers::layer_rows &rows, size_t begin, size_t end,
                                  row_numbers *to) noexcept;
numbers_function numbers_of(data_type type) noexcept;

drivers::typed_layers forward_layers_of(data_type src, data_type dst) noexcept;
drivers::typed_layers backward_layers_of(data_type src, data_type dst) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

namespace dnnlet::DNNLET_PLUGIN {

// Rows so short are summed about the mean of few elements, and some before the first of them is
// written: what they take is waiting for sums, of which several rows are under way.
constexpr size_t short_row = 256, most_together = 8;

// A table for each direction, so that inference links no gradients.
extern const drivers::layer_backend layer_forward_parts, layer_backward_parts;

// Functions::of<type, element>() of a type of elements, or none.
template <class Functions>
drivers::typed_layers layers_of_type(data_type type) {
  switch (type) {
    case dnnl_f32: return Functions::template of<dnnl_f32, float>();
    case dnnl_bf16: return Functions::template of<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return Functions::template of<dnnl_f16, hwy::float16_t>();
    default: return {nullptr, nullptr};
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
