// SPDX-License-Identifier: Apache-2.0
// Weights as the B of a GEMM: panels of `columns` output channels (backward data: input channels),
// each with all taps and, innermost, all channels that are summed over:
//     [group][channel / columns][kd][kh][kw][summed channel][columns]
// which is the blocked layout that `any` asks for, tag Ohwi32o and the like. Short panels are padded.
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_PANELS_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_PANELS_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"

namespace dnnlet::shared {

struct panel_shape {
  dim_t groups, channels, panels;  // channels of a group, and panels they make
  dim_t columns;
  dim_t taps, summed;  // kernel points, and channels of a group that are summed over
  bool backward;       // columns are input channels
  bool has_groups;     // weights have the dimension

  dim_t panel_size() const noexcept { return taps * summed * columns; }
  dim_t size() const noexcept { return groups * panels * panel_size(); }
};

// At most `most_columns`, and no more vectors than the channels need.
panel_shape shape_panels(const convolution_sizes &s, bool backward, dim_t lanes,
                         dim_t most_columns) noexcept;

// Lays out weights in panels; false when the size overflows.
bool set_panels(memory_desc &weights, const panel_shape &shape) noexcept;
bool is_in_panels(const memory_desc &weights, const panel_shape &shape) noexcept;

// Copies weights of any blocked layout into panels.
void pack_panels(const run_context &context, const convolution_op &op, const panel_shape &shape,
                 const float *weights, float *panels) noexcept;

// The other way round, summing up `parts` sets of panels, in their order.
void unpack_panels(const run_context &context, const convolution_op &op, const panel_shape &shape,
                   const float *panels, dim_t parts, float *weights) noexcept;

}  // namespace dnnlet::shared

#endif
