// SPDX-License-Identifier: Apache-2.0
// Depthwise weights, [kd][kh][kw][channel].
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_CHANNELS_INNERMOST_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_CHANNELS_INNERMOST_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"

namespace dnnlet::shared {

// False when the size overflows.
bool set_channels_innermost(memory_desc &weights) noexcept;
bool has_channels_innermost(const memory_desc &weights) noexcept;

// Whether it is a depthwise convolution, with layouts that can be read; lays out what is `any`.
refusal check_depthwise(convolution_op &op) noexcept;

// Calls body(offset in [kd][kh][kw][channel], offset in the weights' layout) for each weight.
template <class Body>
void for_each_weight(const convolution_op &op, const Body &body) noexcept {
  const memory_desc &md = op.weights;
  const int spatial = md.ndims - 3;
  const dim_t channels = md.dims[0], points = elements(md) / channels;
  dim_t index[max_ndims] = {};
  for (dim_t point = 0; point < points; ++point) {
    dim_t rest = point;
    for (int d = spatial - 1; d >= 0; --d) {
      index[3 + d] = rest % md.dims[3 + d];
      rest /= md.dims[3 + d];
    }
    for (index[0] = 0; index[0] < channels; ++index[0])
      body(point * channels + index[0], offset_of(md, index));
  }
}

}  // namespace dnnlet::shared

#endif
