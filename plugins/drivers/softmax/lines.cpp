// SPDX-License-Identifier: Apache-2.0
// softmax_lines; five facts: plugins/kernels/softmax/softmax_forward.cpp,
// plugins/kernels/softmax/softmax_backward.cpp.
//
// Lines go through rows of f32, some at a time; gradients are computed where they are, if types
// and blocks allow it.
#include "core/support/arithmetic.h"
#include "plugins/drivers/softmax/plan.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace softmax {

namespace {

constexpr dim_t item_elements = 8192;

// Loops over the blocks of the axis, if it has any, and over its elements come last.
refusal order_loops(plan &p, int tensors) noexcept {
  row_loops &loops = p.loops;
  if (!loops.innermost().marked) return "elements of a line do not follow each other";
  for (int t = 0; t < tensors; ++t)
    if (loops.innermost().strides[t] != 1) return "elements of a line do not follow each other";
  p.outer = loops.count - 1;
  for (int i = 0; i < p.outer; ++i)
    if (loops.loops[i].marked) {
      move_loop(loops, i, loops.count - 2);
      --p.outer;
      break;
    }
  return accepted;
}

bool has_blocks(const plan &p) noexcept {
  return p.outer != p.loops.count - 1;
}

// Whether gradients are computed in blocks, which are a power of two then.
bool takes_blocks(const softmax_backward_backend &backend, const plan &p) noexcept {
  if (!has_gradients_in_blocks || backend.least_block == 0) return false;
  const dim_t block = p.loops.innermost().extent;
  return block % dim_t(backend.least_block) == 0 && (block & (block - 1)) == 0;
}

// Not where a part of a tensor ends inside of a block.
bool ends_in_block(const memory_desc &to, int axis, const plan &p) noexcept {
  return to.inner_nblks == 1 && padded_dims(to)[axis] % p.loops.innermost().extent == 0;
}
bool may_pad(const plan_request &request, const plan &p) noexcept {
  const auto &op = request.problem<softmax_op>();
  const dim_t least = dim_t(request.parts_as<softmax_forward_backend>().least_block);
  return op.dst.data_type == dnnl_f32 && !is_finished(*request.attr) && least > 0 &&
         p.loops.innermost().extent % least == 0 && ends_in_block(op.dst, op.axis, p);
}

refusal plan_lines(plan_request &request, int tensors) noexcept {
  auto &p = request.make_plan<plan, softmax_op>();
  const auto &op = request.problem<softmax_op>();
  if (const refusal reason = find(request, true, p)) return reason;
  if (const refusal reason = order_loops(p, tensors)) return reason;
  const dim_t n = op.dst.dims[op.axis];
  const dim_t lines = iterations(p.loops, 0, p.outer);
  p.per_item = min(lines, clamp<dim_t>(item_elements / n, 1, max_softmax_lines));
  p.is_direct = tensors == 3 && has_one_type(op) &&
                (!has_blocks(p) || takes_blocks(request.parts_as<softmax_backward_backend>(), p));
  p.pads =
      has_gradients_in_blocks && has_blocks(p) &&
      (tensors == 3 ? p.is_direct && ends_in_block(op.diff_src, op.axis, p) : may_pad(request, p));
  request.pads_outputs = p.pads;
  if (p.is_direct) return accepted;
  worker_scratch scratch;
  scratch.add({softmax_row(n), p.per_item, 4});
  p.array = scratch.bytes;
  if (tensors == 3) scratch.add({softmax_row(n), p.per_item, 4});
  if (has_blocks(p)) scratch.add({reduction_lanes, 4});  // a last block may be less than a vector
  if (!scratch.fits) return "a line is too long";
  p.scratch = worker_share(scratch.bytes);
  request.add_scratch(scratch_bytes({dim_t(p.scratch), request.max_workers}));
  return accepted;
}

// Lines that follow each other along the innermost of the loops over lines.
struct run_of_lines {
  const plan &p;
  loop_walk at;
  size_t lines, n;

