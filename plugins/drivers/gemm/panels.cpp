// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/gemm/panels.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

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

bool is_element(data_type type, element e) noexcept {
  switch (type) {
    case dnnl_f32: return e == element::f32;
    case dnnl_bf16: return e == element::bf16;
    case dnnl_f16: return e == element::f16;
    case dnnl_u8: return e == element::u8;
    case dnnl_s8: return e == element::s8;
    default: return false;
  }
}

refusal plan_packing(plan_request &request, memory_desc &weights, const panel_shape &shape,
                     element b, packing &plan) noexcept {
  if (is_any(weights) && !set_panels(weights, shape)) return "size";
  plan.copies = !is_in_panels(weights, shape);
  if (plan.copies && !can_pack(weights, shape)) return "layout of weights";
  plan.widens = !is_element(weights.data_type, b);
  const auto size = dim_t(type_size(weights.data_type));
  plan.copy_at = request.add_scratch(plan.copies ? scratch_bytes({shape.size(), size}) : 0);
  plan.wide_at =
      request.add_scratch(plan.widens ? scratch_bytes({shape.size(), dim_t(sizeof(float))}) : 0);
  return accepted;
}

namespace {

void copy_into_panels(const run_context &context, const nest_functions &functions,
                      const memory_desc &md, const panel_shape &shape, void *panels) noexcept {
  memory_desc to = md;
  set_panels(to, shape);
  to.offset0 = 0;
  copy_layout(context.workers, functions, md, context.data(DNNL_ARG_WEIGHTS), to, panels);
  zero_padding(to, panels);
}

void widen(const run_context &context, const row_backend &rows, data_type type, const char *from,
           float *to, dim_t size) noexcept {
  constexpr dim_t piece = 4096;
  parallel_for(context.workers, div_up(size, piece), [&](int64_t item, int) {
    const dim_t begin = item * piece;
    rows.load(type, from, size_t(begin), to + begin, size_t(min(piece, size - begin)));
  });
}

}  // namespace

const char *pack(const run_context &context, const gemm_backend &backend,
                 const memory_desc &weights, const panel_shape &shape,
                 const packing &plan) noexcept {
  const char *panels = first_byte(context, DNNL_ARG_WEIGHTS, weights);
  if (plan.copies) {
    copy_into_panels(context, *backend.reorder, weights, shape, context.scratchpad + plan.copy_at);
    panels = context.scratchpad + plan.copy_at;
  }
  if (!plan.widens) return panels;
  auto *wide = reinterpret_cast<float *>(context.scratchpad + plan.wide_at);
  widen(context, *backend.rows, weights.data_type, panels, wide, shape.size());
  return reinterpret_cast<const char *>(wide);
}

void unpack_panels(const run_context &context, const nest_functions &functions,
                   const memory_desc &md, const panel_shape &shape, const void *panels,
                   void *weights) noexcept {
  memory_desc from = md;
  set_panels(from, shape);
  from.offset0 = 0;
  copy_layout(context.workers, functions, from, panels, md, weights);
}

}  // namespace dnnlet::drivers
