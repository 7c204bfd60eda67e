// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/matmul/shape.h"

#include <utility>

#include "core/kernel/quantization.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/matmul/packed.h"

namespace dnnlet::drivers {

namespace {

// Dimensions, as bits, along which values may differ: those that are dst's.
uint16_t shared_with(const memory_desc &dst, const memory_desc &md, int end) noexcept {
  unsigned bits = 0;
  for (int d = 0; d < end; ++d)
    if (md.dims[d] == dst.dims[d]) bits |= 1u << d;
  return uint16_t(bits);
}

// What repeats has extent 1, and what has it may have any stride.
dim_t batch_step(const memory_desc &md, int d) noexcept {
  return md.dims[d] == 1 ? 0 : md.blocked.strides[d];
}

matrix matrix_of(const memory_desc &md) noexcept {
  const int row = md.ndims - 2, col = md.ndims - 1;
  // Along one element there are no steps; neighbours are what is liked best.
  return {md.data_type, nullptr,
          md.dims[row] == 1 ? max<dim_t>(md.dims[col], 1) : md.blocked.strides[row],
          md.dims[col] == 1 ? 1 : md.blocked.strides[col]};
}

bool follow_each_other(const memory_desc &md, int d) noexcept {
  // Without a sign, since what is not known yet overflows.
  const auto inner = uint64_t(md.blocked.strides[d + 1]);
  return uint64_t(md.blocked.strides[d]) == inner * uint64_t(md.dims[d + 1]);
}

// Batches that multiply the same weights are rows.
bool folds(const matmul_op &op, const attributes &attr) noexcept {
  const quantization *q = find(attr.zero_points, DNNL_ARG_SRC);
  if (q && q->mask != 0) return false;
  for (int d = 0; d < op.dst.ndims - 2; ++d)
    if (op.weights.dims[d] != 1 || op.src.dims[d] != op.dst.dims[d] ||
        !follow_each_other(op.src, d) || !follow_each_other(op.dst, d))
      return false;
  return true;
}

group_values values_of(const quantization *q, const memory_desc &weights) noexcept {
  if (!q) return {dnnl_f32, nullptr, 0, 1, 1, 0, 0};
  const int row = weights.ndims - 2, col = weights.ndims - 1;
  const value_layout v = layout_of(*q, weights.ndims, weights.dims);
  const dim_t k_step = v.strides[row], col_step = v.strides[col];
  return {q->data_type,
          nullptr,
          0,
          k_step == 0 ? max<dim_t>(weights.dims[row], 1) : v.groups[row],
          col_step == 0 ? max<dim_t>(weights.dims[col], 1) : v.groups[col],
          k_step,
          col_step};
}

void walk_batches(const matmul_op &op, const attributes &attr, const weights_values &values,
                  dim_t panel_size, batch_walk &w) noexcept {
  const memory_desc &b = op.weights;
  value_layout scales = {}, zero_points = {};
  if (values.scales) scales = layout_of(*find(attr.scales, DNNL_ARG_WEIGHTS), b.ndims, b.dims);
  if (values.zero_points)
    zero_points = layout_of(*find(attr.zero_points, DNNL_ARG_WEIGHTS), b.ndims, b.dims);
  w.ndims = op.dst.ndims - 2;
  dim_t panels = panel_size;
  for (int d = w.ndims - 1; d >= 0; --d) {
    const bool repeats = b.dims[d] == 1;
    w.dims[d] = op.dst.dims[d];
    w.steps[d][batch_a] = batch_step(op.src, d);
    w.steps[d][batch_b] = repeats ? 0 : panel_size > 0 ? panels : b.blocked.strides[d];
    w.steps[d][batch_c] = op.dst.blocked.strides[d];
    w.steps[d][batch_scales] = repeats ? 0 : scales.strides[d];
    w.steps[d][batch_zero_points] = repeats ? 0 : zero_points.strides[d];
    panels *= b.dims[d];
  }
}

void find_values(const run_context &context, int kind, group_values &v) noexcept {
  const dnnl_memory &memory = *context.memory(kind | DNNL_ARG_WEIGHTS);
  v.data = data_of(memory);
  v.first = is_blocked(memory.md) ? memory.md.offset0 : 0;
}

}  // namespace

weights_values values_in(const attributes &attr, const memory_desc &weights) noexcept {
  const quantization *scales = find(attr.scales, DNNL_ARG_WEIGHTS);
  const int k_bit = 1 << (weights.ndims - 2);
  return {scales && (scales->mask & k_bit) != 0,
          find(attr.zero_points, DNNL_ARG_WEIGHTS) != nullptr};
}

gemm_tensors tensors_of(const matmul_op &op, const matmul_form &form) noexcept {
  const int last = op.dst.ndims - 1;
  if (form.is_transposed) {
    const uint16_t row = uint16_t(1u << (last - 1)), batches = uint16_t(row - 1);
    const uint16_t shared = shared_with(op.dst, op.src, last - 1);
    return {{&op.weights, DNNL_ARG_WEIGHTS,
             uint16_t((shared_with(op.dst, op.weights, last + 1) & (batches | 1u << last))), 0},
            {&op.src, DNNL_ARG_SRC, shared, row},
            {&op.dst, DNNL_ARG_DST, uint16_t(batches | 1u << last), row},
            &op.bias,
            DNNL_ARG_BIAS,
            last - 1};
  }
  const auto column = uint16_t(1u << last);
  return {{&op.src, DNNL_ARG_SRC, shared_with(op.dst, op.src, last), 0},
          {&op.weights, DNNL_ARG_WEIGHTS, shared_with(op.dst, op.weights, last - 1), column},
          {&op.dst, DNNL_ARG_DST, shared_with(op.dst, op.dst, last), column},
          &op.bias,
          DNNL_ARG_BIAS,
          last,
          form.values.scales ? DNNL_ARG_WEIGHTS : 0};
}

namespace {

// Rows and columns of C change places, and so do A and B.
void transpose(multiply_problem &p, batch_walk &w) noexcept {
  std::swap(p.m, p.n);
  std::swap(p.a, p.b);
  std::swap(p.a.row_step, p.a.col_step);
  std::swap(p.b.row_step, p.b.col_step);
  for (int d = 0; p.batches && d < w.ndims; ++d)
    std::swap(w.steps[d][batch_a], w.steps[d][batch_b]);
}

}  // namespace

bool find_shape(const matmul_op &op, const attributes &attr, const matmul_form &form,
                matmul_shape &shape) noexcept {
  if (!is_plain(op.src) || !is_plain(op.dst) || (form.panel_columns == 0 && !is_plain(op.weights)))
    return false;
  const matmul_sizes s = sizes_of(op);
  multiply_problem &p = shape.problem;
  p = {};
  const bool is_folded = !form.is_transposed && folds(op, attr);
  p.m = is_folded ? s.batch * s.m : s.m;
  p.n = s.n;
  p.k = s.k;
  p.a = matrix_of(op.src);
  if (is_folded && s.batch > 1) p.a.row_step = op.src.blocked.strides[op.src.ndims - 2];
  p.b = form.panel_columns ? matrix{op.weights.data_type, nullptr, 0, 0} : matrix_of(op.weights);
  p.panel_columns = form.panel_columns;
  if (has_type(dnnl_s8) && form.unpacks) p.unpack_b = unpack_weights;
  // Of a dot product, neighbours are along K: 8 MB took ten times as long column by column.
  const bool is_dot = p.m == 1 && p.n == 1 && p.b.row_step == 1 && p.b.col_step == 1;
  if (is_dot && !is_four_bit_type(p.b.type)) p.b.col_step = s.k;
  if (!is_folded && s.batch_ndims > 0) {
    const dim_t panel_size =
        form.panel_columns ? round_up(s.n, form.panel_columns) * round_up(s.k, form.step) : 0;
    walk_batches(op, attr, form.values, panel_size, shape.batches);
    p.batches = &shape.batches;
  }
  const quantization *scales = find(attr.scales, DNNL_ARG_WEIGHTS);
  const quantization *zero_points = find(attr.zero_points, DNNL_ARG_WEIGHTS);
  if (form.values.scales || form.values.zero_points) {
    shape.values = {values_of(form.values.scales ? scales : nullptr, op.weights),
                    values_of(form.values.zero_points ? zero_points : nullptr, op.weights)};
    p.b_values = &shape.values;
  }
  if (form.is_transposed) transpose(p, shape.batches);
  return true;
}

void find_data(const run_context &context, const matmul_op &op, const matmul_form &form,
               matmul_shape &shape) noexcept {
  multiply_problem &p = shape.problem;
  (form.is_transposed ? p.b : p.a).data = first_byte(context, DNNL_ARG_SRC, op.src);
  (form.is_transposed ? p.a : p.b).data = first_byte(context, DNNL_ARG_WEIGHTS, op.weights);
  if (form.values.scales) find_values(context, DNNL_ARG_ATTR_SCALES, shape.values.scales);
  if (form.values.zero_points)
    find_values(context, DNNL_ARG_ATTR_ZERO_POINTS, shape.values.zero_points);
}

}  // namespace dnnlet::drivers
