// SPDX-License-Identifier: Apache-2.0
// Weights as the B of a GEMM: panels of `columns` output channels (backward data: input channels),
// each with all taps and, innermost, all channels that are summed over, in the groups of a step:
//     [group][channel / columns][kd][kh][kw][summed channel / step][columns][step]
// which is the blocked layout that `any` asks for, tag Ohwi32o and the like. Short panels and steps
// are padded.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_PANELS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_PANELS_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/backend.h"
#include "plugins/drivers/reorder/nest_copy.h"

namespace dnnlet::drivers {

struct panel_shape {
  dim_t groups, channels, panels;  // channels of a group, and panels they make
  dim_t columns;
  dim_t taps, summed;  // kernel points, and channels of a group that are summed over
  dim_t step, padded;  // summed channels of a step, and all of them with the padding of the last
  bool backward;       // columns are input channels
  bool has_groups;     // weights have the dimension

  dim_t panel_size() const noexcept { return taps * padded * columns; }
  dim_t size() const noexcept { return groups * panels * panel_size(); }
  dim_t all_columns() const noexcept { return groups * panels * columns; }
};

// At most `most_columns`, and no more vectors than the channels need.
panel_shape shape_panels(const convolution_sizes &s, bool backward, dim_t step, dim_t lanes,
                         dim_t most_columns) noexcept;

// Lays out weights in panels; false when the size overflows.
bool set_panels(memory_desc &weights, const panel_shape &shape) noexcept;
bool is_in_panels(const memory_desc &weights, const panel_shape &shape) noexcept;

// Whether elements of `type` are what tiles read.
bool is_element(data_type type, element e) noexcept;

// Whether weights of this layout can be packed, and the other way round.
bool can_pack(const memory_desc &weights, const panel_shape &shape) noexcept;

// How weights become panels of the elements that tiles read: they are where they lie, or they are
// copied there, or widened, or both in turn.
struct packing {
  bool copies, widens;
  size_t copy_at, wide_at;  // of the scratchpad
};
// Lays out weights that are `any`.
refusal plan_packing(plan_request &request, memory_desc &weights, const panel_shape &shape,
                     element b, packing &plan) noexcept;
const char *pack(const run_context &context, const gemm_backend &backend,
                 const memory_desc &weights, const panel_shape &shape,
                 const packing &plan) noexcept;

// Copies panels into weights, of the same type.
void unpack_panels(const run_context &context, const nest_functions &functions,
                   const memory_desc &md, const panel_shape &shape, const void *panels,
                   void *weights) noexcept;

}  // namespace dnnlet::drivers

#endif
