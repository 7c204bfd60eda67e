// SPDX-License-Identifier: Apache-2.0
// softmax_planes; five facts: plugins/kernels/softmax/softmax_forward.cpp,
// plugins/kernels/softmax/softmax_backward.cpp.
//
// So many lines side by side are worked on together that they stay in the cache for all passes.
// f32 is worked on where it is; other types go through arrays of f32.
#include "core/support/arithmetic.h"
#include "plugins/drivers/softmax/plan.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace softmax {

namespace {

constexpr dim_t item_elements = 16384;  // 64 KB of f32

// The loop over the elements of a line, and that over lines side by side, come last.
refusal order_loops(plan &p, int tensors) noexcept {
  row_loops &loops = p.loops;
  if (loops.innermost().marked) return "lines do not lie side by side";
  for (int t = 0; t < tensors; ++t)
    if (loops.innermost().strides[t] != 1) return "lines do not lie side by side";
  int marked = -1;
  for (int i = 0; i < loops.count; ++i) {
    if (!loops.loops[i].marked) continue;
    if (marked >= 0) return "a line has blocks";
    marked = i;
  }
  if (marked < 0) return "a line has one element";
  move_loop(loops, marked, loops.count - 2);
  p.outer = loops.count - 2;
  return accepted;
}

refusal plan_planes(plan_request &request, int tensors) noexcept {
  auto &p = request.make_plan<plan, softmax_op>();
  if (const refusal reason = find(request, false, p)) return reason;
  if (const refusal reason = order_loops(p, tensors)) return reason;
  const dim_t n = p.loops.loops[p.outer].extent, lines = p.loops.innermost().extent;
  p.per_item = min(lines, clamp<dim_t>(item_elements / n / 16 * 16, 64, 1024));
  if (is_f32(request.problem<softmax_op>()) && !is_finished(*request.attr)) return accepted;
  worker_scratch scratch;
  scratch.add({n, p.per_item, 4});
  p.array = scratch.bytes;
  if (tensors == 3) scratch.add({n, p.per_item, 4});
  if (!scratch.fits) return "lines are too long";
  p.scratch = worker_share(scratch.bytes);
  request.add_scratch(scratch_bytes({dim_t(p.scratch), request.max_workers}));
  return accepted;
}

// Lines side by side: their place, and how many.
struct some_lines {
  const plan &p;
  loop_walk at;
  dim_t first;
  softmax_planes planes;

  size_t lines() const noexcept { return planes.lines; }
};

// Elements of lines as f32, where they are or in an array; number `t` of the loops.
class plane_tensor {
 public:
  plane_tensor(const run_context &context, int arg, const memory_desc &md, const plan &p,
               int t) noexcept
      : all_(operand_of(context, arg, md)), step_(p.loops.loops[p.outer].strides[t]), t_(t) {}

  bool is_f32() const noexcept { return all_.is_f32(); }
  float *direct(const some_lines &l) const noexcept { return all_.f32(offset(l)); }
  size_t step() const noexcept { return size_t(step_); }

  void read(const row_backend &rows, const some_lines &l, float *array) const noexcept {
    for (size_t c = 0; c < l.planes.count; ++c)
      rows.load(all_.type, all_.data, size_t(offset(l)) + c * step(), array + c * l.lines(),
                l.lines());
  }
  void write_row(const row_backend &rows, const some_lines &l, size_t c,
                 const float *values) const noexcept {
    rows.store(all_.type, all_.data, size_t(offset(l)) + c * step(), values, l.lines());
  }

 private:
  dim_t offset(const some_lines &l) const noexcept { return l.at.offset(t_) + l.first; }

