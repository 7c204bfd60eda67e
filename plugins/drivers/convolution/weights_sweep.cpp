// SPDX-License-Identifier: Apache-2.0
// The sweep of weights_sweep.h.
//   rows of A are channels of src, read where they are, or aside: in strips of a few, or, of few
//   channels, with those that the next columns of the kernel see, of one, the next rows, too; rows
//   of B are pixels of diff_dst; a tap is a row of pixels; bias is a product with ones
//   src f32, diff_dst of any type that plugins read, in any layout of activation.h; panels and bias
//   f32: disjoint, any alignment
//   pairs of pixels: bf16, diff_dst too
//   scratch of a worker: its taps, rows of diff_dst and of src that are not read where they are,
//   and sums that are rounded or set in order
//   error: one rounding for each product, in an order that only the problem decides: the rows of a
//   part of the pixels of all images, in each of them n, od, oh, ow (of pairs, with few channels,
//   the columns first that see the whole width of the kernel)
#include "plugins/drivers/convolution/weights_sweep.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "plugins/drivers/convolution/weights_runner.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

void panel_runner::add_tap(const chunk &c, dim_t kw, range ow, bool is_first) noexcept {
  const activation &src = p_.src;
  tile_args t = seen(c, kw, ow, is_first);
  t.a_row = ptrdiff_t((src.run == 1 ? src.run_stride : 1) * dim_t(sizeof(float)));
  const char *const a = t.a;
  const dim_t summed = p_.panels.summed, first = task_.group * summed;
  const dim_t end = has_large_caches ? task_.channel + task_.channels : summed;
  for (dim_t ic = has_large_caches ? task_.channel : 0; ic < end;) {
    // Rows of A are as far apart as neighbouring channels: up to the end of a run.
    const dim_t left = src.run == 1 ? summed : src.run - (first + ic) % src.run;
    const dim_t count = min(left, end - ic);
    t.a = a + src.channel(first + ic) * dim_t(sizeof(float));
    t.c = c_ + (kw * summed + ic) * p_.panels.columns;
    t.start = is_first ? nullptr : t.c;
    add_rows(t, count);
    ic += count;
  }
}

// Neighbouring columns of the kernel see neighbouring pixels: where an output sees all of them,
// they are rows of A as channels are. What is left at the edges, of pairs, is added column by
// column.
void panel_runner::add_merged(const chunk &c, bool is_first) noexcept {
  const range first = seeing(c, 0), last = seeing(c, p_.z.kw - 1);
  const range all = {first.begin, max(first.begin, min(first.end, last.end))};
  tile_args t = seen(c, 0, all, is_first);
  t.a_row = sizeof(float);
  t.c = c_;
  t.start = is_first ? nullptr : t.c;
  run_panel(tiles_, size_t(cut_.lanes), t, size_t(p_.z.kw * p_.z.ic));
  for (dim_t kw = 0; has_large_caches && kw < p_.z.kw; ++kw) {
    const range ow = seeing(c, kw);
    const range left = {ow.begin, min(ow.end, all.begin)};
    const range right = {max(ow.begin, max(all.end, left.end)), ow.end};
    for (const range edge : {left, right})
      if (edge.begin < edge.end) add_tap(c, kw, edge, false);
  }
}

// What was read aside: strips, or all taps along w of a line, which are rows of A together.
void panel_runner::add_aside(const chunk &c, bool is_first) noexcept {
  const dim_t strip = cut_.strip, columns = p_.panels.columns, kw = p_.z.kw;
  tile_args t = common(c, tap_count_, {c.w, c.w + c.width}, is_first);
  const bool in_planes = cut_.in_planes;
  t.a_row = ptrdiff_t(in_planes ? cut_.pixels * dim_t(sizeof(float)) : sizeof(float));
  t.a_step = ptrdiff_t(step_w() * (in_planes ? 1 : strip) * dim_t(sizeof(float)));
  const auto run = [&](const float *a, dim_t row, dim_t rows) {
    t.a = reinterpret_cast<const char *>(a);
    t.c = c_ + row * columns;
    t.start = is_first ? nullptr : t.c;
    add_rows(t, rows);
  };
  if (in_planes) {
    for (dim_t k = 0, rows = cut_.rows_together(p_.z); k < kw; ++k) run(aside_ + k, k * rows, rows);
    return;
  }
  if (!cut_.in_strips()) return run(aside_, 0, kw * strip);
  for (dim_t ic = 0; ic < task_.channels; ic += strip)
    for (dim_t k = 0; k < kw; ++k)
      run(aside_ + ic / strip * cut_.strip_size() + k * p_.z.dilate_w * strip,
          k * p_.panels.summed + task_.channel + ic, min(strip, task_.channels - ic));
}

