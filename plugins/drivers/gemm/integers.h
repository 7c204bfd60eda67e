// SPDX-License-Identifier: Apache-2.0
// Integers as the A of a GEMM. Tiles may read them shifted (u8 - 128, say), and there may be a zero
// point: with a = src + shift and offset = zero point + shift,
//
//     sum of (src - zero point) * weights = sum of a * weights - offset * sum of weights
//
// so that sums start from the last product, where padding is read as offset. A zero point of
// weights is taken off the same way:
//
//     sum of (src - zero point) * (weights - zp) = the above - zp * sum of (src - zero point)
//
// of which the last sum is that of a panel with a single column, of ones.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_INTEGERS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_INTEGERS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/panels.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

struct integer_input {
  int32_t offset;
  bool is_padding;       // an element can hold the offset
  const int32_t *start;  // by column, of all the batch: -offset * sum of weights; null: zeros
  const char *ones;      // the panel, or null where weights have no zero point
  int32_t ones_start;    // what its sums start from
  int32_t weights_zero_point;
};

// The zero points of src and weights are one for all; or, those of src, by the dimensions in
// `mask`.
refusal check_input_zero_points(const attributes &attr, const gemm_tensors &t, int mask) noexcept;
// Of an argument; 0 where there is none. With more than one, the one with that number.
int32_t zero_point_of(const run_context &context, int arg, dim_t number = 0) noexcept;
// Whether there is anything to be taken off src, which tiles read as `as`.
bool has_offset(const attributes &attr, const gemm_tensors &t, element as) noexcept;
// Of the scratch that prepare_input() takes.
size_t input_bytes(const attributes &attr, const gemm_tensors &t, const panel_shape &panels,
                   const product &p) noexcept;

// Reads the zero points, and sums up the weights in `panels`; the results are in `scratch`.
integer_input prepare_input(const run_context &context, const gemm_backend &backend,
                            const gemm_tensors &t, const product &p, const panel_shape &shape,
                            const char *panels, char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
