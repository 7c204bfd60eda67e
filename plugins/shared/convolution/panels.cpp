// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/convolution/panels.h"

#include "core/support/arithmetic.h"
#include "plugins/shared/reorder/driver.h"

namespace dnnlet::shared {

panel_shape shape_panels(const convolution_sizes &s, bool backward, dim_t step, dim_t lanes,
                         dim_t most_columns) noexcept {
  const dim_t oc = s.oc / s.groups, ic = s.ic / s.groups;
  panel_shape p;
  p.groups = s.groups;
  p.channels = backward ? ic : oc;
  p.summed = backward ? oc : ic;
  p.columns = min(most_columns, round_up(p.channels, lanes));
  p.panels = div_up(p.channels, p.columns);
  p.step = step;
  p.padded = round_up(p.summed, step);
  p.taps = s.kd * s.kh * s.kw;
  p.backward = backward;
  p.has_groups = s.has_groups;
  return p;
}

bool set_panels(memory_desc &weights, const panel_shape &shape) noexcept {
  const int group_dims = shape.has_groups ? 1 : 0;
  const int column_dim = group_dims + (shape.backward ? 1 : 0);
  const int summed_dim = group_dims + (shape.backward ? 0 : 1);
  int order[max_ndims], count = 0;
  if (shape.has_groups) order[count++] = 0;
  order[count++] = column_dim;
  for (int d = group_dims + 2; d < weights.ndims; ++d) order[count++] = d;
  order[count++] = summed_dim;
  const dim_t blocks[] = {shape.columns, shape.step};
  const int dims[] = {column_dim, summed_dim};
  return set_layout(weights, order, shape.step > 1 ? 2 : 1, blocks, dims);
}

bool is_in_panels(const memory_desc &weights, const panel_shape &shape) noexcept {
  memory_desc panels = weights;
  return is_blocked(weights) && set_panels(panels, shape) && same_layout(weights, panels);
}

bool can_pack(const memory_desc &weights, const panel_shape &shape) noexcept {
  memory_desc panels = weights;
  return is_blocked(weights) && set_panels(panels, shape) &&
         nest_walk(weights, panels).is_regular();
}

void pack_panels(const run_context &context, const nest_functions &functions, const memory_desc &md,
                 const panel_shape &shape, const void *weights, void *panels) noexcept {
  memory_desc to = md;
  set_panels(to, shape);
  to.offset0 = 0;
  copy_layout(context.workers, functions, md, weights, to, panels);
  zero_padding(to, panels);
}

void unpack_panels(const run_context &context, const nest_functions &functions,
                   const memory_desc &md, const panel_shape &shape, const void *panels,
                   void *weights) noexcept {
  memory_desc from = md;
  set_panels(from, shape);
  from.offset0 = 0;
  copy_layout(context.workers, functions, from, panels, md, weights);
}

}  // namespace dnnlet::shared
