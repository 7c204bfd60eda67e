// SPDX-License-Identifier: Apache-2.0
// lrn_across_planes; five facts: plugins/kernels/lrn/lrn_forward.cpp,
// plugins/kernels/lrn/lrn_backward.cpp.
//
// An item is a run of pixels of all channels, which are worked on in blocks, so that the rows of a
// block stay in the cache. f32 is read and written where it is; rows of other types are converted.
#include <initializer_list>

#include "plugins/drivers/fold/window.h"
#include "plugins/drivers/lrn/across.h"
#include "plugins/drivers/lrn/lrn.h"

namespace dnnlet::drivers {

namespace lrn {

namespace {

struct planes_plan {
  dim_t rows;    // rows of pixels in a channel: one, unless there are gaps between them
  dim_t length;  // of a row
  dim_t chunk;   // pixels of an item
  dim_t block;   // channels that are worked on at a time
  dim_t seen;    // channels of src that a block sees, at most
  size_t array;  // bytes of an array of `seen` rows
  size_t scratch;
};

// A block of channels [begin, end), and those that it sees at a distance.
struct channel_range {
  dim_t begin, end;
  dim_t count() const noexcept { return end - begin; }
  channel_range widened(dim_t by, dim_t channels) const noexcept {
    return {max<dim_t>(begin - by, 0), min(end + by, channels)};
  }
};

// Rows of pixels, one for each channel from `first` on.
struct channel_rows {
  float *data;
  dim_t first, pitch;
  float *at(dim_t c) const noexcept { return data + (c - first) * pitch; }
};

refusal plan_planes(plan_request &request, dim_t reach, int arrays) noexcept {
  const auto &op = request.problem<lrn_op>();
  if (const refusal reason = check(request, dnnl_lrn_across_channels)) return reason;
  const sizes s(op);
  auto &p = request.make_plan<planes_plan, lrn_op>();
  bool is_dense = true;
  for (const memory_desc *md : {&op.src, &op.dst, &op.diff_src, &op.diff_dst}) {
    if (is_zero(*md)) continue;
    const activation a = layout_of(*md);
    if (a.run != 1 && s.c > 1) return "channels lie side by side";
    if (a.w != 1 && s.w > 1) return "pixels do not lie side by side";
    is_dense = is_dense && pixels_are_dense(a, s);
  }
  p.rows = is_dense ? 1 : s.d * s.h;
  p.length = is_dense ? s.pixels() : s.w;
  p.block = min(s.c, max<dim_t>(16, 2 * reach));
  p.seen = min(s.c, p.block + 2 * reach);
  p.chunk = min(p.length, clamp<dim_t>(8192 / p.seen / 16 * 16, 16, 256));
  if (p.seen > (dim_t(1) << 20) / (p.chunk * arrays)) return "the window is too large";
  p.array = round_up(size_t(p.seen * p.chunk) * 4, data_alignment) + 640;
  p.scratch = p.array * size_t(arrays);
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

// A run of pixels.
class pixel_run {
 public:
  pixel_run(const row_backend &rows, const sizes &s, const planes_plan &plan, dim_t item) noexcept
      : rows_(rows), s_(s), plan_(plan) {
    first_ = take(item, div_up(plan.length, plan.chunk)) * plan.chunk;
    row_ = take(item, plan.rows);
    n_ = item;
    count_ = min(plan.chunk, plan.length - first_);
  }

  dim_t count() const noexcept { return count_; }
  dim_t at(const tensor &t, dim_t c) const noexcept {
    return t.layout.at(n_, row_ / s_.h, row_ % s_.h, first_, c);
  }

  // The rows of these channels as f32: where they are, or in `buffer`.
  channel_rows read(const tensor &from, const channel_range &c, float *buffer) const noexcept {
    if (from.is_f32()) return {from.f32(at(from, c.begin)), c.begin, at(from, 1) - at(from, 0)};
    const channel_rows rows = {buffer, c.begin, plan_.chunk};
    for (dim_t i = c.begin; i < c.end; ++i)
      rows_.load(from.type, from.data, size_t(at(from, i)), rows.at(i), size_t(count_));
    return rows;
  }

  // sums = the fold over the channels from c - half to c + half of x, for c in the range.
  void fold(const window_fold &fold, const channel_rows &x, const channel_range &c,
            const channel_rows &sums) const noexcept {
    const dim_t inner = clamp(s_.half, c.begin, c.end);
    const dim_t outer = clamp(s_.c - s_.half, inner, c.end);
    for (dim_t i = c.begin; i < inner; ++i) fold_rows(fold, x, i, 1, sums);
    if (inner < outer) fold_rows(fold, x, inner, outer - inner, sums);
    for (dim_t i = outer; i < c.end; ++i) fold_rows(fold, x, i, 1, sums);
  }

 private:
  void fold_rows(const window_fold &fold, const channel_rows &x, dim_t c, dim_t count,
                 const channel_rows &sums) const noexcept {
    window_folder folder(fold);
    window_run &run = folder.run();
    run.first = true;
    run.n = count_;
    run.outputs = count;
    run.src_step = x.pitch;
    run.dst_step = sums.pitch;
    run.src = x.at(c);
    run.dst = sums.at(c);
    for (dim_t i = max(c - s_.half, dim_t(0)); i <= min(c + s_.half, s_.c - 1); ++i)
      folder.add((i - c) * x.pitch, 0);
    folder.finish();
  }

  const row_backend &rows_;
  const sizes &s_;
  const planes_plan &plan_;
  dim_t n_, row_, first_, count_;
};

// Calls body(run of pixels, block of channels, arrays) for all of them.
template <class Body>
void for_each_block(const run_context &context, const row_backend &rows, const sizes &s,
                    const Body &body) noexcept {
  const auto &plan = context.plan_as<planes_plan, lrn_op>();
  const dim_t items = s.n * plan.rows * div_up(plan.length, plan.chunk);
  parallel_for(context.workers, items, [&](int64_t item, int worker) {
    char *scratch = context.scratchpad + size_t(worker) * plan.scratch;
    const pixel_run run(rows, s, plan, item);
    for (dim_t c = 0; c < s.c; c += plan.block)
      body(run, channel_range{c, min(c + plan.block, s.c)}, scratch);
  });
}

}  // namespace

}  // namespace lrn

refusal plan_lrn_across_planes_forward(plan_request &request) {
  const lrn::sizes s(request.problem<lrn_op>());
  return lrn::plan_planes(request, s.half, 2);
}
refusal plan_lrn_across_planes_backward(plan_request &request) {
  const lrn::sizes s(request.problem<lrn_op>());
  return lrn::plan_planes(request, 2 * s.half, 5);
}

void run_lrn_across_planes_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<lrn_forward_backend>();
  const auto &op = context.problem<lrn_op>();
  const auto &plan = context.plan_as<lrn::planes_plan, lrn_op>();
  const lrn::sizes s(op);
  const lrn_parameters parameters = lrn::parameters_of(op);
  const lrn::tensor src = lrn::tensor_of(context, DNNL_ARG_SRC, op.src);
  const lrn::tensor dst = lrn::tensor_of(context, DNNL_ARG_DST, op.dst);
  lrn::for_each_block(
      context, backend.rows, s,
      [&](const lrn::pixel_run &run, const lrn::channel_range &c, char *scratch) {
        const lrn::channel_rows sums = {reinterpret_cast<float *>(scratch), c.begin, plan.chunk};
        const lrn::channel_rows x =
            run.read(src, c.widened(s.half, s.c), reinterpret_cast<float *>(scratch + plan.array));
        run.fold(backend.sum_of_squares, x, c, sums);
        for (dim_t i = c.begin; i < c.end; ++i) {
          const dim_t to = run.at(dst, i);
          float *y = dst.is_f32() ? dst.f32(to) : sums.at(i);
          backend.scale(parameters, x.at(i), sums.at(i), run.count(), y);
          if (!dst.is_f32())
            backend.rows.store(dst.type, dst.data, size_t(to), y, size_t(run.count()));
        }
      });
}

void run_lrn_across_planes_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<lrn_backward_backend>();
  const auto &op = context.problem<lrn_op>();
  const auto &plan = context.plan_as<lrn::planes_plan, lrn_op>();
  const lrn::sizes s(op);
  const lrn_parameters parameters = lrn::parameters_of(op);
  const lrn::tensor src = lrn::tensor_of(context, DNNL_ARG_SRC, op.src);
  const lrn::tensor diff_dst = lrn::tensor_of(context, DNNL_ARG_DIFF_DST, op.diff_dst);
  const lrn::tensor diff_src = lrn::tensor_of(context, DNNL_ARG_DIFF_SRC, op.diff_src);
  const float factor = 2 * parameters.weight * parameters.beta;
  lrn::for_each_block(
      context, backend.rows, s,
      [&](const lrn::pixel_run &run, const lrn::channel_range &c, char *scratch) {
        const auto array = [&](int i) {
          return reinterpret_cast<float *>(scratch + size_t(i) * plan.array);
        };
        const lrn::channel_range near = c.widened(s.half, s.c), far = c.widened(2 * s.half, s.c);
        const lrn::channel_rows a = {array(0), near.begin, plan.chunk};
        const lrn::channel_rows b = {array(1), near.begin, plan.chunk};
        const lrn::channel_rows sums = {array(2), c.begin, plan.chunk};
        const lrn::channel_rows x = run.read(src, far, array(3));
        const lrn::channel_rows diff = run.read(diff_dst, near, array(4));
        run.fold(backend.sum_of_squares, x, near, b);
        for (dim_t i = near.begin; i < near.end; ++i)
          backend.gradient(parameters, x.at(i), diff.at(i), b.at(i), run.count(), a.at(i), b.at(i));
        run.fold(backend.sum, b, c, sums);
        for (dim_t i = c.begin; i < c.end; ++i) {
          const dim_t to = run.at(diff_src, i);
          float *y = diff_src.is_f32() ? diff_src.f32(to) : a.at(i);
          backend.combine(factor, x.at(i), a.at(i), sums.at(i), run.count(), y);
          if (!diff_src.is_f32())
            backend.rows.store(diff_src.type, diff_src.data, size_t(to), y, size_t(run.count()));
        }
      });
}

}  // namespace dnnlet::drivers
