// SPDX-License-Identifier: Apache-2.0
// prelu_rows, forward; five facts: plugins/kernels/prelu/prelu_forward.cpp.
//
// A row are elements of src that follow each other. Short ones that have the same weights one after
// the other (channels that are innermost, blocks of them) are taken together, with their weights
// repeated in an array.
#include <cstring>

#include "plugins/drivers/prelu/rows.h"

namespace dnnlet::drivers {

namespace prelu {

namespace {

constexpr dim_t item_elements = 8192;
constexpr dim_t chunk = 1024;  // elements that are converted at once

struct plan {
  row_loops loops;
  int outer;       // loops over rows
  dim_t n;         // elements of a row
  dim_t period;    // weights that are repeated in it, or 0
  dim_t stride;    // of weights along a row that has none repeated
  dim_t per_item;  // of a row, elements that a worker takes at a time: whole chunks
};

// Whole periods only, where weights are repeated.
dim_t chunk_of(const plan &p) noexcept {
  return p.period > 0 ? chunk / p.period * p.period : chunk;
}

refusal find_rows(plan &p) noexcept {
  const row_loop &inner = p.loops.innermost();
  if (inner.strides[0] != 1) return "there are no dense rows";
  p.outer = p.loops.count - 1;
  p.n = inner.extent;
  p.stride = inner.strides[1];
  p.period = 0;
  if (p.outer > 0 && p.stride != 0 && p.n <= chunk / 2) {
    const row_loop &next = p.loops.loops[p.outer - 1];
    if (next.strides[1] == 0 && next.strides[0] == p.n) {
      p.period = p.n;
      p.n *= next.extent;
      --p.outer;
    }
  }
  p.per_item = min(p.n, item_elements / chunk_of(p) * chunk_of(p));
  return accepted;
}

// The weights of rows, as f32.
class row_weights {
 public:
  row_weights(const operand &weights, const plan &p) noexcept : weights_(weights), p_(p) {}

  // For chunks of the row whose weights begin at `at`.
  void prepare(dim_t at) noexcept {
    if (at == at_) return;
    at_ = at;
    if (p_.period == 0) {
      if (p_.stride == 0) one_ = weights_.read(at, 0, 1, buffer_)[0];
      return;
    }
    const dim_t all = chunk_of(p_);
    const float *first = weights_.read(at, p_.stride, size_t(p_.period), buffer_);
    if (first != buffer_) std::memcpy(buffer_, first, size_t(p_.period) * sizeof(float));
    for (dim_t i = p_.period; i < all; ++i) buffer_[i] = buffer_[i - p_.period];
  }
  // Of n elements from `first` on.
  prelu_weights get(dim_t first, size_t n) noexcept {
    if (p_.period > 0) return {buffer_, false};
    if (p_.stride == 0) return {&one_, true};
    return {weights_.read(at_ + first * p_.stride, p_.stride, n, buffer_), false};
  }

 private:
  const operand &weights_;
  const plan &p_;
  dim_t at_ = -1;
  float one_ = 0;
  float buffer_[chunk];
};

}  // namespace

}  // namespace prelu

refusal plan_prelu_rows_forward(plan_request &request) {
  const auto &op = request.problem<prelu_op>();
  auto &p = request.make_plan<prelu::plan, prelu_op>();
  if (!prelu::is_taken(op.src.data_type) || !prelu::is_taken(op.weights.data_type))
    return "a data type is not converted to f32 in rows";
  if (const refusal reason = find_loops({{&op.src, &op.weights}, 0, false}, p.loops)) return reason;
  return prelu::find_rows(p);
}

void run_prelu_rows_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<prelu_forward_backend>();
  const auto &op = context.problem<prelu_op>();
  const auto &p = context.plan_as<prelu::plan, prelu_op>();
  const prelu::operand src(context, backend.rows, DNNL_ARG_SRC, op.src);
  const prelu::operand weights(context, backend.rows, DNNL_ARG_WEIGHTS, op.weights);
  const prelu::operand dst(context, backend.rows, DNNL_ARG_DST, op.dst);
  const dim_t parts = div_up(p.n, p.per_item), all = iterations(p.loops, 0, p.outer) * parts;
  const dim_t per_worker = max<dim_t>(1, prelu::item_elements / p.per_item);
  const bool buffers_weights =
      p.period == 0 && p.stride != 0 && !(weights.is_f32() && p.stride == 1);
  const bool at_once = src.is_f32() && p.period == 0 && !buffers_weights;
  const dim_t step = at_once ? p.per_item : prelu::chunk_of(p);
  parallel_for(context.workers, div_up(all, per_worker), [&](int64_t item, int) {
    prelu::row_weights w(weights, p);
    float buffer[prelu::chunk];
    const dim_t begin = item * per_worker, end = min(begin + per_worker, all);
    for (dim_t number = begin; number < end; ++number) {
      const loop_walk row(p.loops, 0, p.outer, number / parts);
      const dim_t first = number % parts * p.per_item, last = min(first + p.per_item, p.n);
      w.prepare(row.offset(1));
      for (dim_t i = first; i < last; i += step) {
        const size_t n = size_t(min(step, last - i));
        const dim_t at = row.offset(0) + i;
        const float *x = src.read(at, n, buffer);
        float *y = dst.is_f32() ? dst.f32(at) : buffer;
        backend.forward(x, w.get(i, n), y, n);
        dst.write(at, y, n);
      }
    }
  });
}

}  // namespace dnnlet::drivers
