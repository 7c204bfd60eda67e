// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/resampling/geometry.h"

#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

resampling_way::resampling_way(const resampling_op &op) noexcept
    : forward(is_forward(op.head.prop)),
      from(forward ? &op.src : &op.dst),
      to(forward ? &op.dst : &op.src),
      from_arg(forward ? DNNL_ARG_SRC : DNNL_ARG_DIFF_DST),
      to_arg(forward ? DNNL_ARG_DST : DNNL_ARG_DIFF_SRC),
      n(op.src.dims[0]),
      c(op.src.dims[1]),
      runs(1) {
  const resampling_axes all = axes_of(op);
  axes[0] = all.d;
  axes[1] = all.h;
  axes[2] = all.w;
}

namespace {

// Channels of one pixel, of which each may be a run of its own.
void split_pixel(const memory_desc &md, activation &a) noexcept {
  for (int d = 2; d < md.ndims; ++d)
    if (md.dims[d] != 1) return;
  if (md.inner_nblks == 0 && a.run > 1) a.run = a.run_stride = 1;
}

}  // namespace

bool resampling_way::find_layouts() noexcept {
  if (!find_layout(*from, from_layout) || !find_layout(*to, to_layout)) return false;
  if (from_layout.run == 1) split_pixel(*to, to_layout);
  if (to_layout.run == 1) split_pixel(*from, from_layout);
  if (from_layout.run != to_layout.run) return false;
  runs = div_up(c, to_layout.run);
  return true;
}

dim_t resampling_way::most(int axis) const noexcept {
  const resampling_axis &a = axes[axis];
  if (forward) return a.is_linear ? 2 : 1;
  const dim_t factor = div_up(a.dst, a.src);
  return min(a.dst, a.is_linear ? 2 * factor + 4 : factor + 1);
}

size_t neighbour_table::bytes(const resampling_way &way, int axis) noexcept {
  const dim_t out = way.out(axis);
  return scratch_bytes({out, dim_t(sizeof(neighbours)) + way.most(axis) * dim_t(sizeof(float))});
}

namespace {

// What taps_of() finds for each element, in vectors: half the time of a short line.
constexpr dim_t most_places = dim_t(1) << 20;  // that place_of() has in f32
void find_linear(const resampling_axis &a, neighbours *items, float *weights) noexcept {
  const float in = float(a.src), out = float(a.dst);
  const int32_t last = int32_t(a.src) - 1;
  for (int32_t i = 0; i < int32_t(a.dst); ++i) {
    const float at = max((float(i) + 0.5f) * in / out - 0.5f, 0.0f);
    const int32_t first = min(int32_t(at), last);
    const float rest = first < last ? at - float(first) : 0;
    items[i] = {first, 1 + (rest != 0)};
    weights[2 * i] = 1 - rest;
    weights[2 * i + 1] = rest;
  }
}

// Quotients are no nearer to the next integer than 1 / (2 * dst), which f64 tell from 0.
void find_nearest(const resampling_axis &a, neighbours *items, float *weights) noexcept {
  const double in = double(a.src), out = 2 * double(a.dst);
  const int32_t last = int32_t(a.src) - 1;
  for (int32_t i = 0; i < int32_t(a.dst); ++i) {
    items[i] = {min(int32_t(double(2 * i + 1) * in / out), last), 1};
    weights[i] = 1;
  }
}

}  // namespace

neighbour_table::neighbour_table(const resampling_way &way, int axis, char *memory) noexcept
    : items(reinterpret_cast<neighbours *>(memory)),
      weights(reinterpret_cast<float *>(memory + size_t(way.out(axis)) * sizeof(neighbours))),
      most(way.most(axis)) {
  const resampling_axis &a = way.axes[axis];
  if (has_large_caches && way.forward && max(a.src, a.dst) < most_places) {
    (a.is_linear ? find_linear : find_nearest)(a, items, weights);
    return;
  }
  for (dim_t i = 0; i < way.out(axis); ++i) {
    float *own = weights + i * most;
    if (way.forward) {
      const resampling_taps t = taps_of(a, i);
      items[i] = {int32_t(t.first), t.rest != 0 ? 2 : 1};
      own[0] = t.weight;
      if (most > 1) own[1] = t.rest;
      continue;
    }
    resampling_range range = range_of(a, i);
    while (range.begin < range.end && weight_of(a, range.begin, i) == 0) ++range.begin;
    while (range.begin < range.end && weight_of(a, range.end - 1, i) == 0) --range.end;
    items[i] = {int32_t(range.begin), int32_t(range.end - range.begin)};
    for (dim_t o = range.begin; o < range.end; ++o) own[o - range.begin] = weight_of(a, o, i);
  }
}

