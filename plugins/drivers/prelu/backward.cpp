// SPDX-License-Identifier: Apache-2.0
// prelu_rows, backward; five facts: plugins/kernels/prelu/prelu_backward.cpp.
//
// diff_weights are folds of min(src, 0) * diff_dst; as its terms are computed, row by row, so is
// diff_src.
#include "plugins/drivers/prelu/rows.h"

namespace dnnlet::drivers {

namespace prelu {

namespace {

// The tensors of loops.
enum { of_src, of_diff, of_weights };

struct source {
  const prelu_backward_backend &backend;
  operand src, weights, diff_dst, diff_src;
  dim_t weights_stride;  // along a row

  bool is_direct() const noexcept { return false; }
  // Terms of diff_weights; writes diff_src.
  const float *read(const loop_walk &kept, const loop_walk &folded, dim_t first, size_t n,
                    float *terms) const noexcept {
    float x_buffer[max_fold_chunk], buffer[max_fold_chunk], w_buffer[max_fold_chunk];
    const dim_t at = kept.offset(of_diff) + folded.offset(of_diff) + first;
    const bool is_one = weights_stride == 0;
    const float *x = src.read(kept.offset(of_src) + folded.offset(of_src) + first, n, x_buffer);
    const float *w = weights.read(kept.offset(of_weights) + first * weights_stride,
                                  is_one ? 1 : weights_stride, is_one ? 1 : n, w_buffer);
    const float *dy = diff_dst.read(at, n, buffer);
    float *dx = diff_src.is_f32() ? diff_src.f32(at) : buffer;
    backend.backward(x, {w, is_one}, dy, dx, terms, n);
    diff_src.write(at, dx, n);
    return terms;
  }
};

struct sink {
  operand diff_weights;
  dim_t stride;  // along results

  void write(const loop_walk &kept, dim_t first, size_t n, const float *values) const noexcept {
    const dim_t at = kept.offset(of_weights) + first * stride;
    if (stride == 1) return diff_weights.write(at, values, n);
    for (size_t i = 0; i < n; ++i)
      store_element(diff_weights.type, diff_weights.data, at + dim_t(i) * stride,
                    double(values[i]));
  }
};

bool lie_alike(const memory_desc &a, const memory_desc &b) noexcept {
  memory_desc moved = b;
  moved.offset0 = a.offset0;
  return same_layout(a, moved);
}

}  // namespace

}  // namespace prelu

refusal plan_prelu_rows_backward(plan_request &request) {
  const auto &op = request.problem<prelu_op>();
  auto &p = request.make_plan<fold_plan, prelu_op>();
  for (const memory_desc *md : {&op.src, &op.weights, &op.diff_src, &op.diff_weights, &op.diff_dst})
    if (!prelu::is_taken(md->data_type)) return "a data type is not converted to f32 in rows";
  if (!prelu::lie_alike(op.weights, op.diff_weights))
    return "the layouts of weights and diff_weights differ";
  unsigned repeated = 0;
  for (int d = 0; d < op.src.ndims; ++d)
    if (op.weights.dims[d] != op.src.dims[d]) repeated |= 1u << d;
  if (const refusal reason =
          find_loops({{&op.src, &op.diff_dst, &op.weights}, repeated, false}, p.loops))
    return reason;
  if (p.loops.innermost().strides[prelu::of_diff] != 1) return "there are no dense rows";
  if (const refusal reason = plan_folds(p, false)) return reason;
  request.add_scratch(fold_scratch_bytes(p));
  return accepted;
}

void run_prelu_rows_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<prelu_backward_backend>();
  const auto &op = context.problem<prelu_op>();
  const auto &p = context.plan_as<fold_plan, prelu_op>();
  const prelu::source from = {backend,
                              {context, backend.rows, DNNL_ARG_SRC, op.src},
                              {context, backend.rows, DNNL_ARG_WEIGHTS, op.weights},
                              {context, backend.rows, DNNL_ARG_DIFF_DST, op.diff_dst},
                              {context, backend.rows, DNNL_ARG_DIFF_SRC, op.diff_src},
                              p.loops.innermost().strides[prelu::of_weights]};
  const row_loop &along = p.by_rows ? p.loops.loops[max(p.kept - 1, 0)] : p.loops.innermost();
  const bool is_one = p.by_rows && p.kept == 0;
  const prelu::sink to = {{context, backend.rows, DNNL_ARG_DIFF_WEIGHTS, op.diff_weights},
                          is_one ? 1 : along.strides[prelu::of_weights]};
  folder<prelu::source, prelu::sink>(context, p, backend.sum, 0, from, to).run();
}

}  // namespace dnnlet::drivers
