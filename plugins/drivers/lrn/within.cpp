// SPDX-License-Identifier: Apache-2.0
// lrn_within; five facts: plugins/kernels/lrn/lrn_forward.cpp,
// plugins/kernels/lrn/lrn_backward.cpp.
//
// Rows are columns of some channels side by side; the sum over a window is that of rows first, and
// then of columns. Forward, an item is a row; backward, it is a plane (all rows) of some channels,
// whose terms are all made before they are summed. Of types other than f32, an item is always a
// plane: src is converted once, and so are the results, in a copy of theirs.
#include "plugins/drivers/lrn/within.h"

#include <initializer_list>

#include "plugins/drivers/fold/window.h"
#include "plugins/drivers/lrn/lrn.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace lrn {

namespace {

struct within_plan {
  dim_t chunk;     // channels of an item
  dim_t margin;    // zeros before and after the columns of a row
  dim_t pitch;     // of a row in scratch memory, with both margins
  dim_t rows;      // that forward items have
  size_t scratch;  // of a worker
};

// Channels of an item: 64 are more columns that lie side by side than fewer (backward, nhwc, 1.2
// times as fast as 16, bf16 twice), if a cache holds `rows` of them and all workers have some.
dim_t chunk_of(const plan_request &request, const sizes &s, dim_t run, dim_t rows) noexcept {
  const dim_t most = (1 << 18) / (rows * (s.w + 2 * s.half));
  dim_t chunk = min<dim_t>(run, 64);
  while (chunk > 16 && (chunk > most || s.n * div_up(s.c, chunk) < request.max_workers))
    chunk = max<dim_t>(chunk / 2, 16);
  return chunk;
}

refusal plan_within(plan_request &request, bool is_forward) noexcept {
  const auto &op = request.problem<lrn_op>();
  if (const refusal reason = check(request, dnnl_lrn_within_channel)) return reason;
  const sizes s(op);
  const activation src = layout_of(op.src);
  for (const memory_desc *md : {&op.src, &op.dst, &op.diff_src, &op.diff_dst}) {
    if (is_zero(*md)) continue;
    const activation a = layout_of(*md);
    if (a.run != src.run) return "layouts differ";
    if (a.run == 1 && a.w != 1 && s.w > 1) return "columns do not lie side by side";
  }
  auto &p = request.make_plan<within_plan, lrn_op>();
  // A row of sums of rows, and one of sums; src. Backward, a row of diff_dst, a plane of terms, and
  // diff_src too.
  const dim_t plane = s.d * s.h;
  const bool converts_src = op.src.data_type != dnnl_f32;
  const bool converts_diff = !is_forward && op.diff_src.data_type != dnnl_f32;
  p.rows = converts_src ? plane : 1;
  const dim_t planes = converts_src + converts_diff + !is_forward;
  const dim_t rows = 3 + planes * plane;
  p.chunk = min<dim_t>(src.run, is_forward ? 64 : 16);
  if (has_large_caches && !is_forward) p.chunk = chunk_of(request, s, src.run, rows);
  p.margin = s.half * p.chunk;
  p.pitch = s.w * p.chunk + 2 * p.margin;
  if (p.pitch > (1 << 21) / rows) return "planes are too large";
  p.scratch = worker_share(size_t(rows * p.pitch) * 4);
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

// Rows of some channels of an image: of a tensor, or in scratch memory.
struct image_rows {
  const float *data;  // column 0 of row 0
  dim_t d, h, column;

  const float *row(dim_t id, dim_t ih) const noexcept { return data + id * d + ih * h; }
};

class within {
 public:
  within(const run_context &context, const row_backend &rows) noexcept
      : op(context.problem<lrn_op>()),
        s(op),
        plan(context.plan_as<within_plan, lrn_op>()),
        src(tensor_of(context, DNNL_ARG_SRC, op.src)),
        rows_(rows),
        per_run_(div_up(src.layout.run, plan.chunk)) {}

  dim_t chunks() const noexcept { return div_up(s.c, src.layout.run) * per_run_; }
  // The first channel of a chunk, and how many there are: none where a run is not full.
  dim_t first(dim_t chunk) const noexcept {
    return chunk / per_run_ * src.layout.run + chunk % per_run_ * plan.chunk;
  }
  dim_t count(dim_t chunk) const noexcept {
    const dim_t run_end = (chunk / per_run_ + 1) * src.layout.run;
    return min(min(plan.chunk, run_end - first(chunk)), s.c - first(chunk));
  }
  // The rows of some channels of a tensor of f32, and dense ones.
  image_rows rows_of(const tensor &t, dim_t n, dim_t c) const noexcept {
    return {t.f32(t.layout.at(n, 0, 0, 0, c)), t.layout.d, t.layout.h, column_of(t)};
  }
  image_rows dense_rows(const float *data, dim_t count) const noexcept {
    return {data, s.h * s.w * count, s.w * count, count};
  }
  // A row of `count` channels from c on, to a dense row and back.
  void load_row(const tensor &t, dim_t n, dim_t c, dim_t count, dim_t id, dim_t ih,
                float *to) const noexcept {
    const dim_t at = t.layout.at(n, id, ih, 0, c), step = column_of(t);
    for_each_column(step == count, count, [&](dim_t i, dim_t column, dim_t elements) {
      rows_.load(t.type, t.data, size_t(at + column * step), to + i, size_t(elements));
    });
  }
  void store_row(const float *from, const tensor &t, dim_t n, dim_t c, dim_t count, dim_t id,
                 dim_t ih) const noexcept {
    const dim_t at = t.layout.at(n, id, ih, 0, c), step = column_of(t);
    for_each_column(step == count, count, [&](dim_t i, dim_t column, dim_t elements) {
      rows_.store(t.type, t.data, size_t(at + column * step), from + i, size_t(elements));
    });
  }
  // src as f32: where it is, or in `buffer`.
  image_rows read_src(dim_t n, dim_t c, dim_t count, float *buffer) const noexcept {
    if (src.is_f32()) return rows_of(src, n, c);
    for (dim_t id = 0; id < s.d; ++id)
      for (dim_t ih = 0; ih < s.h; ++ih)
        load_row(src, n, c, count, id, ih, buffer + (id * s.h + ih) * s.w * count);
    return dense_rows(buffer, count);
  }

  // columns[i * n + j] = the fold over the rows of the window of column i, channel j, of the row
  // (id, ih) of x; `rows`, whose columns it answers, has room for a row with margins, which are 0.
  float *sum_rows(const window_fold &over_rows, const image_rows &x, dim_t id, dim_t ih, dim_t n,
                  float *rows) const noexcept {
    float *columns = rows + plan.margin;
    for (dim_t i = 0; i < plan.margin; ++i) columns[i - plan.margin] = columns[s.w * n + i] = 0;
    window_folder row_folder(over_rows);
    window_run &run = row_folder.run();
    const bool is_dense = x.column == n;
    run.first = true;
    run.n = is_dense ? s.w * n : n;
    run.outputs = is_dense ? 1 : s.w;
    run.src_step = x.column;
    run.dst_step = n;
    run.src = x.data;
    run.dst = columns;
    for (dim_t d = max(id - s.half, dim_t(0)); d <= min(id + s.half, s.d - 1); ++d)
      for (dim_t h = max(ih - s.half, dim_t(0)); h <= min(ih + s.half, s.h - 1); ++h)
        row_folder.add(x.row(d, h) - x.data, 0);
    row_folder.finish();
    return columns;
  }
  // sums[i * n + j] = the fold over the whole window.
  void sum_row(const window_fold &over_rows, const window_fold &over_columns, const image_rows &x,
               dim_t id, dim_t ih, dim_t n, float *rows, float *sums) const noexcept {
    const float *columns = sum_rows(over_rows, x, id, ih, n, rows);
    window_folder column_folder(over_columns);
    window_run &run = column_folder.run();
    run.first = true;
    run.n = s.w * n;
    run.outputs = 1;
    run.src = columns;
    run.dst = sums;
    for (dim_t i = -s.half; i <= s.half; ++i) column_folder.add(i * n, 0);
    column_folder.finish();
  }

  // Calls body(offset in a dense row of n channels, column, elements) for the columns that lie side
  // by side in all of the layouts.
  template <class Body>
  void for_each_column(bool is_dense, dim_t n, const Body &body) const noexcept {
    if (is_dense) return body(dim_t(0), dim_t(0), s.w * n);
    for (dim_t i = 0; i < s.w; ++i) body(i * n, i, n);
  }

  const lrn_op &op;
  const sizes s;
  const within_plan &plan;
  const tensor src;

 private:
  static dim_t column_of(const tensor &t) noexcept { return t.layout.run == 1 ? 1 : t.layout.w; }

  const row_backend &rows_;
  const dim_t per_run_;
};

}  // namespace

}  // namespace lrn

