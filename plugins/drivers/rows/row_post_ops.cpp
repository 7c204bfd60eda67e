// SPDX-License-Identifier: Apache-2.0
// Post-ops on a row of f32 that is on its way to dst, one after the other:
//   eltwise  v = f(v; alpha, beta)    sum    v = v + scale * (dst - zero_point)
//   binary   v = v op src1            prelu  v = v > 0 ? v : v * weights
//   select   v = src2 ? v : src1
//   values f32[n], any alignment; operands of any type and any strides and blocks, repeated where
//   they have extent 1, disjoint from values; dst as it was before
//   scratch 0 B (3 KB of stack); error: that of plugins/kernels/rows for each post-op, and the
//   rounding of operands that f32 does not hold; oneDNN v3, post-ops
#include "plugins/drivers/rows/row_post_ops.h"

#include "core/kernel/binary.h"
#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

constexpr size_t chunk = 256;  // elements of an operand that are converted at a time

// Where a row begins, and which elements of dst it covers.
struct row_place {
  const dim_t *index;
  int axis;
  dim_t first;  // further along the axis
};

// A tensor that is read along a row of dst, repeated where its extent is one.
struct operand {
  const void *data;
  const memory_desc *md;
  data_type type;
};

// The offset of the element for dst's element `first` of the row.
dim_t offset_in(const memory_desc &md, const row_place &row) noexcept {
  dim_t at[max_ndims], offset = md.offset0;
  for (int d = 0; d < md.ndims; ++d) {
    const dim_t x = row.index[d] + (d == row.axis ? row.first : 0);
    at[d] = md.dims[d] == 1 ? 0 : x;
    offset += at[d] * md.blocked.strides[d];
  }
  return md.inner_nblks == 0 ? offset : offset_of(md, at);
}

// How many elements from here on along the axis have one distance, which is `stride`.
size_t run_length(const memory_desc &md, const row_place &row, size_t n, dim_t &stride) noexcept {
  stride = md.blocked.strides[row.axis];
  bool is_split = false;
  for (int i = 0; i < md.inner_nblks; ++i) is_split |= md.inner_idxs[i] == row.axis;
  if (!is_split) return n;
  stride = 1;
  const int last = md.inner_nblks - 1;
  if (md.inner_idxs[last] != row.axis) return 1;
  const dim_t block = md.blocked.inner_blks[last];
  return size_t(min<dim_t>(dim_t(n), block - (row.index[row.axis] + row.first) % block));
}

void load_strided(const operand &from, size_t offset, size_t stride, float *values,
                  size_t n) noexcept {
  if (from.type == dnnl_f32) {
    const float *row = static_cast<const float *>(from.data) + offset;
    for (size_t i = 0; i < n; ++i) values[i] = row[i * stride];
    return;
  }
  for (size_t i = 0; i < n; ++i)
    values[i] = float(load_element(from.type, from.data, int64_t(offset + i * stride)));
}

// The post-ops of one row.
class row_of_values {
 public:
  row_of_values(const row_backend &rows, const row_place &row, float *values, size_t n) noexcept
      : rows_(rows), row_(row), values_(values), n_(n) {}

  void apply(row_function f, float alpha, float beta) const noexcept {
    rows_.apply(f, values_, nullptr, values_, n_, alpha, beta);
  }

  // values[i] = f(values[i], operand[i])
  [[gnu::noinline]] void combine(row_function f, float alpha, float beta,
                                 const operand &from) const noexcept {
    float buffer[chunk];
    for (size_t i = 0; i < n_; i += chunk) {
      const size_t count = min(chunk, n_ - i);
      const float *b = read(from, i, buffer, count);
      rows_.apply(f, values_ + i, b, values_ + i, count, alpha, beta);
    }
  }

  // values[i] = condition[i] ? values[i] : other[i]
  void select(const operand &other, const operand &condition) const noexcept {
    float other_buffer[chunk], condition_buffer[chunk];
    for (size_t i = 0; i < n_; i += chunk) {
      const size_t count = min(chunk, n_ - i);
      const float *b = read(other, i, other_buffer, count);
      const float *c = read(condition, i, condition_buffer, count);
      for (size_t j = 0; j < count; ++j)
        if (c[j] == 0) values_[i + j] = b[j];
    }
  }