  // As loops have it, number `t`.
  softmax_tensor tensor(const operand &of, int t) const noexcept {
    const row_loop &blocks = p.loops.loops[p.outer];
    const bool is_one = !has_blocks(p);
    return {of.type,
            of.data,
            size_t(at.offset(t)),
            p.outer == 0 ? 0 : size_t(p.loops.loops[p.outer - 1].strides[t]),
            is_one ? n : size_t(p.loops.innermost().extent),
            is_one ? 0 : size_t(blocks.strides[t])};
  }
  size_t row_step() const noexcept { return size_t(softmax_row(dim_t(n))); }
  softmax_tensor in_rows(float *rows) const noexcept {
    return {dnnl_f32, rows, 0, row_step(), n, 0};
  }
};

// Calls body(run, scratch) for all lines.
template <class Body>
void for_each_run(const run_context &context, const plan &p, const Body &body) noexcept {
  const auto &op = context.problem<softmax_op>();
  const size_t n = size_t(op.dst.dims[op.axis]);
  const dim_t lines = iterations(p.loops, 0, p.outer);
  const dim_t extent = p.outer == 0 ? 1 : p.loops.loops[p.outer - 1].extent;
  parallel_for(context.workers, div_up(lines, p.per_item), [&](int64_t item, int worker) {
    char *scratch = context.scratchpad + size_t(worker) * p.scratch;
    const dim_t end = min((item + 1) * p.per_item, lines);
    for (dim_t line = item * p.per_item; line < end;) {
      const dim_t count = min(end - line, extent - line % extent);
      body(run_of_lines{p, {p.loops, 0, p.outer, line}, size_t(count), n}, scratch);
      line += count;
    }
  });
}

// Scales and post-ops on rows of results.
void finish_rows(const finisher &finish, const run_of_lines &run, int axis, float *rows) noexcept {
  loop_walk at = run.at;
  for (size_t i = 0; i < run.lines; ++i, at.next()) {
    dim_t index[max_ndims] = {};
    if (run.p.by_index) at.add_to(index);
    finish.apply(rows + i * run.row_step(), run.n, index, axis);
  }
}

}  // namespace

}  // namespace softmax

refusal plan_softmax_lines_forward(plan_request &request) {
  return softmax::plan_lines(request, 2);
}
refusal plan_softmax_lines_backward(plan_request &request) {
  return softmax::plan_lines(request, 3);
}

void run_softmax_lines_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<softmax_forward_backend>();
  const auto &op = context.problem<softmax_op>();
  const auto &p = context.plan_as<softmax::plan, softmax_op>();
  const softmax::operand src = softmax::operand_of(context, DNNL_ARG_SRC, op.src);
  const softmax::operand dst = softmax::operand_of(context, DNNL_ARG_DST, op.dst);
  const bool finishes = softmax::is_finished(*context.attr);
  const softmax::finisher finish(context, backend);
  softmax::for_each_run(context, p, [&](const softmax::run_of_lines &run, char *scratch) {
    float *const buffer = reinterpret_cast<float *>(scratch);
    const softmax_tensor to = run.tensor(dst, 1);
    backend.lines({op.head.alg, run.lines, run.n, run.tensor(src, 0),
                   finishes ? run.in_rows(buffer) : to, buffer, has_gradients_in_blocks && p.pads});
    if (!finishes) return;
    softmax::finish_rows(finish, run, op.axis, buffer);
    backend.scatter(to, run.lines, run.n, buffer, run.row_step());
  });
}

void run_softmax_lines_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<softmax_backward_backend>();
  const auto &op = context.problem<softmax_op>();
  const auto &p = context.plan_as<softmax::plan, softmax_op>();
  const softmax::operand dst = softmax::operand_of(context, DNNL_ARG_DST, op.dst);
  const softmax::operand diff_dst = softmax::operand_of(context, DNNL_ARG_DIFF_DST, op.diff_dst);
  const softmax::operand diff_src = softmax::operand_of(context, DNNL_ARG_DIFF_SRC, op.diff_src);
  softmax::for_each_run(context, p, [&](const softmax::run_of_lines &run, char *scratch) {
    softmax_tensor y = run.tensor(dst, 0), dy = run.tensor(diff_dst, 1);
    const softmax_tensor dx = run.tensor(diff_src, 2);
    const size_t end =
        has_gradients_in_blocks && p.pads ? size_t(padded_dims(op.diff_src)[op.axis]) : 0;
    if (p.is_direct) return backend.lines({op.head.alg, run.lines, run.n, y, dy, dx, end});
    float *const y_rows = reinterpret_cast<float *>(scratch);
    float *const rows = reinterpret_cast<float *>(scratch + p.array);
    backend.gather(y, run.lines, run.n, y_rows, run.row_step());
    backend.gather(dy, run.lines, run.n, rows, run.row_step());
    y = run.in_rows(y_rows);
    dy = run.in_rows(rows);
    backend.lines({op.head.alg, run.lines, run.n, y, dy, dy});
    backend.scatter(dx, run.lines, run.n, rows, run.row_step());
  });
}

}  // namespace dnnlet::drivers
