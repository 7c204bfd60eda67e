// SPDX-License-Identifier: Apache-2.0
// Integers as the A of a GEMM. Tiles may read them shifted (u8 - 128, say), and there may be a zero
// point: with a = src + shift and offset = zero point + shift,
//
//     sum of (src - zero point) * weights = sum of a * weights - offset * sum of weights
//
// so that sums start from the last product, where padding is read as offset.
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_INTEGER_INPUT_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_INTEGER_INPUT_H

#include "core/kernel/kernel.h"
#include "plugins/shared/convolution/backend.h"
#include "plugins/shared/convolution/panels.h"

namespace dnnlet::shared {

struct integer_input {
  int32_t offset;
  bool is_padding;       // an element can hold the offset
  const int32_t *start;  // by channel of the result: -offset * sum of weights; null: zeros
};

// Of src; 0 where there is none.
int32_t zero_point_of(const run_context &context) noexcept;
// Whether there is anything to be taken off.
bool has_offset(const attributes &attr, data_type type, element as) noexcept;
size_t start_bytes(const panel_shape &panels) noexcept;

// Reads the zero point, and sums up the weights in `panels`, into `start`, of start_bytes().
integer_input prepare_input(const run_context &context, const convolution_backend &backend,
                            const product &p, const panel_shape &shape, data_type type,
                            const char *panels, void *start) noexcept;

}  // namespace dnnlet::shared

#endif