 private:
  // n <= chunk elements of the operand from number `first` on, in `buffer` or where they are.
  [[gnu::noinline]] const float *read(const operand &from, size_t first, float *buffer,
                                      size_t n) const noexcept {
    row_place row = row_;
    row.first = dim_t(first);
    if (from.md->dims[row.axis] == 1) {
      load_strided(from, size_t(offset_in(*from.md, row)), 1, buffer, 1);
      for (size_t i = 1; i < n; ++i) buffer[i] = buffer[0];
      return buffer;
    }
    for (size_t done = 0; done < n;) {
      dim_t stride;
      const size_t run = run_length(*from.md, row, n - done, stride);
      const size_t offset = size_t(offset_in(*from.md, row));
      if (stride != 1)
        load_strided(from, offset, size_t(stride), buffer + done, run);
      else if (run == n && from.type == dnnl_f32)
        return static_cast<const float *>(from.data) + offset;
      else
        rows_.load(from.type, from.data, offset, buffer + done, run);
      done += run;
      row.first += dim_t(run);
    }
    return buffer;
  }

  const row_backend &rows_;
  const row_place row_;
  float *const values_;
  const size_t n_;
};

// Weights of prelu have dst's extents where the mask says so, and else 1.
bool fits_mask(const memory_desc &weights, int mask, const memory_desc &dst) noexcept {
  if (!is_blocked(weights) || weights.ndims != dst.ndims) return false;
  for (int d = 0; d < dst.ndims; ++d)
    if (weights.dims[d] != (mask >> d & 1 ? dst.dims[d] : 1)) return false;
  return true;
}

// Their layout when the memory does not tell: dense, with the channels innermost.
void lay_out_prelu_weights(int mask, const memory_desc &dst, memory_desc &md) noexcept {
  md.ndims = dst.ndims;
  md.inner_nblks = 0;
  md.offset0 = 0;
  dim_t stride = 1;
  for (int i = 0; i < dst.ndims; ++i) {
    const int d = i == 0 && dst.ndims > 1 ? 1 : i < dst.ndims - 1 ? dst.ndims - i : 0;
    md.dims[d] = mask >> d & 1 ? dst.dims[d] : 1;
    md.blocked.strides[d] = stride;
    stride *= md.dims[d];
  }
}

bool is_readable(const memory_desc &operand, const memory_desc &dst) noexcept {
  return is_blocked(operand) && !has_runtime_dims(operand) && operand.ndims == dst.ndims;
}

refusal check(const post_ops &ops, int index, const memory_desc &dst) noexcept {
  const post_op &op = ops.entries[index];
  switch (op.kind) {
    case dnnl_sum:
    case dnnl_prelu: return accepted;
    case dnnl_eltwise:
      return has_eltwise_row(op.eltwise.alg, op.eltwise.beta) ? accepted
                                                              : "a post-op's function is unknown";
    case dnnl_binary:
      if (!is_binary_alg(op.binary.alg)) return "a post-op's function is unknown";
      if (!is_readable(ops.operand(op.binary.src1), dst))
        return "the layout of a post-op's operand is unknown";
      if (op.binary.alg == dnnl_binary_select && !is_readable(ops.operand(op.binary.src2), dst))
        return "the layout of a post-op's condition is unknown";
      return accepted;
    default: return "a post-op is not element-wise";
  }
}

// What a post-op with one operand does.
struct combination {
  row_function f;
  float alpha, beta;
  operand from;
  memory_desc dense;  // what `from` may be described by
};

