// SPDX-License-Identifier: Apache-2.0
// The start of sums of integers; formula: integers.h.
//   panels as panels.h has them, what is made s32 by column: disjoint
//   scratch: input_bytes(): a number for each column of the batch
//   exact, modulo 2^32; B. Jacob et al., "Quantization and training of neural networks for
//   efficient integer-arithmetic-only inference", CVPR 2018, section 2.3
#include "plugins/drivers/gemm/integers.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

bool fits(int64_t value, element as) noexcept {
  switch (as) {
    case element::u8: return value >= 0 && value <= UINT8_MAX;
    case element::s8: return value >= INT8_MIN && value <= INT8_MAX;
    default: return value >= INT16_MIN && value <= INT16_MAX;
  }
}

// Wraps around, as the sums do.
int32_t times(int32_t a, int32_t b) noexcept {
  return int32_t(uint32_t(a) * uint32_t(b));
}

// The sum of the weights of a panel that are seen: its product with ones, of which there is one
// group.
void sum_panel(const gemm_backend &backend, const product &p, const panel_shape &shape,
               const seen_points &seen, const char *panel, size_t cols, int32_t *sums) noexcept {
  const tile_tap tap = {0, 0};
  const auto &d = seen.axes[0], &h = seen.axes[1], &w = seen.axes[2];
  const dim_t together = w.step == 1 ? w.count : 1, steps = shape.padded / shape.step;
  tile_args t = {};
  t.a = group_of_ones(p.a);
  t.b_step = ptrdiff_t(shape.columns * shape.step) * ptrdiff_t(size_of(p.b));
  t.taps = &tap;
  t.tap_count = 1;
  t.steps = size_t(together * steps);
  t.a_order = a_order_of(shape);
  t.c = sums;
  t.cols = cols;
  for (size_t c = 0; c < cols; ++c) sums[c] = 0;
  t.start = sums;
  for (dim_t i = 0; i < d.count; ++i)
    for (dim_t k = 0; k < h.count; ++k)
      for (dim_t l = 0; l < w.count; l += together) {
        t.b = panel + ((d.at(i) * h.all + h.at(k)) * w.all + w.at(l)) * steps * t.b_step;
        run_panel(*p.tiles, backend.lanes(), t, 1);
      }
}

void sum_weights(const run_context &context, const gemm_backend &backend, const product &p,
                 const panel_shape &shape, const seen_points &seen, const char *panels,
                 int32_t offset, int32_t *start) noexcept {
  parallel_for(context.workers, shape.batch * shape.panels, [&](int64_t item, int) {
    const dim_t batch = item / shape.panels, panel = item % shape.panels;
    const dim_t cols = min(shape.columns, shape.width - panel * shape.columns);
    int32_t *to = start + batch * shape.width + panel * shape.columns;
    sum_panel(backend, p, shape, seen, panels + item * shape.panel_size() * dim_t(size_of(p.b)),
              size_t(cols), to);
    for (dim_t c = 0; c < cols; ++c) to[c] = times(to[c], -offset);
  });
}

}  // namespace

refusal check_input_zero_points(const attributes &attr, const gemm_tensors &t, int mask) noexcept {
  const quantization *q = find(attr.zero_points, t.src.arg);
  if (q && ((q->mask & ~mask) != 0 || q->group_ndims != 0 ||
            q->mode != dnnl_quantization_mode_static_sazp))
    return "zero points";
  return accepted;
}

int32_t zero_point_of(const run_context &context, int arg, dim_t number) noexcept {
  const quantization *q = find(context.attr->zero_points, arg);
  if (!q) return 0;
  const dnnl_memory &memory = *context.memory(DNNL_ARG_ATTR_ZERO_POINTS | arg);
  const dim_t offset = is_blocked(memory.md) ? memory.md.offset0 : 0;
  return int32_t(load_element(q->data_type, data_of(memory), offset + (q->mask != 0 ? number : 0)));
}

bool has_offset(const attributes &attr, const gemm_tensors &t, element as) noexcept {
  return shift_of(t.src.md->data_type, as) != 0 || find(attr.zero_points, t.src.arg);
}

size_t input_bytes(const panel_shape &panels) noexcept {
  return scratch_bytes({panels.batch, panels.width, dim_t(sizeof(int32_t))});
}

integer_input prepare_input(const run_context &context, const gemm_backend &backend,
                            const gemm_tensors &t, const product &p, const panel_shape &shape,
                            const seen_points &seen, const char *panels, char *scratch) noexcept {
  integer_input input = {0, true, nullptr};
  if (has_offset(*context.attr, t, p.a)) {
    const int64_t wanted =
        int64_t(zero_point_of(context, t.src.arg)) + shift_of(t.src.md->data_type, p.a);
    auto *start = reinterpret_cast<int32_t *>(scratch);
    input.offset = int32_t(wanted);
    input.is_padding = fits(wanted, p.a);
    if (input.is_padding)
      sum_weights(context, backend, p, shape, seen, panels, input.offset, start);
    input.start = start;
  }
  return input;
}

}  // namespace dnnlet::drivers