void panel_runner::add(const chunk &c, float *sums, bool is_first) noexcept {
  // Tiles multiply whole vectors: what is behind the last channels must not be subnormal, which
  // takes CPUs a hundred times as long. Readers leave it as it is.
  if (!in_place_ && is_first && columns_ % cut_.lanes != 0)
    std::memset(pixels_, 0, size_t(c.rows * c.width * p_.panels.columns) * sizeof(float));
  if (!in_place_) read_pixels_of(c);
  const dim_t kernel_rows = in_columns() ? 1 : cut_.kernel_rows;  // that are added one by one
  for (dim_t i = 0; i < kernel_rows; ++i) {
    kd_ = (task_.kernel_row + i) / p_.z.kh;
    kh_ = (task_.kernel_row + i) % p_.z.kh;
    c_ = sums + i * p_.z.kw * p_.panels.summed * p_.panels.columns;
    tap_count_ = list_taps(c);
    if (reads_aside())
      add_aside(c, is_first);
    else if (cut_.merges_w)
      add_merged(c, is_first);
    else
      for (dim_t kw = 0; kw < p_.z.kw; ++kw) add_tap(c, kw, seeing(c, kw), is_first);
  }
  if (bias_) add_bias(c);
}

void panel_runner::add_panels(const chunk &c, float *panels, bool is_first) noexcept {
  const panel_shape &s = p_.panels;
  in_place_ =
      cut_.reads_in_place && (!keeps_end_ || c.row + c.rows < cut_.rows || c.w + c.width < p_.z.ow);
  kd_ = task_.kernel_row / p_.z.kh;
  if (reads_aside())
    aside_reader{
        *parts_.backend, p_,        cut_, src_, kd_, task_.group * s.summed + task_.channel,
        task_.channels,  has_edges_}
        .read(c, aside_);
  const dim_t end = task_.panel + (has_large_caches ? task_.panels : 1);
  for (dim_t panel = task_.panel; panel < end; ++panel) {
    columns_ = min(s.columns, s.width - panel * s.columns);
    first_oc_ = task_.group * s.width + panel * s.columns;
    const dim_t i = panel - task_.panel;
    bias_ = has_bias_ ? bias_sums_ + i * cut_.bias_sums() * s.columns : nullptr;
    add(c,
        cut_.narrows   ? sums_
        : in_columns() ? sums_ + i * sums_in_columns()
                       : panels + i * s.panel_size(),
        is_first);
  }
}

void panel_runner::run(const weights_task &t, const chunk &all, float *panels,
                       float *bias) noexcept {
  const panel_shape &s = p_.panels;
  task_ = t;
  has_bias_ = bias && !(in_columns() && cut_.has_ones) && t.kernel_row + t.channel == 0;
  if (has_bias_)
    std::memset(bias_sums_, 0, size_t(cut_.bias_sums() * t.panels * s.columns) * sizeof(float));
  // What lines of src leave of them: beside src zeros, which whole rows find there again.
  if (in_columns())
    std::fill_n(aside_, cut_.lines * cut_.pixels * cut_.strip, cut_.has_ones ? 1.0f : 0.0f);
  const dim_t end_column = min((t.panel + t.panels) * s.columns, s.width);
  keeps_end_ = has_large_caches && cut_.reads_in_place && end_column % cut_.lanes != 0;
  const dim_t row_size = p_.z.kw * s.summed * s.columns;
  const dim_t at = (t.group * s.panels + t.panel) * s.panel_size() + t.kernel_row * row_size;
  const dim_t end = pixels_at_end(p_, cut_.lanes);
  bool is_first = true;
  for (chunk c = all; c.row < all.row + all.rows; c.row += c.rows) {
    c.rows = min(rows_at_once(p_), all.row + all.rows - c.row);
    if (keeps_end_ && c.row + c.rows == cut_.rows && c.rows > 1) --c.rows;
    for (c.w = all.w; c.w < all.w + all.width; c.w += c.width) {
      c.width = min(cut_.width, all.w + all.width - c.w);
      const dim_t before_end = p_.z.ow - c.w - end;
      if (keeps_end_ && c.row + c.rows == cut_.rows && before_end > 0)
        c.width = min(c.width, before_end);
      if (has_large_caches) {
        look_ahead_of(c, all);
        has_edges_ = !in_columns() || c.width < all.width || (is_first && cut_.has_ones);
      }
      add_panels(c, panels + at, is_first);
      is_first = false;
    }
  }
  if (has_bias_) add_up_bias(t, bias);
  for (dim_t panel = 0; in_columns() && panel < t.panels; ++panel)
    set_in_order(t, panel, panels + at + panel * s.panel_size(), bias);
  if (!cut_.narrows) return;
  const bool cuts = has_large_caches && t.channels < s.summed;  // one row of one tap
  const dim_t first = cuts ? t.channel * s.columns : 0;
  parts_.backend->rows->store(p_.narrow_to, narrow_, size_t(at + first), sums_ + first,
                              size_t(cuts ? t.channels * s.columns : cut_.kernel_rows * row_size));
}

