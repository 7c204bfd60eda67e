// SPDX-License-Identifier: Apache-2.0
// Where the values of a scales or zero points attribute lie: dense and row-major over the
// dimensions in its mask, one for each group of elements.
#ifndef DNNLET_CORE_KERNEL_QUANTIZATION_H
#define DNNLET_CORE_KERNEL_QUANTIZATION_H

#include "core/kernel/attributes.h"

namespace dnnlet {

// The value for the element at index x[] is number: sum over d of strides[d] * (x[d] / groups[d]).
struct value_layout {
  dim_t count;
  dim_t strides[max_ndims];
  dim_t groups[max_ndims];
};

// For a tensor with these dims. Groups count from the last dimension backwards; bits of the mask
// beyond the last dimension have no say.
value_layout layout_of(const quantization &q, int ndims, const dim_t *dims) noexcept;

}  // namespace dnnlet

#endif
