// SPDX-License-Identifier: Apache-2.0
// pool_max_blocks; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// diff_src is cut into cells of as many elements as windows are apart: the elements of a cell lie
// in its own window, in the one before, and in those above the two, since no window has more than
// two cells of a row, or of a column. An item is a block of channels, of which all may be one, or a
// part where workers are many: its cells are computed in order, from four vectors of numbers and of
// indices each, which is one pass over all memory; pool_channels, which reads numbers and indices
// for each element anew, takes 1.2 to 2.4 times as long.
// Elements meet windows in the order of pool_max_planes.
#include "plugins/drivers/pooling/backward.h"
#include "plugins/drivers/pooling/channels_backward.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

// Cells of an axis that are alike: they have a window of their own, the one before has elements of
// them, and these of their elements lie inside.
struct stretch {
  range cells;
  bool has_own, has_before;
  range inside;

  bool is_like(const stretch &s) const noexcept {
    return has_own == s.has_own && has_before == s.has_before && inside.begin == s.inside.begin &&
           inside.end == s.inside.end;
  }
};

// All cells of an axis. Cells differ where the first window, or the last one, and src begin or end.
struct stretches {
  static constexpr int most = 6;
  stretch list[most];
  int count = 0;

  explicit stretches(const axis &a) noexcept {
    const dim_t begin = a.left / a.stride, end = div_up(a.src + a.left, a.stride);
    for (dim_t i = begin, next; i < end; i = next) {
      next = end;
      for (const dim_t other : {begin + 1, dim_t(1), a.dst, a.dst + 1, end - 1})
        if (i < other) next = min(next, other);
      const dim_t first = a.left - i * a.stride;  // of src
      const stretch s = {{i, next},
                         i < a.dst,
                         a.stride < a.kernel && 0 < i && i <= a.dst,
                         {max<dim_t>(first, 0), min(a.stride, first + a.src)}};
      if (count > 0 && s.is_like(list[count - 1]))
        list[count - 1].cells.end = next;
      else
        list[count++] = s;
    }
  }
  // At most, of all kinds.
  dim_t elements(const axis &a) const noexcept { return count * a.stride; }
};

constexpr dim_t max_elements = 256;  // of all kinds of cells

struct max_blocks_plan {
  activation src, dst;
  dim_t chunk;  // channels of an item
};

bool fits_cells(const axis &a) noexcept {
  return a.left >= 0 && a.dilate == 1 && a.kernel <= 2 * a.stride;
}

refusal plan_max_blocks(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<max_blocks_plan, pooling_op>();
  if (op.head.alg != dnnl_pooling_max) return "it is not the maximum";
  if (request.attr->deterministic) return "sums are not in the order of plugins with single lanes";
  if (const refusal reason = check_backward(request, p.src, p.dst)) return reason;
  if (op.src.data_type != dnnl_f32 || op.dst.data_type != dnnl_f32) return "a type is not f32";
  const geometry g(op);
  if (g.d.src != 1 || g.d.dst != 1 || g.d.kernel != 1) return "windows have a depth";
  if (g.points() > max_points || op.workspace.data_type != dnnl_u8)
    return "the window has too many points";
  if (g.h.stride == 1 && g.w.stride == 1) return "windows are one element apart";
  if (!fits_cells(g.h) || !fits_cells(g.w)) return "windows have elements of more than two cells";
  if (stretches(g.h).elements(g.h) * stretches(g.w).elements(g.w) > max_elements)
    return "windows are too far apart";
  const dim_t run = p.src.run;
  if (run % 8 != 0 || run != p.dst.run || g.c % run != 0)
    return "channels do not lie in whole eights";
  const dim_t parts = div_up(dim_t(request.max_workers), g.n * (g.c / run));
  p.chunk = min(run, round_up(div_up(run, parts), dim_t(16)));
  return accepted;
}