refusal plan_lrn_within_forward(plan_request &request) {
  return lrn::plan_within(request, true);
}
refusal plan_lrn_within_backward(plan_request &request) {
  return lrn::plan_within(request, false);
}

void run_lrn_within_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<lrn_forward_backend>();
  const lrn::within of(context, backend.rows);
  const lrn::sizes &s = of.s;
  const lrn::tensor dst = lrn::tensor_of(context, DNNL_ARG_DST, of.op.dst);
  const lrn_parameters parameters = lrn::parameters_of(of.op);
  const dim_t items = s.n * of.chunks() * (s.d * s.h / of.plan.rows);
  parallel_for(context.workers, items, [&](int64_t item, int worker) {
    float *rows = reinterpret_cast<float *>(context.scratchpad + size_t(worker) * of.plan.scratch);
    float *sums = rows + of.plan.pitch, *plane = sums + of.plan.pitch;
    const dim_t first = lrn::take(item, s.d * s.h / of.plan.rows) * of.plan.rows;
    const dim_t chunk = lrn::take(item, of.chunks()), c = of.first(chunk), n = of.count(chunk);
    if (n <= 0) return;
    const lrn::image_rows x = of.read_src(item, c, n, plane);
    const lrn::image_rows y = dst.is_f32() ? of.rows_of(dst, item, c) : of.dense_rows(sums, n);
    for (dim_t row = first; row < first + of.plan.rows; ++row) {
      const dim_t id = row / s.h, ih = row % s.h;
      of.sum_row(backend.sum_of_squares, backend.sum, x, id, ih, n, rows, sums);
      float *to = dst.is_f32() ? const_cast<float *>(y.row(id, ih)) : sums;
      of.for_each_column(x.column == n && y.column == n, n,
                         [&](dim_t i, dim_t column, dim_t count) {
                           backend.scale(parameters, x.row(id, ih) + column * x.column, sums + i,
                                         count, to + column * y.column);
                         });
      if (!dst.is_f32()) of.store_row(sums, dst, item, c, n, id, ih);
    }
  });
}

