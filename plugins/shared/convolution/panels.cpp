// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/convolution/panels.h"

#include "core/support/arithmetic.h"

namespace dnnlet::shared {

panel_shape shape_panels(const convolution_sizes &s, bool backward, dim_t lanes,
                         dim_t most_columns) noexcept {
  const dim_t oc = s.oc / s.groups, ic = s.ic / s.groups;
  panel_shape p;
  p.groups = s.groups;
  p.channels = backward ? ic : oc;
  p.summed = backward ? oc : ic;
  p.columns = min(most_columns, round_up(p.channels, lanes));
  p.panels = div_up(p.channels, p.columns);
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
  return set_layout(weights, order, 1, &shape.columns, &column_dim);
}

bool is_in_panels(const memory_desc &weights, const panel_shape &shape) noexcept {
  memory_desc panels = weights;
  return is_blocked(weights) && set_panels(panels, shape) && same_layout(weights, panels);
}

namespace {

// How to walk weights: strides of a plain layout by role.
struct weights_strides {
  dim_t group, column, summed, depth, height, width;
};

weights_strides strides_of(const memory_desc &md, const panel_shape &shape) noexcept {
  const dim_t *s = md.blocked.strides;
  const int first = shape.has_groups ? 1 : 0, spatial = md.ndims - first - 2;
  const dim_t *kernel = s + first + 2;
  return {shape.has_groups ? s[0] : 0,
          s[first + (shape.backward ? 1 : 0)],
          s[first + (shape.backward ? 0 : 1)],
          spatial > 2 ? kernel[0] : 0,
          spatial > 1 ? kernel[spatial - 2] : 0,
          kernel[spatial - 1]};
}

// Where one element of the weights lies, in any blocked layout.
dim_t offset_in(const memory_desc &md, const panel_shape &shape, dim_t group, dim_t column,
                dim_t summed, dim_t kd, dim_t kh, dim_t kw) noexcept {
  dim_t index[max_ndims];
  const int first = shape.has_groups ? 1 : 0, spatial = md.ndims - first - 2;
  if (first) index[0] = group;
  index[first] = shape.backward ? summed : column;
  index[first + 1] = shape.backward ? column : summed;
  const dim_t kernel[] = {kd, kh, kw};
  for (int d = 0; d < spatial; ++d) index[first + 2 + d] = kernel[max_spatial_ndims - spatial + d];
  return offset_of(md, index);
}

// Calls body(row in panels, offset in weights of column c, count) for each row of all panels;
// `offset` is a function of c.
template <class Body>
void for_each_row(const run_context &context, const convolution_op &op, const panel_shape &shape,
                  const Body &body) noexcept {
  const memory_desc &md = op.weights;
  const convolution_sizes s = sizes_of(op);
  const bool plain = is_plain(md);
  const weights_strides step = strides_of(md, shape);
  parallel_for(context.workers, shape.groups * shape.panels * shape.taps, [&](int64_t item, int) {
    const dim_t tap = item % shape.taps, panel = item / shape.taps % shape.panels;
    const dim_t group = item / shape.taps / shape.panels;
    const dim_t kw = tap % s.kw, kh = tap / s.kw % s.kh, kd = tap / s.kw / s.kh;
    const dim_t first = panel * shape.columns;
    const dim_t count = min(shape.columns, shape.channels - first);
    for (dim_t i = 0; i < shape.summed; ++i) {
      const dim_t from = md.offset0 + group * step.group + first * step.column + i * step.summed +
                         kd * step.depth + kh * step.height + kw * step.width;
      body((item * shape.summed + i) * shape.columns, count, [&](dim_t c) {
        return plain ? from + c * step.column
                     : offset_in(md, shape, group, first + c, i, kd, kh, kw);
      });
    }
  });
}

}  // namespace

void pack_panels(const run_context &context, const convolution_op &op, const panel_shape &shape,
                 const float *weights, float *panels) noexcept {
  for_each_row(context, op, shape, [&](dim_t row, dim_t count, const auto &offset) {
    for (dim_t c = 0; c < count; ++c) panels[row + c] = weights[offset(c)];
    for (dim_t c = count; c < shape.columns; ++c) panels[row + c] = 0;
  });
}

void unpack_panels(const run_context &context, const convolution_op &op, const panel_shape &shape,
                   const float *panels, dim_t parts, float *weights) noexcept {
  const dim_t size = shape.size();
  for_each_row(context, op, shape, [&](dim_t row, dim_t count, const auto &offset) {
    for (dim_t c = 0; c < count; ++c) {
      float sum = panels[row + c];
      for (dim_t part = 1; part < parts; ++part) sum += panels[part * size + row + c];
      weights[offset(c)] = sum;
    }
  });
}

}  // namespace dnnlet::shared
