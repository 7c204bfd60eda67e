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
#include "plugins/drivers/gemm/backend.h"
#include "plugins/drivers/gemm/panels.h"

namespace dnnlet::drivers {

struct integer_input {
  int32_t offset;
  bool is_padding;       // an element can hold the offset
  const int32_t *start;  // by channel of the result: -offset * sum of weights; null: zeros
  const char *ones;      // the panel, or null where weights have no zero point
  int32_t ones_start;    // what its sums start from
  int32_t weights_zero_point;
};

// The zero points of src and weights are one for all; or, those of src, by channel.
refusal check_input_zero_points(const attributes &attr, bool takes_channels) noexcept;
// Of src or weights; 0 where there is none. With more than one, that of a channel.
int32_t zero_point_of(const run_context &context, int arg, dim_t channel = 0) noexcept;
// Whether there is anything to be taken off.
bool has_offset(const attributes &attr, data_type type, element as) noexcept;
// Of the scratch that prepare_input() takes.
size_t input_bytes(const attributes &attr, const panel_shape &panels, const product &p) noexcept;

// Reads the zero points, and sums up the weights in `panels`; the results are in `scratch`.
integer_input prepare_input(const run_context &context, const gemm_backend &backend,
                            const product &p, const panel_shape &shape, data_type type,
                            const char *panels, char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