// False for others.
bool find_combination(const row_backend &rows, const run_context &context, const memory_desc &dst,
                      int i, combination &c) noexcept {
  const post_ops &ops = context.attr->post_ops;
  const post_op &op = ops.entries[i];
  const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(i);
  c.alpha = c.beta = 0;
  switch (op.kind) {
    case dnnl_sum: {
      const bool as_dst = op.sum.data_type == dnnl_data_type_undef;
      c.f = rows.sum;
      c.alpha = op.sum.scale;
      c.beta = float(op.sum.zero_point);
      c.from = {context.data(DNNL_ARG_DST), &dst, as_dst ? dst.data_type : op.sum.data_type};
      return true;
    }
    case dnnl_binary: {
      if (op.binary.alg == dnnl_binary_select) return false;
      const memory_desc &src1 = ops.operand(op.binary.src1);
      c.f = rows.binary(op.binary.alg);
      c.from = {context.data(arg | DNNL_ARG_SRC_1), &src1, src1.data_type};
      return true;
    }
    case dnnl_prelu: {
      const dnnl_memory &weights = *context.memory(arg | DNNL_ARG_WEIGHTS);
      const bool fits = fits_mask(weights.md, op.prelu.mask, dst);
      if (!fits) lay_out_prelu_weights(op.prelu.mask, dst, c.dense);
      c.f = rows.prelu;
      c.from = {data_of(weights), fits ? &weights.md : &c.dense, dnnl_f32};
      return true;
    }
    default: return false;
  }
}

}  // namespace

refusal check_row_post_ops(const attributes &attr, const memory_desc &dst, int begin,
                           int end) noexcept {
  if (end < 0) end = attr.post_ops.entries.count;
  if (begin < end && has_runtime_dims(dst)) return "post-ops need the sizes of dst";
  for (int i = begin; i < end; ++i)
    if (const refusal reason = check(attr.post_ops, i, dst)) return reason;
  return accepted;
}

void apply_row_post_ops(const row_backend &rows, const run_context &context, const memory_desc &dst,
                        float *values, size_t n, const dim_t *index, int axis, int begin,
                        int end) noexcept {
  const row_of_values row(rows, {index, axis, 0}, values, n);
  for (int i = begin; i < end; ++i) {
    const post_ops &ops = context.attr->post_ops;
    const post_op &op = ops.entries[i];
    combination c;
    if (op.kind == dnnl_eltwise) {
      const eltwise_post_op &e = op.eltwise;
      row.apply(rows.eltwise(e.alg, e.alpha, e.beta), e.alpha, e.beta);
    } else if (find_combination(rows, context, dst, i, c)) {
      row.combine(c.f, c.alpha, c.beta, c.from);
    } else if (op.kind == dnnl_binary) {
      const memory_desc &src1 = ops.operand(op.binary.src1), &src2 = ops.operand(op.binary.src2);
      const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(i);
      row.select({context.data(arg | DNNL_ARG_SRC_1), &src1, src1.data_type},
                 {context.data(arg | DNNL_ARG_SRC_2), &src2, src2.data_type});
    }
  }
}

bool find_combined_rows(const row_backend &rows, const run_context &context, const memory_desc &dst,
                        const row_block &block, int i, combined_rows &r) noexcept {
  combination c;
  if (!find_combination(rows, context, dst, i, c)) return false;
  const memory_desc &md = *c.from.md;
  if (is_four_bit_type(c.from.type)) return false;  // a row may begin within a byte
  for (int k = 0; k < md.inner_nblks; ++k)
    if (md.inner_idxs[k] == block.row_axis) return false;
  const row_place place = {block.index, block.axis, 0};
  dim_t stride;
  const auto run = dim_t(run_length(md, place, size_t(block.columns), stride));
  const bool is_one = md.dims[block.axis] == 1;
  if (stride != 1 && !is_one) return false;
  const dim_t offset = offset_in(md, place);
  r = {block.values,
       block.rows,
       block.stride,
       is_one ? block.columns : run,
       static_cast<const char *>(c.from.data) + offset * dim_t(type_size(c.from.type)),
       c.from.type,
       md.dims[block.row_axis] == 1 ? 0 : md.blocked.strides[block.row_axis] * block.step,
       is_one,
       c.f,
       c.alpha,
       c.beta};
  return true;
}

}  // namespace dnnlet::drivers