void run_lrn_within_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<lrn_backward_backend>();
  const lrn::within of(context, backend.rows);
  const lrn::sizes &s = of.s;
  const lrn::tensor diff_dst = lrn::tensor_of(context, DNNL_ARG_DIFF_DST, of.op.diff_dst);
  const lrn::tensor diff_src = lrn::tensor_of(context, DNNL_ARG_DIFF_SRC, of.op.diff_src);
  const lrn_parameters parameters = lrn::parameters_of(of.op);
  const float factor = 2 * parameters.weight * parameters.beta;
  const bool has_columns = backend.gradient_columns && s.half == 2 && parameters.beta == 0.75f;
  parallel_for(context.workers, s.n * of.chunks(), [&](int64_t item, int worker) {
    float *rows = reinterpret_cast<float *>(context.scratchpad + size_t(worker) * of.plan.scratch);
    float *sums = rows + of.plan.pitch, *diff_row = sums + of.plan.pitch;
    float *terms = diff_row + of.plan.pitch, *next = terms + s.d * s.h * of.plan.pitch;
    const dim_t chunk = lrn::take(item, of.chunks()), c = of.first(chunk), n = of.count(chunk);
    if (n <= 0) return;
    const lrn::image_rows x = of.read_src(item, c, n, next);
    if (!of.src.is_f32()) next += s.d * s.h * of.plan.pitch;
    const bool converts_diff = !diff_dst.is_f32();
    const lrn::image_rows diff =
        converts_diff ? of.dense_rows(diff_row, n) : of.rows_of(diff_dst, item, c);
    const lrn::image_rows y =
        diff_src.is_f32() ? of.rows_of(diff_src, item, c) : of.dense_rows(next, n);
    const lrn::image_rows b = of.dense_rows(terms, n);
    const auto columns_at = [&](dim_t id, dim_t ih, bool is_dense, const float *row_sums) {
      const dim_t all = is_dense ? s.w * n : n;
      return lrn_columns{x.row(id, ih), row_sums, const_cast<float *>(y.row(id, ih)),
                         x.column,      y.column, n,
                         s.w * n / all, all};
    };
    const bool has_rows = has_large_caches && has_columns && backend.gradient_rows && s.d == 1 &&
                          n % backend.lanes == 0;
    const auto rows_at = [&](const lrn::image_rows &summed, dim_t ih) {
      const dim_t first = max(ih - s.half, dim_t(0)), last = min(ih + s.half, s.h - 1);
      return lrn_rows{x.row(0, ih),
                      summed.row(0, first),
                      const_cast<float *>(y.row(0, ih)),
                      x.column,
                      y.column,
                      summed.column,
                      summed.h,
                      last - first + 1,
                      s.w,
                      n};
    };
    for (dim_t id = 0; id < s.d; ++id)
      for (dim_t ih = 0; ih < s.h; ++ih) {
        if (converts_diff) of.load_row(diff_dst, item, c, n, id, ih, diff_row);
        const float *from = converts_diff ? diff_row : diff.row(id, ih);
        float *a_row = const_cast<float *>(y.row(id, ih)), *b_row = terms + (b.row(id, ih) - terms);
        if (has_rows) {
          backend.gradient_rows(parameters, rows_at(x, ih), from, diff.column, b_row);
          continue;
        }
        if (has_columns) {
          const float *row_sums = of.sum_rows(backend.sum_of_squares, x, id, ih, n, rows);
          const bool is_dense = x.column == n && diff.column == n && y.column == n;
          backend.gradient_columns(parameters, columns_at(id, ih, is_dense, row_sums), from,
                                   diff.column, b_row);
          continue;
        }
        of.sum_row(backend.sum_of_squares, backend.sum, x, id, ih, n, rows, sums);
        of.for_each_column(x.column == n && diff.column == n && y.column == n, n,
                           [&](dim_t i, dim_t column, dim_t count) {
                             backend.gradient(parameters, x.row(id, ih) + column * x.column,
                                              from + column * diff.column, sums + i, count,
                                              a_row + column * y.column, b_row + i);
                           });
      }
    for (dim_t id = 0; id < s.d; ++id)
      for (dim_t ih = 0; ih < s.h; ++ih) {
        float *to = const_cast<float *>(y.row(id, ih));
        const bool is_dense = x.column == n && y.column == n;
        if (has_rows) {
          backend.combine_rows(factor, rows_at(b, ih));
        } else if (has_columns) {
          const float *row_sums = of.sum_rows(backend.sum, b, id, ih, n, rows);
          backend.combine_columns(factor, columns_at(id, ih, is_dense, row_sums));
        } else {
          of.sum_row(backend.sum, backend.sum, b, id, ih, n, rows, sums);
          of.for_each_column(is_dense, n, [&](dim_t i, dim_t column, dim_t count) {
            backend.combine(factor, x.row(id, ih) + column * x.column, to + column * y.column,
                            sums + i, count, to + column * y.column);
          });
        }
        if (!diff_src.is_f32()) of.store_row(to, diff_src, item, c, n, id, ih);
      }
  });
}

}  // namespace dnnlet::drivers
