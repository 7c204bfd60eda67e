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

// Whether rows are read and written where they are.
bool is_typed(const prelu_op &op) noexcept {
  const data_type type = op.src.data_type;
  return is_gradient_type(type) && op.diff_dst.data_type == type && op.diff_src.data_type == type;
}

// Rows of src and diff_dst with their weights; writes diff_src.
class source {
 public:
  source(const run_context &context, const fold_plan &p) noexcept
      : backend_(context.parts_as<prelu_backward_backend>()),
        op_(context.problem<prelu_op>()),
        src_(context, backend_.rows, DNNL_ARG_SRC, op_.src),
        weights_(context, backend_.rows, DNNL_ARG_WEIGHTS, op_.weights),
        diff_dst_(context, backend_.rows, DNNL_ARG_DIFF_DST, op_.diff_dst),
        diff_src_(context, backend_.rows, DNNL_ARG_DIFF_SRC, op_.diff_src),
        weights_stride_(p.loops.innermost().strides[of_weights]),
        is_typed_(is_typed(op_)) {}

  // A sum of each row, which has one weight.
  void each(const fold_rows &r, float *values) const noexcept {
    float buffer[max_fold_run];
    const size_t step = r.step(of_weights);
    const float *w = weights_.read(weights_at(r), dim_t(step), step == 0 ? 1 : r.count, buffer);
    compute(r, {dnnl_f32, w, step == 0 ? 0u : 1u, true}, prelu_terms::summed, values);
  }
  // Sums of columns, each of which has one weight.
  void add(const fold_rows &r, float *acc) const noexcept {
    float buffer[max_fold_chunk];
    const prelu_weights w = {dnnl_f32, weights_.read(weights_at(r), weights_stride_, r.n, buffer),
                             0, false};
    compute(r, w, prelu_terms::added, acc);
  }
  // All of a row as it is, where each element has its weight: terms are diff_weights.
  bool has_direct_terms(const operand &diff_weights) const noexcept {
    return is_typed_ && weights_stride_ == 1 && weights_.type == src_.type &&
           diff_weights.type == src_.type;
  }
  void write(const fold_rows &r, const operand &diff_weights) const noexcept {
    const dim_t at = weights_at(r);
    compute(r, {weights_.type, weights_.at(at), 0, false}, prelu_terms::as_type,
            diff_weights.at(at));
  }

 private:
  dim_t weights_at(const fold_rows &r) const noexcept {
    return r.kept.offset(of_weights) + r.first * weights_stride_;
  }

  void compute(const fold_rows &r, const prelu_weights &w, prelu_terms how,
               void *terms) const noexcept {
    const dim_t x_at = dim_t(r.at(of_src)), at = dim_t(r.at(of_diff));
    if (is_typed_)
      return backend_.backward({src_.type, src_.at(x_at), diff_dst_.at(at), diff_src_.at(at),
                                r.count, r.n, r.step(of_src), r.step(of_diff), w, how, terms});
    float x_buffer[max_fold_chunk], buffer[max_fold_chunk];
    for (size_t i = 0; i < r.count; ++i) {
      const float *x = src_.read(x_at + dim_t(i * r.step(of_src)), r.n, x_buffer);
      const dim_t dy_at = at + dim_t(i * r.step(of_diff));
      const float *dy = diff_dst_.read(dy_at, r.n, buffer);
      float *dx = diff_src_.is_f32() ? diff_src_.f32(dy_at) : buffer;
      prelu_weights own = w;
      own.data = static_cast<const float *>(w.data) + i * w.step;
      float *row = static_cast<float *>(terms) + (how == prelu_terms::summed ? i : 0);
      backend_.backward({dnnl_f32, x, dy, dx, 1, r.n, 0, 0, own, how, row});
      diff_src_.write(dy_at, dx, r.n);
    }
  }

  const prelu_backward_backend &backend_;
  const prelu_op &op_;
  const operand src_, weights_, diff_dst_, diff_src_;
  const dim_t weights_stride_;  // along a row
  const bool is_typed_;
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

// Weights that are not repeated.
void write_all(const run_context &context, const fold_plan &p, const source &from,
               const operand &diff_weights) noexcept {
  constexpr dim_t part = 8192;
  const dim_t n = p.loops.innermost().extent, parts = div_up(n, part);
  const loop_walk none(p.loops, p.kept, 0, 0);
  parallel_for(context.workers, iterations(p.loops, 0, p.kept) * parts, [&](int64_t item, int) {
    dim_t i = item;
    const dim_t first = take(i, parts) * part;
    const loop_walk kept(p.loops, 0, p.kept, i);
    from.write({kept, none, first, size_t(min(part, n - first)), 1, nullptr}, diff_weights);
  });
}

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
  if (const refusal reason = plan_folds(p, prelu::is_typed(op))) return reason;
  request.add_scratch(fold_scratch_bytes(p));
  return accepted;
}

void run_prelu_rows_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<prelu_backward_backend>();
  const auto &op = context.problem<prelu_op>();
  const auto &p = context.plan_as<fold_plan, prelu_op>();
  const prelu::source from(context, p);
  const prelu::operand diff_weights(context, backend.rows, DNNL_ARG_DIFF_WEIGHTS, op.diff_weights);
  const bool folds = p.by_rows || p.folded > 0;
  if (!folds && from.has_direct_terms(diff_weights))
    return prelu::write_all(context, p, from, diff_weights);
  const row_loop &along = p.by_rows ? p.loops.loops[max(p.kept - 1, 0)] : p.loops.innermost();
  const bool is_one = p.by_rows && p.kept == 0;
  const prelu::sink to = {diff_weights, is_one ? 1 : along.strides[prelu::of_weights]};
  folder<prelu::source, prelu::sink>(context, p, backend.sum, from, to).run();
}

}  // namespace dnnlet::drivers