  operand all_;
  dim_t step_;
  int t_;
};

// Calls body(lines, scratch) for all of them.
template <class Body>
void for_each_lines(const run_context &context, const plan &p, const Body &body) noexcept {
  const dim_t count = p.loops.loops[p.outer].extent, all = p.loops.innermost().extent;
  const dim_t parts = div_up(all, p.per_item);
  parallel_for(context.workers, iterations(p.loops, 0, p.outer) * parts,
               [&](int64_t item, int worker) {
                 dim_t number = item;
                 const dim_t first = take(number, parts) * p.per_item;
                 const size_t lines = size_t(min(p.per_item, all - first));
                 body(some_lines{p, {p.loops, 0, p.outer, number}, first, {lines, size_t(count)}},
                      context.scratchpad + size_t(worker) * p.scratch);
               });
}

// Rows of results to dst. In a block of a dimension that is padded, not all of a row is in dst.
void finish_rows(const run_context &context, const softmax_forward_backend &backend,
                 const some_lines &l, const plane_tensor &dst, float *array) noexcept {
  const auto &op = context.problem<softmax_op>();
  const finisher finish(context, backend);
  const int row_dim = l.p.loops.innermost().dim;
  const bool finishes = is_finished(*context.attr);
  dim_t index[max_ndims] = {};
  size_t n = l.lines();
  if (l.p.by_index) {
    l.at.add_to(index);
    index[row_dim] += l.first;
    n = size_t(min(dim_t(n), op.dst.dims[row_dim] - index[row_dim]));
  }
  for (size_t c = 0; c < l.planes.count; ++c) {
    float *row = array + c * l.lines();
    if (l.p.by_index) index[op.axis] = dim_t(c);
    if (finishes) finish.apply(row, n, index, row_dim);
    dst.write_row(backend.rows, l, c, row);
  }
}

}  // namespace

}  // namespace softmax

refusal plan_softmax_planes_forward(plan_request &request) {
  return softmax::plan_planes(request, 2);
}
refusal plan_softmax_planes_backward(plan_request &request) {
  return softmax::plan_planes(request, 3);
}

void run_softmax_planes_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<softmax_forward_backend>();
  const auto &op = context.problem<softmax_op>();
  const auto &p = context.plan_as<softmax::plan, softmax_op>();
  const softmax::plane_tensor src(context, DNNL_ARG_SRC, op.src, p, 0);
  const softmax::plane_tensor dst(context, DNNL_ARG_DST, op.dst, p, 1);
  const bool is_direct = dst.is_f32() && !softmax::is_finished(*context.attr);
  softmax::for_each_lines(context, p, [&](const softmax::some_lines &l, char *scratch) {
    float *const array = reinterpret_cast<float *>(scratch);
    if (!src.is_f32()) src.read(backend.rows, l, array);
    const float *x = src.is_f32() ? src.direct(l) : array;
    float *y = is_direct ? dst.direct(l) : array;
    backend.planes(op.head.alg, l.planes, x, src.is_f32() ? src.step() : l.lines(), y,
                   is_direct ? dst.step() : l.lines());
    if (!is_direct) softmax::finish_rows(context, backend, l, dst, array);
  });
}

void run_softmax_planes_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<softmax_backward_backend>();
  const auto &op = context.problem<softmax_op>();
  const auto &p = context.plan_as<softmax::plan, softmax_op>();
  const softmax::plane_tensor dst(context, DNNL_ARG_DST, op.dst, p, 0);
  const softmax::plane_tensor diff_dst(context, DNNL_ARG_DIFF_DST, op.diff_dst, p, 1);
  const softmax::plane_tensor diff_src(context, DNNL_ARG_DIFF_SRC, op.diff_src, p, 2);
  softmax::for_each_lines(context, p, [&](const softmax::some_lines &l, char *scratch) {
    float *const y_array = reinterpret_cast<float *>(scratch);
    float *const array = reinterpret_cast<float *>(scratch + p.array);
    if (!dst.is_f32()) dst.read(backend.rows, l, y_array);
    if (!diff_dst.is_f32()) diff_dst.read(backend.rows, l, array);
    const float *y = dst.is_f32() ? dst.direct(l) : y_array;
    const float *dy = diff_dst.is_f32() ? diff_dst.direct(l) : array;
    float *dx = diff_src.is_f32() ? diff_src.direct(l) : array;
    backend.planes(op.head.alg, l.planes, y, dst.is_f32() ? dst.step() : l.lines(), dy,
                   diff_dst.is_f32() ? diff_dst.step() : l.lines(), dx,
                   diff_src.is_f32() ? diff_src.step() : l.lines());
    for (size_t c = 0; !diff_src.is_f32() && c < l.planes.count; ++c)
      diff_src.write_row(backend.rows, l, c, array + c * l.lines());
  });
}

}  // namespace dnnlet::drivers
