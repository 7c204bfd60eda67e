// SPDX-License-Identifier: Apache-2.0
// reduction_folds; five facts: plugins/kernels/reduction/reduction.cpp.
#include "plugins/drivers/rows/folds.h"

#include <cfloat>

#include "core/kernel/reduction.h"
#include "plugins/drivers/reduction/reduction.h"
#include "plugins/drivers/rows/row_post_ops.h"

namespace dnnlet::drivers {

namespace {

bool is_taken(data_type type) noexcept {
  switch (type) {
    case dnnl_f32:
    case dnnl_bf16:
    case dnnl_f16:
    case dnnl_s8:
    case dnnl_u8: return true;
    default: return false;
  }
}

// Where maxima begin, or minima.
float bound_of(dnnl_alg_kind_t alg, data_type type) noexcept {
  const bool is_max = alg == dnnl_reduction_max;
  switch (type) {
    case dnnl_bf16: return is_max ? -0x1.FEp127f : 0x1.FEp127f;
    case dnnl_f16: return is_max ? -65504.0f : 65504.0f;
    case dnnl_s8: return is_max ? -128.0f : 127.0f;
    case dnnl_u8: return is_max ? 0.0f : 255.0f;
    default: return is_max ? -FLT_MAX : FLT_MAX;
  }
}

struct source {
  const row_backend &rows;
  const row_fold &fold;
  fold_functions functions;  // null where elements go through a buffer
  float exponent;
  data_type type;
  size_t size;
  const char *data;  // at offset 0 of the layout

  void each(const fold_rows &r, float *values) const noexcept {
    if (functions.each)
      return functions.each(data + r.at(0) * size, r.step(0), r.count, r.n, fold.sign, values);
    float buffer[max_fold_chunk];
    for (size_t i = 0; i < r.count; ++i)
      fold.f32.each(read(r, i, buffer), 0, 1, r.n, fold.sign, values + i);
  }
  void add(const fold_rows &r, float *acc) const noexcept {
    if (functions.add)
      return functions.add(acc, data + r.at(0) * size, r.step(0), r.count, r.n, fold.sign);
    float buffer[max_fold_chunk];
    for (size_t i = 0; i < r.count; ++i)
      fold.f32.add(acc, read(r, i, buffer), 0, 1, r.n, fold.sign);
  }

 private:
  const float *read(const fold_rows &r, size_t i, float *buffer) const noexcept {
    rows.load(type, data, r.at(0) + i * r.step(0), buffer, r.n);
    if (fold.before) fold.before(buffer, r.n, exponent);
    return buffer;
  }
};

class sink {
 public:
  sink(const run_context &context, const reduction_backend &backend, const fold_plan &p) noexcept
      : context_(context),
        backend_(backend),
        op_(context.problem<reduction_op>()),
        by_index_(p.by_index) {
    const row_loop &along = p.by_rows ? p.loops.loops[max(p.kept - 1, 0)] : p.loops.innermost();
    const bool is_one = p.by_rows && p.kept == 0;
    stride_ = is_one ? 1 : along.strides[1];
    axis_ = is_one ? 0 : along.dim;
    data_ = first_byte(context, DNNL_ARG_DST, op_.dst);
    const double count = double(elements(op_.src)) / double(elements(op_.dst));
    how_ = {op_.head.alg, float(count), op_.p, op_.eps, bound_of(op_.head.alg, op_.src.data_type)};
  }

  void write(const loop_walk &kept, dim_t first, size_t n, float *values) const noexcept {
    backend_.finish(how_, values, n);
    const int post_ops = context_.attr->post_ops.entries.count;
    if (post_ops > 0) {
      dim_t index[max_ndims] = {}, inside = dim_t(n);
      if (by_index_) {
        kept.add_to(index);
        index[axis_] += first;
        // In a block of a dimension that is padded, not all of the row is in dst.
        inside = min(inside, op_.dst.dims[axis_] - index[axis_]);
      }
      apply_row_post_ops(backend_.rows, context_, op_.dst, values, size_t(inside), index, axis_, 0,
                         post_ops);
    }
    const dim_t at = kept.offset(1) + first * stride_;
    if (stride_ == 1) return backend_.rows.store(op_.dst.data_type, data_, size_t(at), values, n);
    for (size_t i = 0; i < n; ++i)
      store_element(op_.dst.data_type, data_, at + dim_t(i) * stride_, double(values[i]));
  }

 private:
  const run_context &context_;
  const reduction_backend &backend_;
  const reduction_op &op_;
  const bool by_index_;
  dim_t stride_;
  int axis_;
  char *data_;
  reduction_finish how_;
};

// Functions are the same for all elements, but not for padding, which stays zero; other post-ops
// have operands. Where loops merge, rows are long: means of 28x28 with one take a tenth.
bool need_index(const post_ops &ops, const memory_desc &dst) noexcept {
  bool all_alike = !has_padding(dst);
  for (int i = 0; i < ops.entries.count; ++i) all_alike &= ops.entries[i].kind == dnnl_eltwise;
  return !all_alike && ops.entries.count > 0;
}

}  // namespace

refusal plan_reduction_folds(plan_request &request) {
  const auto &op = request.problem<reduction_op>();
  auto &p = request.make_plan<fold_plan, reduction_op>();
  if (!is_taken(op.src.data_type) || !is_taken(op.dst.data_type))
    return "a data type is not reduced in f32";
  if (const refusal reason = check_row_post_ops(*request.attr, op.dst)) return reason;
  unsigned reduced = 0;
  for (int d = 0; d < op.src.ndims; ++d)
    if (op.dst.dims[d] != op.src.dims[d]) reduced |= 1u << d;
  p.by_index = need_index(request.attr->post_ops, op.dst);
  if (const refusal reason = find_loops({{&op.src, &op.dst}, reduced, p.by_index}, p.loops))
    return reason;
  const row_fold &fold = request.parts_as<reduction_backend>().fold(op.head.alg, op.p);
  const bool is_direct = functions_for(fold, op.src.data_type).each != nullptr;
  if (const refusal reason = plan_folds(p, is_direct)) return reason;
  request.add_scratch(fold_scratch_bytes(p));
  return accepted;
}

void run_reduction_folds(const run_context &context) noexcept {
  const auto &backend = context.parts_as<reduction_backend>();
  const auto &op = context.problem<reduction_op>();
  const auto &p = context.plan_as<fold_plan, reduction_op>();
  const row_fold &fold = backend.fold(op.head.alg, op.p);
  const data_type type = op.src.data_type;
  const source from{backend.rows,
                    fold,
                    functions_for(fold, type),
                    op.p,
                    type,
                    type_size(type),
                    first_byte(context, DNNL_ARG_SRC, op.src)};
  const sink to(context, backend, p);
  folder<source, sink>(context, p, fold, from, to).run();
}

}  // namespace dnnlet::drivers
