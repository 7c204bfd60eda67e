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

// The weights of rows.
class row_weights {
 public:
  row_weights(const operand &weights, data_type src, const plan &p) noexcept
      : weights_(weights),
        p_(p),
        is_direct_(p.stride == 1 &&
                   (weights.is_f32() || (weights.type == src && is_prelu_type(src)))) {}

  // How many rows along the innermost loop over them, of `count`, get() takes together.
  dim_t most(dim_t count) const noexcept {
    if (p_.outer == 0 || p_.per_item < p_.n) return 1;
    if (p_.period > 0 || p_.stride != 0) return step() == 0 ? count : 1;
    return min(count, chunk);
  }
  // Where rows have one each, or all the same repeated ones: of `rows` from the one on whose
  // weights begin at `at`.
  void prepare(dim_t at, dim_t rows) noexcept {
    if (p_.period == 0 && p_.stride != 0) {
      at_ = at;
    } else if (at != at_ || rows > rows_) {
      at_ = at;
      rows_ = rows;
      p_.period > 0 ? repeat() : load_ones();
    }
  }
  // Of n elements from `first` on.
  prelu_weights get(dim_t first, size_t n) noexcept {
    if (p_.period > 0) return {dnnl_f32, buffer_, 0, false};
    if (p_.stride == 0) return {dnnl_f32, buffer_, step() == 0 ? 0u : 1u, true};
    const dim_t at = at_ + first * p_.stride;
    if (is_direct_) return {weights_.type, weights_.at(at), 0, false};
    return {dnnl_f32, weights_.read(at, p_.stride, n, buffer_), 0, false};
  }
  bool is_buffered() const noexcept { return p_.period > 0 || (p_.stride != 0 && !is_direct_); }

 private:
  dim_t step() const noexcept {
    return p_.outer == 0 ? 0 : p_.loops.loops[p_.outer - 1].strides[1];
  }
  void load_ones() noexcept {
    const size_t count = step() == 0 ? 1 : size_t(rows_);
    const float *ones = weights_.read(at_, step(), count, buffer_);
    if (ones != buffer_) std::memcpy(buffer_, ones, count * sizeof(float));
  }
  void repeat() noexcept {
    const float *first = weights_.read(at_, p_.stride, size_t(p_.period), buffer_);
    if (first != buffer_) std::memcpy(buffer_, first, size_t(p_.period) * sizeof(float));
    // What is there is copied behind itself; a row may be shorter than the array.
    const dim_t all = min(chunk_of(p_), p_.n);
    for (dim_t done = p_.period; done < all; done += min(done, all - done))
      std::memcpy(buffer_ + done, buffer_, size_t(min(done, all - done)) * sizeof(float));
  }

  const operand &weights_;
  const plan &p_;
  const bool is_direct_;
  dim_t at_ = -1, rows_ = 0;
  float buffer_[chunk];
};

// A run of rows, or a part of one, from `first` on.
struct some_rows {
  dim_t at, first, rows, n, step;
};

class forward_rows {
 public:
  forward_rows(const run_context &context) noexcept
      : backend_(context.parts_as<prelu_forward_backend>()),
        p_(context.plan_as<plan, prelu_op>()),
        op_(context.problem<prelu_op>()),
        src_(context, backend_.rows, DNNL_ARG_SRC, op_.src),
        weights_(context, backend_.rows, DNNL_ARG_WEIGHTS, op_.weights),
        dst_(context, backend_.rows, DNNL_ARG_DST, op_.dst) {}

  void run(const team &workers) const noexcept {
    const dim_t parts = div_up(p_.n, p_.per_item), all = iterations(p_.loops, 0, p_.outer) * parts;
    const dim_t per_worker = max<dim_t>(1, item_elements / p_.per_item);
    const dim_t extent = p_.outer == 0 ? 1 : p_.loops.loops[p_.outer - 1].extent;
    const dim_t step = p_.outer == 0 ? 0 : p_.loops.loops[p_.outer - 1].strides[0];
    parallel_for(workers, div_up(all, per_worker), [&](int64_t item, int) {
      row_weights w(weights_, src_.type, p_);
      const dim_t begin = item * per_worker, end = min(begin + per_worker, all);
      for (dim_t number = begin; number < end;) {
        const loop_walk row(p_.loops, 0, p_.outer, number / parts);
        const dim_t first = number % parts * p_.per_item;
        const dim_t count = w.most(min(end - number, extent - number % extent));
        w.prepare(row.offset(1), count);
        compute({row.offset(0), first, count, min(p_.per_item, p_.n - first), step}, w);
        number += count;
      }
    });
  }

 private:
  void compute(const some_rows &r, row_weights &w) const noexcept {
    const bool is_typed = is_prelu_type(src_.type);
    const dim_t step = is_typed && !w.is_buffered() ? r.n : chunk_of(p_);
    float buffer[chunk];
    for (dim_t i = 0; i < r.n; i += step) {
      const size_t n = size_t(min(step, r.n - i));
      const prelu_weights weights = w.get(r.first + i, n);
      const dim_t at = r.at + r.first + i;
      if (is_typed) {
        backend_.forward(
            {src_.type, src_.at(at), dst_.at(at), size_t(r.rows), n, size_t(r.step), weights});
        continue;
      }
      for (dim_t k = 0; k < r.rows; ++k) {
        prelu_weights own = weights;
        own.data = static_cast<const float *>(weights.data) + size_t(k) * weights.step;
        src_.read(at + k * r.step, n, buffer);
        backend_.forward({dnnl_f32, buffer, buffer, 1, n, 0, own});
        dst_.write(at + k * r.step, buffer, n);
      }
    }
  }

  const prelu_forward_backend &backend_;
  const plan &p_;
  const prelu_op &op_;
  const operand src_, weights_, dst_;
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
  prelu::forward_rows(context).run(context.workers);
}

}  // namespace dnnlet::drivers
