// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/pooling/planes_cut.h"

#include "plugins/drivers/pooling/forward.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers::pooling {

namespace {

// A size for arrays of floats that lie one after the other and are walked at the same pace: places
// of the same number should not differ by about a multiple of 4 KB, or loads wait for stores that
// have nothing to do with them.
dim_t staggered(dim_t n) noexcept {
  return round_up(n - 160, dim_t(1024)) + 160;
}

}  // namespace

dim_t whole_line(const geometry &g, const planes_plan &p) noexcept {
  const dim_t begin = clamp<dim_t>(g.w.left, 0, p.width);
  const dim_t seen = clamp(g.w.src + g.w.left, begin, p.width) - begin;
  const dim_t line = g.h.src > 1 ? p.src.h : channel_step(p.src, g.c);
  const bool is_whole = has_large_caches && p.block == g.w.dst;
  return is_whole && seen < line && line <= seen + seen / 4 ? line : 0;
}

refusal plan_planes(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<planes_plan, pooling_op>();
  if (const refusal reason = check_forward(request, p.src, p.dst)) return reason;
  const geometry g(op);
  if (const refusal reason = check_columns(g.w, p.src, p.dst)) return reason;
  if (g.w.reach() + g.w.stride > (1 << 16)) return "the window is too wide";
  const bool converts = op.src.data_type != dnnl_f32;
  if (converts && g.d.kernel * g.h.reach() > (1 << 20)) return "the window is too large";
  p.block = min(g.w.dst, max<dim_t>(16, 1024 / g.w.stride));
  p.width = g.w.seen(p.block);
  // Whole vectors are written over the row's end.
  const size_t lanes = request.parts_as<pooling_forward_backend>().max.lanes();
  const dim_t written = whole_vectors(min(p.width, g.w.src), lanes);
  p.pitch = div_up(max(p.width, min(max<dim_t>(g.w.left, 0), p.width) + written), g.w.stride);
  const dim_t arrays = g.w.stride > 1 ? 2 : 1;  // staged rows, and the same in phases
  const dim_t wide = max(p.width, whole_line(g, p));
  const dim_t kinds = is_zero(op.workspace) ? 1 : 2;
  // And folded rows, unless they are means, which are written where they belong, or once again.
  const bool is_max = op.head.alg == dnnl_pooling_max;
  const bool is_folded = is_max || op.dst.data_type != dnnl_f32 || g.w.kernel > max_points;
  const dim_t budget = 6144 / (kinds * (arrays + is_max)) / (p.pitch * g.w.stride);
  p.band = clamp<dim_t>(budget, 1, g.h.dst);
  if (converts)
    p.band = clamp((4096 / (wide * g.d.kernel) - g.h.reach()) / g.h.stride + 1, dim_t(1), p.band);
  p.src_rows = g.h.seen(p.band);
  const dim_t seen = g.d.kernel * p.src_rows * wide;
  dim_t channels = 1;
  if (has_large_caches && p.band == g.h.dst && p.block == g.w.dst &&
      channel_step(p.src, g.c) * channel_step(p.dst, g.c) != 0)
    channels = even_part(g.c, min(budget / p.band, converts ? 4096 / seen : budget));
  p.channels = channels;
  p.area = staggered(channels * p.band * p.pitch * g.w.stride + 2 * pooling_slack);
  scratch_layout layout;
  layout.add(p.area * arrays * 4);
  p.folded = layout.add(is_folded ? p.area * 4 : 0);
  p.index = layout.add(p.area * (arrays + 1) * (kinds - 1) * 4);
  p.counts = layout.add(p.block * 4);
  p.converted = layout.add(converts ? (channels * seen + 2 * pooling_slack) * 4 : 0);
  if (layout.size > (dim_t(1) << 22)) return "the window is too large";
  p.scratch = worker_share(size_t(layout.size));
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

// A single column has no stride, and nothing before it is where the padding would be.
bool goes_by_pairs(const geometry &g, bool gains_always, size_t lanes) noexcept {
  const bool is_two_apart = g.w.stride == 2 && g.w.dilate == 1 && g.w.kernel > 1;
  return is_two_apart && g.w.left <= dim_t(gains_always && g.w.src > 1) &&
         g.w.begin(g.w.dst - 1) + g.w.kernel <= g.w.src &&
         g.d.kernel * g.h.kernel * div_up(g.w.kernel, dim_t(2)) <= max_points &&
         (gains_always || g.w.kernel == 2 || lanes >= 16);
}

int list_pairs(const geometry &g, range kd, range kh, dim_t slice, dim_t line, dim_t padding,
               window_point *points) noexcept {
  int count = 0;
  for (dim_t d = kd.begin; d < kd.end; ++d)
    for (dim_t h = kh.begin; h < kh.end; ++h)
      for (dim_t w = 0; w < g.w.kernel; w += 2) {
        const dim_t x = min(w, g.w.kernel - 2);  // the last pair may overlap the one before
        points[count++] = {d * slice + h * g.h.dilate * line + x,
                           int32_t((d * g.h.kernel + h) * g.w.kernel + x),
                           x < padding ? 1.0f : 0.0f};
      }
  return count;
}

}  // namespace dnnlet::drivers::pooling