// From columns of the kernel, and ones, to its rows.
void panel_runner::set_in_order(const weights_task &t, dim_t panel, float *to,
                                float *bias) const noexcept {
  const panel_shape &s = p_.panels;
  const dim_t pixel = p_.z.ic * s.columns, ones = cut_.has_ones ? s.columns : 0;
  const float *from = sums_ + panel * sums_in_columns();
  for (dim_t kw = 0; kw < p_.z.kw; ++kw, from += ones)
    for (dim_t kh = 0; kh < p_.z.kh; ++kh, from += pixel)
      std::memcpy(to + (kh * p_.z.kw + kw) * pixel, from, size_t(pixel) * sizeof(float));
  if (!bias || !cut_.has_ones) return;
  const dim_t first = (t.panel + panel) * s.columns;
  std::memcpy(bias + first, from - s.columns,
              size_t(min(s.columns, s.width - first)) * sizeof(float));
}

namespace {

// Part `i` of all pixels: rows, or, where there is but one row, a piece of it.
chunk part_of(const weights_sweep &s, const weights_cut &c, dim_t i) noexcept {
  if (c.rows >= c.parts) {
    const dim_t begin = c.rows * i / c.parts;
    return {begin, c.rows * (i + 1) / c.parts - begin, 0, s.z.ow};
  }
  const dim_t begin = s.z.ow * i / c.parts;
  return {0, c.rows, begin, s.z.ow * (i + 1) / c.parts - begin};
}

}  // namespace

void run_sweep(const run_context &context, const weights_sweep &s, const weights_cut &c,
               const weights_tensors &tensors, char *scratch) noexcept {
  const panel_shape &p = s.panels;
  const dim_t steps = s.z.kd * s.z.kh / c.kernel_rows;
  const weights_share each =
      share_of(s, c, context.parts_as<gemm_parts>().tiles(), context.workers.size);
  const dim_t panel_tasks = has_large_caches ? div_up(p.panels, each.panels) : p.panels;
  const dim_t blocks = has_large_caches ? div_up(p.summed, each.channels) : 1;
  parallel_for(context.workers, c.parts * p.batch * panel_tasks * blocks * steps,
               [&](int64_t item, int worker) {
                 weights_task t;
                 t.kernel_row = take(item, steps) * c.kernel_rows;
                 t.channel = take(item, blocks) * each.channels;
                 t.channels = min(each.channels, p.summed - t.channel);
                 t.panel = take(item, panel_tasks) * each.panels;
                 t.panels = min(each.panels, p.panels - t.panel);
                 t.group = take(item, p.batch);
                 const dim_t part = item;
                 panel_runner runner(context.parts_as<gemm_parts>(), s, c, tensors,
                                     scratch + size_t(worker) * c.bytes);
                 runner.run(t, part_of(s, c, part), tensors.panels + part * p.size(),
                            tensors.bias ? tensors.bias + part * s.z.oc : nullptr);
                 release_unit(context.parts_as<gemm_parts>().tiles());
               });
}

}  // namespace dnnlet::drivers
