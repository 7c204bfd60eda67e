// SPDX-License-Identifier: Apache-2.0
// Integers as the A of a GEMM. Tiles may read them shifted (u8 - 128, say), and there may be a zero
// point: with a = src + shift and offset = zero point + shift,
//
//     sum of (src - zero point) * weights = sum of a * weights - offset * sum of weights
//
// so that sums start from the last product, where padding is read as offset.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_INTEGERS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_INTEGERS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/panels.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

struct integer_input {
  int32_t offset;
  bool is_padding;  // an element can hold the offset
  // By column, of all the batch, if it is padding: -offset * sum of weights. Null: zeros.
  const int32_t *start;
};

// The points of the kernel, in depth, height and width, whose weights are summed.
struct seen_points {
  struct axis {
    dim_t first, step, count, all;
    dim_t at(dim_t i) const noexcept { return first + i * step; }
  };
  axis axes[3];
};

// Zero points of src are one for all, or by the dimensions in `mask`.
refusal check_input_zero_points(const attributes &attr, const gemm_tensors &t, int mask) noexcept;
// Of an argument; 0 where there is none. With more than one, the one with that number.
int32_t zero_point_of(const run_context &context, int arg, dim_t number = 0) noexcept;
// Whether there is anything to be taken off src, which tiles read as `as`.
bool has_offset(const attributes &attr, const gemm_tensors &t, element as) noexcept;
// Of the scratch that prepare_input() takes where there is.
size_t input_bytes(const panel_shape &panels) noexcept;

// Reads the zero point, and sums up the weights in `panels`; the results are in `scratch`.
integer_input prepare_input(const run_context &context, const gemm_backend &backend,
                            const gemm_tensors &t, const product &p, const panel_shape &shape,
                            const seen_points &seen, const char *panels, char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
