// SPDX-License-Identifier: Apache-2.0
// softmax_lines; five facts: plugins/kernels/softmax/softmax_forward.cpp,
// plugins/kernels/softmax/softmax_backward.cpp.
//
// Lines of f32 without blocks are worked on where they are; others go through an array of f32.
#include <cstring>

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

refusal plan_lines(plan_request &request, int tensors) noexcept {
  auto &p = request.make_plan<plan, softmax_op>();
  const auto &op = request.problem<softmax_op>();
  if (const refusal reason = find(request, true, p)) return reason;
  if (const refusal reason = order_loops(p, tensors)) return reason;
  const dim_t n = op.dst.dims[op.axis];
  p.per_item = max<dim_t>(1, item_elements / n);
  const bool has_blocks = p.outer != p.loops.count - 1;
  if (is_f32(op) && !has_blocks && !is_finished(*request.attr)) return accepted;
  worker_scratch scratch;
  scratch.add({n, 4});
  p.array = scratch.bytes;
  if (tensors == 3) scratch.add({n, 4});
  if (!scratch.fits) return "a line is too long";
  p.scratch = worker_share(scratch.bytes);
  request.add_scratch(scratch_bytes({dim_t(p.scratch), request.max_workers}));
  return accepted;
}

// The pieces that the lines of a tensor lie in.
struct line_shape {
  dim_t n, block, pieces;

  line_shape(const softmax_op &op, const plan &p) noexcept
      : n(op.dst.dims[op.axis]),
        block(p.loops.innermost().extent),
        pieces(p.outer == p.loops.count - 1 ? 1 : p.loops.loops[p.outer].extent) {}

  size_t length(dim_t piece) const noexcept { return size_t(min(block, n - piece * block)); }
};

// A tensor of lines, number `t` of the loops.
class line_tensor {
 public:
  line_tensor(const run_context &context, int arg, const memory_desc &md, const line_shape &shape,
              const plan &p, int t) noexcept
      : all_(operand_of(context, arg, md)),
        shape_(shape),
        step_(p.loops.loops[p.outer].strides[t]),
        t_(t) {}

  bool is_direct() const noexcept { return all_.is_f32() && shape_.pieces == 1; }
  float *direct(const loop_walk &at) const noexcept { return all_.f32(at.offset(t_)); }

  // The line as f32, where it is or in the buffer.
  const float *read(const row_backend &rows, const loop_walk &at, float *buffer) const noexcept {
    if (is_direct()) return direct(at);
    if (all_.is_f32()) {
      for (dim_t i = 0; i < shape_.pieces; ++i)
        std::memcpy(buffer + i * shape_.block, all_.f32(at.offset(t_) + i * step_),
                    shape_.length(i) * sizeof(float));
      return buffer;
    }
    for (dim_t i = 0; i < shape_.pieces; ++i)
      rows.load(all_.type, all_.data, size_t(at.offset(t_) + i * step_), buffer + i * shape_.block,
                shape_.length(i));
    return buffer;
  }
  void write(const row_backend &rows, const loop_walk &at, const float *values) const noexcept {
    if (all_.is_f32()) {
      for (dim_t i = 0; i < shape_.pieces; ++i)
        std::memcpy(all_.f32(at.offset(t_) + i * step_), values + i * shape_.block,
                    shape_.length(i) * sizeof(float));
      return;
    }
    for (dim_t i = 0; i < shape_.pieces; ++i)
      rows.store(all_.type, all_.data, size_t(at.offset(t_) + i * step_), values + i * shape_.block,
                 shape_.length(i));
  }

 private:
  operand all_;
  const line_shape &shape_;
  dim_t step_;
  int t_;
};

// Calls body(walk, scratch) for each line.
template <class Body>
void for_each_line(const run_context &context, const plan &p, const Body &body) noexcept {
  const dim_t lines = iterations(p.loops, 0, p.outer);
  parallel_for(context.workers, div_up(lines, p.per_item), [&](int64_t item, int worker) {
    const dim_t begin = item * p.per_item, end = min(begin + p.per_item, lines);
    char *scratch = context.scratchpad + size_t(worker) * p.scratch;
    loop_walk at(p.loops, 0, p.outer, begin);
    for (dim_t line = begin; line < end; ++line, at.next()) body(at, scratch);
  });
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
  const softmax::line_shape shape(op, p);
  const softmax::line_tensor src(context, DNNL_ARG_SRC, op.src, shape, p, 0);
  const softmax::line_tensor dst(context, DNNL_ARG_DST, op.dst, shape, p, 1);
  const bool finishes = softmax::is_finished(*context.attr);
  const softmax::finisher finish(context, backend);
  const bool is_direct = dst.is_direct() && !finishes;
  softmax::for_each_line(context, p, [&](const loop_walk &at, char *scratch) {
    float *const buffer = reinterpret_cast<float *>(scratch);
    const float *x = src.read(backend.rows, at, buffer);
    float *const y = is_direct ? dst.direct(at) : buffer;
    backend.line(op.head.alg, x, y, size_t(shape.n));
    if (is_direct) return;
    if (finishes) {
      dim_t index[max_ndims] = {};
      if (p.by_index) at.add_to(index);
      finish.apply(y, size_t(shape.n), index, op.axis);
    }
    dst.write(backend.rows, at, y);
  });
}

void run_softmax_lines_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<softmax_backward_backend>();
  const auto &op = context.problem<softmax_op>();
  const auto &p = context.plan_as<softmax::plan, softmax_op>();
  const softmax::line_shape shape(op, p);
  const softmax::line_tensor dst(context, DNNL_ARG_DST, op.dst, shape, p, 0);
  const softmax::line_tensor diff_dst(context, DNNL_ARG_DIFF_DST, op.diff_dst, shape, p, 1);
  const softmax::line_tensor diff_src(context, DNNL_ARG_DIFF_SRC, op.diff_src, shape, p, 2);
  softmax::for_each_line(context, p, [&](const loop_walk &at, char *scratch) {
    float *const y_buffer = reinterpret_cast<float *>(scratch);
    float *const buffer = reinterpret_cast<float *>(scratch + p.array);
    const float *y = dst.read(backend.rows, at, y_buffer);
    const float *dy = diff_dst.read(backend.rows, at, buffer);
    float *const dx = diff_src.is_direct() ? diff_src.direct(at) : buffer;
    backend.line(op.head.alg, y, dy, dx, size_t(shape.n));
    if (!diff_src.is_direct()) diff_src.write(backend.rows, at, dx);
  });
}

}  // namespace dnnlet::drivers
