// SPDX-License-Identifier: Apache-2.0
// Packs a tensor into panels, whose layout is in panels.h.
//   the tensor in any layout whose blocks fit those of panels, and panels of the same type: any
//   alignment, disjoint
//   scratch: the panels, where they are not what was given; exact
#include "plugins/drivers/gemm/panels.h"

#include <cstring>
#include <utility>

#include "core/support/arithmetic.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

panel_extents extents_of(const memory_desc &b, const panel_axes &axes) noexcept {
  panel_extents e = {1, b.dims[axes.columns], 1, 1};
  for (int d = 0; d < b.ndims; ++d) {
    if (axes.batch >> d & 1) e.batch *= b.dims[d];
    if (axes.taps >> d & 1) e.taps *= b.dims[d];
    if (axes.summed >> d & 1) e.summed *= b.dims[d];
  }
  return e;
}

panel_shape shape_panels(const panel_extents &b, const panel_axes &axes, dim_t step, dim_t lanes,
                         dim_t most_columns) noexcept {
  panel_shape p;
  p.batch = b.batch;
  p.width = b.columns;
  p.columns = min(most_columns, round_up(p.width, lanes));
  p.panels = div_up(p.width, p.columns);
  p.taps = b.taps;
  p.summed = b.summed;
  p.step = step;
  p.padded = round_up(p.summed, step);
  p.axes = axes;
  return p;
}

bool join_groups(panel_shape &shape, dim_t lanes, bool by_group) noexcept {
  const dim_t channels = shape.width;
  if (shape.batch == 1 || channels == 1 || shape.summed != channels || 2 * channels > lanes ||
      lanes % channels != 0 || channels % shape.step != 0)
    return false;
  shape.axes.joined = uint8_t(lanes / channels + (by_group ? panel_axes::by_group : 0));
  shape.width *= shape.batch;
  shape.batch = 1;
  shape.columns = lanes;
  shape.panels = div_up(shape.width, lanes);
  return true;
}

// Of 4 and 8 columns of bytes with a quarter of as many steps.
const int32_t *a_order_of(const panel_shape &shape) noexcept {
  static constexpr int32_t of_bytes[][16] = {{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3},
                                             {0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2}};
  if (shape.axes.joined < panel_axes::by_group) return nullptr;
  return of_bytes[shape.summed == shape.step ? 0 : 1];
}

bool set_panels(memory_desc &b, const panel_shape &shape) noexcept {
  const panel_axes &axes = shape.axes;
  int order[max_ndims], count = 0;
  const auto add = [&](unsigned dims) {
    for (int d = 0; d < b.ndims; ++d)
      if (dims >> d & 1) order[count++] = d;
  };
  add(axes.batch);
  add(1u << axes.columns);
  add(axes.taps);
  add(axes.summed);
  const dim_t joined = axes.joined % panel_axes::by_group;
  const dim_t columns = shape.joins_groups() ? shape.columns / joined : shape.columns;
  dim_t blocks[] = {joined, columns, shape.step};
  int dims[] = {0, axes.columns, order[count - 1]};
  if (shape.joins_groups() && axes.joined < panel_axes::by_group) {
    std::swap(blocks[0], blocks[1]);
    std::swap(dims[0], dims[1]);
  }
  const int first = shape.joins_groups() ? 0 : 1;
  return set_layout(b, order, (shape.step > 1 ? 3 : 2) - first, blocks + first, dims + first);
}

bool is_in_panels(const memory_desc &b, const panel_shape &shape) noexcept {
  memory_desc panels = b;
  return is_blocked(b) && set_panels(panels, shape) && same_layout(b, panels);
}

bool can_pack(const memory_desc &b, const panel_shape &shape) noexcept {
  memory_desc panels = b;
  return is_blocked(b) && set_panels(panels, shape) && nest_walk(b, panels).is_regular();
}

refusal plan_packing(plan_request &request, memory_desc &b, const panel_shape &shape,
                     packing &plan) noexcept {
  const bool is_open = is_any(b);
  if (is_open && !set_panels(b, shape)) return "size";
  plan.copies = !is_open && !is_in_panels(b, shape);
  if (plan.copies && !can_pack(b, shape)) return "layout of weights";
  const auto size = dim_t(type_size(b.data_type));
  plan.copy_at = request.add_scratch(plan.copies ? scratch_bytes({shape.size(), size}) : 0);
  return accepted;
}

namespace {

constexpr size_t few_bytes = 8 * 1024;

void copy_into_panels(const run_context &context, const nest_functions &functions,
                      const memory_desc &b, const void *data, const panel_shape &shape,
                      void *panels) noexcept {
  memory_desc to = b;
  set_panels(to, shape);
  to.offset0 = 0;
  // Of few bytes, padding takes longer to find than all take to be zeroed.
  const size_t bytes = size_t(shape.size()) * type_size(b.data_type);
  const bool are_few = has_large_caches && bytes <= few_bytes;
  if (are_few) std::memset(panels, 0, bytes);
  copy_layout(context.workers, functions, b, data, to, panels);
  if (!are_few) zero_padding(to, panels);
}

}  // namespace

const char *pack(const run_context &context, const gemm_backend &backend, const memory_desc &b,
                 const void *data, const panel_shape &shape, const packing &plan) noexcept {
  if (!plan.copies)
    return static_cast<const char *>(data) + b.offset0 * dim_t(type_size(b.data_type));
  char *panels = context.scratchpad + plan.copy_at;
  copy_into_panels(context, *backend.reorder, b, data, shape, panels);
  return panels;
}

void unpack_panels(const run_context &context, const nest_functions &functions,
                   const memory_desc &b, const panel_shape &shape, const void *panels,
                   void *data) noexcept {
  memory_desc from = b;
  set_panels(from, shape);
  from.offset0 = 0;
  copy_layout(context.workers, functions, from, panels, b, data);
}

}  // namespace dnnlet::drivers
