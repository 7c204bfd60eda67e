// SPDX-License-Identifier: Apache-2.0
// softmax_planes; five facts: plugins/kernels/softmax/softmax_forward.cpp,
// plugins/kernels/softmax/softmax_backward.cpp.
//
// So many lines side by side are worked on together that they stay in the cache for all passes.
// What is finished, and types that columns do not convert, go through arrays of f32.
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

bool is_converted(data_type type) noexcept {
  switch (type) {
    case dnnl_f32:
    case dnnl_bf16:
    case dnnl_f16:
    case dnnl_s8:
    case dnnl_u8: return true;
    default: return false;
  }
}

// Whether results go from src to dst without an array on the way.
bool is_at_once(const softmax_op &op, const attributes &attr) noexcept {
  return is_converted(op.src.data_type) && is_converted(op.dst.data_type) && !is_finished(attr);
}

refusal plan_planes(plan_request &request, int tensors) noexcept {
  auto &p = request.make_plan<plan, softmax_op>();
  if (const refusal reason = find(request, false, p)) return reason;
  if (const refusal reason = order_loops(p, tensors)) return reason;
  const dim_t n = p.loops.loops[p.outer].extent, lines = p.loops.innermost().extent;
  p.per_item = min(lines, clamp<dim_t>(item_elements / n / 16 * 16, 64, 1024));
  const auto &op = request.problem<softmax_op>();
  p.is_direct = tensors == 3 && has_one_type(op);
  if (p.is_direct) return accepted;
  worker_scratch scratch;
  scratch.add({n, tensors == 3 ? p.per_item : softmax_columns, 4});
  p.array = scratch.bytes;
  if (tensors == 3 || !is_at_once(op, *request.attr)) scratch.add({n, p.per_item, 4});
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
  size_t lines, n;

  // As loops have it, number `t`.
  softmax_tensor tensor(const operand &of, int t) const noexcept {
    return {
        of.type, of.data, size_t(at.offset(t) + first), size_t(p.loops.loops[p.outer].strides[t]),
        1,       0};
  }
  softmax_tensor in_array(float *array) const noexcept { return {dnnl_f32, array, 0, lines, 1, 0}; }
};

void read(const row_backend &rows, const softmax_tensor &from, const some_lines &l,
          float *array) noexcept {
  for (size_t c = 0; c < l.n; ++c)
    rows.load(from.type, from.data, from.first + c * from.step, array + c * l.lines, l.lines);
}
void write(const row_backend &rows, const softmax_tensor &to, const some_lines &l,
           const float *array) noexcept {
  for (size_t c = 0; c < l.n; ++c)
    rows.store(to.type, to.data, to.first + c * to.step, array + c * l.lines, l.lines);
}

// Calls body(lines, scratch) for all of them.
template <class Body>
void for_each_lines(const run_context &context, const plan &p, const Body &body) noexcept {
  const size_t n = size_t(p.loops.loops[p.outer].extent);
  const dim_t all = p.loops.innermost().extent, parts = div_up(all, p.per_item);
  parallel_for(context.workers, iterations(p.loops, 0, p.outer) * parts,
               [&](int64_t item, int worker) {
                 dim_t number = item;
                 const dim_t first = take(number, parts) * p.per_item;
                 const size_t lines = size_t(min(p.per_item, all - first));
                 body(some_lines{p, {p.loops, 0, p.outer, number}, first, lines, n},
                      context.scratchpad + size_t(worker) * p.scratch);
               });
}

// Scales and post-ops on rows of results. In a block of a dimension that is padded, not all of a
// row is in dst.
void finish_rows(const run_context &context, const softmax_forward_backend &backend,
                 const some_lines &l, float *array) noexcept {
  const auto &op = context.problem<softmax_op>();
  const finisher finish(context, backend);
  const int row_dim = l.p.loops.innermost().dim;
  dim_t index[max_ndims] = {};
  if (!l.p.by_index) return finish.apply(array, l.n * l.lines, index, row_dim);
  l.at.add_to(index);
  index[row_dim] += l.first;
  const dim_t n = min(dim_t(l.lines), op.dst.dims[row_dim] - index[row_dim]);
  for (size_t c = 0; c < l.n; ++c) {
    index[op.axis] = dim_t(c);
    finish.apply(array + c * l.lines, size_t(n), index, row_dim);
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
  const softmax::operand src = softmax::operand_of(context, DNNL_ARG_SRC, op.src);
  const softmax::operand dst = softmax::operand_of(context, DNNL_ARG_DST, op.dst);
  const bool finishes = softmax::is_finished(*context.attr);
  const bool reads = !softmax::is_converted(src.type);
  const bool writes = !softmax::is_at_once(op, *context.attr);
  softmax::for_each_lines(context, p, [&](const softmax::some_lines &l, char *scratch) {
    float *const column = reinterpret_cast<float *>(scratch);
    float *const array = reinterpret_cast<float *>(scratch + p.array);
    const softmax_tensor from = l.tensor(src, 0), to = l.tensor(dst, 1);
    if (reads) softmax::read(backend.rows, from, l, array);
    backend.planes({op.head.alg, l.lines, l.n, reads ? l.in_array(array) : from,
                    writes ? l.in_array(array) : to, column});
    if (finishes) softmax::finish_rows(context, backend, l, array);
    if (writes) softmax::write(backend.rows, to, l, array);
  });
}

void run_softmax_planes_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<softmax_backward_backend>();
  const auto &op = context.problem<softmax_op>();
  const auto &p = context.plan_as<softmax::plan, softmax_op>();
  const softmax::operand dst = softmax::operand_of(context, DNNL_ARG_DST, op.dst);
  const softmax::operand diff_dst = softmax::operand_of(context, DNNL_ARG_DIFF_DST, op.diff_dst);
  const softmax::operand diff_src = softmax::operand_of(context, DNNL_ARG_DIFF_SRC, op.diff_src);
  softmax::for_each_lines(context, p, [&](const softmax::some_lines &l, char *scratch) {
    softmax_tensor y = l.tensor(dst, 0), dy = l.tensor(diff_dst, 1);
    const softmax_tensor dx = l.tensor(diff_src, 2);
    if (p.is_direct) return backend.planes({op.head.alg, l.lines, l.n, y, dy, dx});
    float *const y_array = reinterpret_cast<float *>(scratch);
    float *const array = reinterpret_cast<float *>(scratch + p.array);
    softmax::read(backend.rows, y, l, y_array);
    softmax::read(backend.rows, dy, l, array);
    y = l.in_array(y_array);
    dy = l.in_array(array);
    backend.planes({op.head.alg, l.lines, l.n, y, dy, dy});
    softmax::write(backend.rows, dx, l, array);
  });
}

}  // namespace dnnlet::drivers