class max_blocks_backward {
 public:
  max_blocks_backward(const run_context &context, const pooling_backward_backend &backend) noexcept
      : t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<max_blocks_plan, pooling_op>()),
        gather_(backend.gather_cells),
        chunks_{g_.c, p_.src.run, p_.chunk},
        rows_(g_.h),
        columns_(g_.w),
        is_two_by_two_(g_.h.stride == 2 && g_.w.stride == 2 && g_.h.kernel <= 3 &&
                       g_.w.kernel <= 3) {
    cell_element *to = elements_;
    for (int h = 0; h < rows_.count; ++h)
      for (int w = 0; w < columns_.count; ++w)
        to = describe(rows_.list[h], columns_.list[w], to, runs_[h][w]);
  }

  dim_t items() const noexcept { return g_.n * chunks_.count(); }

  void run(dim_t item) const noexcept {
    const range channels = chunks_.at(take(item, chunks_.count()));
    const dim_t from = p_.dst.at(item, 0, 0, 0, channels.begin);
    const auto *src = reinterpret_cast<const float *>(t_.dst) + from;
    const auto *index = reinterpret_cast<const uint8_t *>(t_.index) + from;
    float *dst = reinterpret_cast<float *>(t_.src) + p_.src.at(item, 0, 0, 0, channels.begin);
    for (int h = 0; h < rows_.count; ++h)
      for (dim_t row = rows_.list[h].cells.begin; row < rows_.list[h].cells.end; ++row)
        for (int w = 0; w < columns_.count; ++w) {
          cell_run r = runs_[h][w];
          const dim_t column = columns_.list[w].cells.begin;
          const dim_t at = min(row, g_.h.dst - 1) * p_.dst.h + min(column, g_.w.dst - 1) * p_.dst.w;
          r.n = channels.count();
          r.src = src + at;
          r.index = index + at;
          r.dst = dst;
          r.to = g_.h.begin(row) * p_.src.h + g_.w.begin(column) * p_.src.w;
          gather_(r);
        }
  }

 private:
  // Writes the list of the elements of such cells; answers its end. Of two rows of two elements,
  // those outside are written over by those next to them, or are these once more.
  cell_element *describe(const stretch &rows, const stretch &columns, cell_element *to,
                         cell_run &r) const noexcept {
    r = {};
    r.elements = to;
    r.above = rows.has_own && rows.has_before ? -p_.dst.h : 0;
    r.before = columns.has_own && columns.has_before ? -p_.dst.w : 0;
    r.cells = columns.cells.count();
    r.src_step = columns.has_own ? p_.dst.w : 0;
    r.dst_step = g_.w.stride * p_.src.w;
    r.cell = !is_two_by_two_             ? cell_run::others
             : (r.above | r.before) != 0 ? cell_run::nines
                                         : cell_run::fours;
    const range two = {0, 2}, hs = is_two_by_two_ ? two : rows.inside,
                ws = is_two_by_two_ ? two : columns.inside;
    for (dim_t i = hs.begin; i < hs.end; ++i)
      for (dim_t j = ws.begin; j < ws.end; ++j, ++to) {
        const dim_t h = clamp(i, rows.inside.begin, rows.inside.end - 1);
        const dim_t w = clamp(j, columns.inside.begin, columns.inside.end - 1);
        *to = {h * p_.src.h + w * p_.src.w,
               {cell_element::none, cell_element::none, cell_element::none, cell_element::none},
               {}};
        int count = 0;
        for (int window = 0; window < 4; ++window) {
          const bool is_above = window < 2, is_before = window % 2 == 0;
          const dim_t kh = point(g_.h, rows, h, is_above), kw = point(g_.w, columns, w, is_before);
          if (kh < 0 || kw < 0) continue;
          const int place = is_two_by_two_ ? window : count++;
          to->k[place] = int32_t(kh * g_.w.kernel + kw);
          to->from[place] = is_above * r.above + is_before * r.before;
        }
      }
    r.end = to;
    return to;
  }
  // Of an element of a cell in its own window, or in the one before. Cells that have none of their
  // own take the one before for it.
  static dim_t point(const axis &a, const stretch &s, dim_t i, bool is_before) noexcept {
    const dim_t k = is_before || !s.has_own ? i + a.stride : i;
    const bool has = is_before ? s.has_own && s.has_before : s.has_own || s.has_before;
    return has && k < a.kernel ? k : -1;
  }

  const backward_tensors t_;
  const geometry g_;
  const max_blocks_plan &p_;
  void (*const gather_)(const cell_run &);
  const channel_chunks chunks_;
  const stretches rows_, columns_;
  const bool is_two_by_two_;  // elements of a cell, of which one row and column at most meet others
  cell_run runs_[stretches::most][stretches::most];  // of an image
  cell_element elements_[max_elements];
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_max_blocks_backward(plan_request &request) {
  return pooling::plan_max_blocks(request);
}

void run_pooling_max_blocks_backward(const run_context &context) noexcept {
  const pooling::max_blocks_backward backward(context,
                                              context.parts_as<pooling_backward_backend>());
  parallel_for(context.workers, backward.items(), [&](int64_t item, int) { backward.run(item); });
}

}  // namespace dnnlet::drivers