size_t neighbour_tables::bytes(const resampling_way &way) noexcept {
  return neighbour_table::bytes(way, 0) + neighbour_table::bytes(way, 1) +
         neighbour_table::bytes(way, 2);
}

neighbour_tables::neighbour_tables(const resampling_way &way, char *memory) noexcept
    : d(way, 0, memory),
      h(way, 1, memory + neighbour_table::bytes(way, 0)),
      w(way, 2, memory + neighbour_table::bytes(way, 0) + neighbour_table::bytes(way, 1)) {}

size_t line_list::bytes(const resampling_way &way) noexcept {
  return scratch_bytes({way.most(0), way.most(1), dim_t(sizeof(ptrdiff_t)) + dim_t(sizeof(float))});
}

line_list::line_list(const resampling_way &way, char *memory) noexcept
    : offsets(reinterpret_cast<ptrdiff_t *>(memory)),
      weights(reinterpret_cast<float *>(offsets + way.most(0) * way.most(1))) {}

void line_list::find(const resampling_way &way, const neighbour_tables &tables, dim_t d, dim_t h,
                     dim_t first) noexcept {
  const neighbours by_d = tables.d.items[d], by_h = tables.h.items[h];
  const float *d_weights = tables.d.weights + d * tables.d.most;
  const float *h_weights = tables.h.weights + h * tables.h.most;
  count = 0;
  for (int32_t i = 0; i < by_d.count; ++i)
    for (int32_t j = 0; j < by_h.count; ++j) {
      offsets[count] = ptrdiff_t(first + (by_d.first + i) * way.from_layout.d +
                                 (by_h.first + j) * way.from_layout.h);
      weights[count++] = d_weights[i] * h_weights[j];
    }
}

void line_list::find_depth(const resampling_way &way, const neighbour_tables &tables, dim_t d,
                           dim_t first) noexcept {
  const neighbours by_d = tables.d.items[d];
  for (count = 0; count < by_d.count; ++count) {
    offsets[count] = ptrdiff_t(first + (by_d.first + count) * way.from_layout.d);
    weights[count] = tables.d.weights[d * tables.d.most + count];
  }
}

bool copies_elements(const plan_request &request, const resampling_way &way) noexcept {
  return way.forward && request.op->alg == dnnl_resampling_nearest &&
         way.from->data_type == way.to->data_type && request.attr->post_ops.entries.empty();
}

refusal check_resampling(const plan_request &request, resampling_way &way) noexcept {
  const attributes &attr = *request.attr;
  const auto &backend = request.parts_as<resampling_backend>();
  if (has_zero_dim(*way.from) || has_zero_dim(*way.to)) return "there is nothing to do";
  if (!backend.weigh(way.from->data_type) || !backend.weigh(way.to->data_type))
    return "a data type is not taken";
  if (kinds_in(attr) & ~unsigned(uses_post_ops)) return "an attribute is not taken";
  if (const refusal reason = check_row_post_ops(attr, *way.to)) return reason;
  if (!way.find_layouts()) return "layouts differ, or are of another kind";
  for (const memory_desc *md : {way.from, way.to})
    if (md->inner_nblks > 0 && padded_dims(*md)[1] % way.to_layout.run != 0)
      return "a tensor ends inside a block";
  for (int i = 0; i < 3; ++i)
    if (way.in(i) > INT32_MAX / 64 || way.out(i) > INT32_MAX / 64) return "a dimension is large";
  for (int d = 0; d < way.to->ndims; ++d)
    if (way.to->blocked.strides[d] == 0 && way.to->dims[d] != 1) return "dst overlaps itself";
  return accepted;
}

}  // namespace dnnlet::drivers
