// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/convolution/integer_input.h"

#include "core/support/arithmetic.h"
#include "plugins/shared/gemm/int8_elements.h"

namespace dnnlet::shared {

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

// The sum of the weights of a panel: its product with ones, of which there is one group.
void sum_panel(const convolution_backend &backend, const product &p, const panel_shape &shape,
               const char *panel, size_t cols, int32_t *sums) noexcept {
  const tile_tap tap = {0, 0};
  tile_args t = {};
  t.a = group_of_ones(p.a);
  t.b = panel;
  t.b_step = ptrdiff_t(shape.columns * shape.step) * ptrdiff_t(size_of(p.b));
  t.taps = &tap;
  t.tap_count = 1;
  t.steps = size_t(shape.taps * shape.padded / shape.step);
  t.c = sums;
  t.cols = cols;
  run_panel(*p.tiles, backend.lanes(), t, 1);
}

}  // namespace

int32_t zero_point_of(const run_context &context) noexcept {
  const quantization *q = find(context.attr->zero_points, DNNL_ARG_SRC);
  if (!q) return 0;
  const dnnl_memory &memory = *context.memory(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC);
  const dim_t offset = is_blocked(memory.md) ? memory.md.offset0 : 0;
  return int32_t(load_element(q->data_type, data_of(memory), offset));
}

bool has_offset(const attributes &attr, data_type type, element as) noexcept {
  return shift_of(type, as) != 0 || find(attr.zero_points, DNNL_ARG_SRC);
}

size_t start_bytes(const panel_shape &panels) noexcept {
  return size_t(panels.groups * panels.channels) * sizeof(int32_t);
}

integer_input prepare_input(const run_context &context, const convolution_backend &backend,
                            const product &p, const panel_shape &shape, data_type type,
                            const char *panels, void *start) noexcept {
  if (!has_offset(*context.attr, type, p.a)) return {0, true, nullptr};
  const int64_t wanted = int64_t(zero_point_of(context)) + shift_of(type, p.a);
  const auto offset = int32_t(wanted);
  auto *sums = static_cast<int32_t *>(start);
  parallel_for(context.workers, shape.groups * shape.panels, [&](int64_t item, int) {
    const dim_t group = item / shape.panels, panel = item % shape.panels;
    const dim_t cols = min(shape.columns, shape.channels - panel * shape.columns);
    int32_t *to = sums + group * shape.channels + panel * shape.columns;
    sum_panel(backend, p, shape, panels + item * shape.panel_size() * dim_t(size_of(p.b)),
              size_t(cols), to);
    for (dim_t c = 0; c < cols; ++c) to[c] = times(to[c], -offset);
  });
  return {offset, fits(wanted, p.a), sums};
}

}  // namespace dnnlet::shared
