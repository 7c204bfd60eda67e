// SPDX-License-Identifier: Apache-2.0
// A tensor as the B of a GEMM: panels of `columns` of its columns, each with all taps and,
// innermost, all that is summed over, in the groups of a step:
//     [batch][columns / panel][taps][summed / step][panel][step]
// where batch, taps and summed may be any number of dimensions of the tensor. Of the weights of a
// convolution that is the blocked layout that `any` asks for, tag Ohwi32o and the like. Short
// panels and steps are padded.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_PANELS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_PANELS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/reorder/nest_copy.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// What the dimensions of the tensor are of B: bits for those that are several, in ascending order.
// Where a step has several elements, they are of the last dimension that is summed.
struct panel_axes {
  uint16_t batch, taps, summed;
  uint8_t columns;
  // Of a panel, so many of the batch with all of their columns, which are as many as are summed up;
  // then panel_shape has a batch of 1, and the width of all columns. Else 0.
  // With by_group, columns of a group follow each other, else the same one of all groups.
  uint8_t joined = 0;
  static constexpr uint8_t by_group = 128;
};

// Extents of B: the products of those of its dimensions.
struct panel_extents {
  dim_t batch, columns, taps, summed;
};
panel_extents extents_of(const memory_desc &b, const panel_axes &axes) noexcept;

struct panel_shape {
  dim_t batch, width, panels;  // columns of B, for each of the batch, and panels they make
  dim_t columns;               // of a panel
  dim_t taps, summed;
  dim_t step, padded;  // elements of a step, and all summed ones with the padding of the last
  panel_axes axes;     // of the tensor, where there is one

  bool joins_groups() const noexcept { return has_large_caches && axes.joined > 0; }
  dim_t panel_size() const noexcept { return taps * padded * columns; }
  dim_t size() const noexcept { return batch * panels * panel_size(); }
};

// At most `most_columns`, and no more vectors than the width needs.
panel_shape shape_panels(const panel_extents &b, const panel_axes &axes, dim_t step, dim_t lanes,
                         dim_t most_columns) noexcept;

// The same of as many of the batch as a vector has room for; false where they are not such.
bool join_groups(panel_shape &shape, dim_t lanes, bool by_group) noexcept;
const int32_t *a_order_of(const panel_shape &shape) noexcept;  // tile_args

// Lays out a tensor in panels; false when the size overflows.
bool set_panels(memory_desc &b, const panel_shape &shape) noexcept;
bool is_in_panels(const memory_desc &b, const panel_shape &shape) noexcept;

// Whether a tensor of this layout can be packed, and the other way round.
bool can_pack(const memory_desc &b, const panel_shape &shape) noexcept;

// How a tensor becomes panels of its own type: they are where it lies, or it is copied.
struct packing {
  bool copies;
  size_t copy_at;  // of the scratchpad
};
// Lays out a tensor that is `any`.
refusal plan_packing(plan_request &request, memory_desc &b, const panel_shape &shape,
                     packing &plan) noexcept;
// `data` is the buffer of the tensor, to which offset0 is added.
const char *pack(const run_context &context, const gemm_backend &backend, const memory_desc &b,
                 const void *data, const panel_shape &shape, const packing &plan) noexcept;

// Copies panels into a tensor of the same type.
void unpack_panels(const run_context &context, const nest_functions &functions,
                   const memory_desc &b, const panel_shape &shape, const void *panels,
                   void *data) noexcept;

}  // namespace dnnlet::drivers

#endif
