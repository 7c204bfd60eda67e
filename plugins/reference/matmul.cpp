// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/matmul.h"

#include <cmath>

#include "core/kernel/packed.h"
#include "core/support/built_types.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"
#include "plugins/reference/random.h"
#include "plugins/reference/sparse_matmul.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<matmul_op>();
  if (is_packed_here(op.weights)) request.add_scratch(size_of(row_major_of(op.weights)));
  return lay_out_plain(op.src, op.weights, op.bias, op.dst) ? accepted : "sizes overflow";
}

// The index of what is repeated where its extent is 1.
void set_broadcast_index(dim_t *index, const memory_desc &md, const dim_t *dst_index) noexcept {
  for (int d = 0; d < md.ndims; ++d) index[d] = md.dims[d] == 1 ? 0 : dst_index[d];
}

// src or weights, and what the elements stand for.
struct factor {
  tensor elements;
  quantization_values scales, zero_points;
  int k_dim;
};

factor factor_of(const run_context &context, int arg, const tensor &elements, int k_dim) noexcept {
  const memory_desc &md = elements.md();
  return {elements, scales_of(context, arg, md), zero_points_of(context, arg, md), k_dim};
}

// The elements of one factor along K.
class k_walk {
 public:
  k_walk(const factor &f, const dim_t *dst_index) noexcept : f_(f) {
    const memory_desc &md = f.elements.md();
    set_broadcast_index(index_, md, dst_index);
    index_[f.k_dim] = 0;
    if (!is_plain(md)) return;
    first_ = offset_of(md, index_);
    step_ = md.blocked.strides[f.k_dim];
  }

  void go_to(dim_t k) noexcept { index_[f_.k_dim] = k; }
  double element() const noexcept {
    if (!is_plain(f_.elements.md())) return f_.elements.get(index_);
    return load_element(f_.elements.md().data_type, f_.elements.data(),
                        first_ + index_[f_.k_dim] * step_);
  }
  double zero_point() const noexcept { return f_.zero_points.at(index_); }
  double scale() const noexcept { return f_.scales.at(index_); }
  const dim_t *index() const noexcept { return index_; }

 private:
  const factor &f_;
  dim_t index_[max_ndims];
  dim_t first_ = 0, step_ = 0;
};

// One execution.
class product {
 public:
  product(const run_context &context, const matmul_op &op, void *weights) noexcept
      : op_(op),
        k_(op.src.dims[op.src.ndims - 1]),
        src_(factor_of(context, DNNL_ARG_SRC, tensor_of(context, DNNL_ARG_SRC, op.src),
                       op.src.ndims - 1)),
        weights_(factor_of(context, DNNL_ARG_WEIGHTS, {op.weights, weights}, op.src.ndims - 2)),
        reductions_(context, find(context.attr->precomputed_reductions, DNNL_ARG_SRC),
                    DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS | DNNL_ARG_SRC, op.src, 0),
        bias_(tensor_of(context, DNNL_ARG_BIAS, op.bias)),
        dst_(tensor_of(context, DNNL_ARG_DST, op.dst)),
        post_ops_(context, op_.dst),
        dropout_(context) {
    const attributes &attr = *context.attr;
    if (const quantization *q = find(attr.precomputed_reductions, DNNL_ARG_SRC))
      step_ = q->group_ndims == 2 ? q->groups[1] : 1;
    limit_step(find(attr.scales, DNNL_ARG_SRC), src_.k_dim, 1);
    limit_step(find(attr.scales, DNNL_ARG_WEIGHTS), weights_.k_dim, 0);
    limit_step(find(attr.zero_points, DNNL_ARG_SRC), src_.k_dim, 1);
    limit_step(find(attr.zero_points, DNNL_ARG_WEIGHTS), weights_.k_dim, 0);
  }

  const tensor &dst() const noexcept { return dst_; }
  // What is still to be divided by dst's scale.
  double at(const dim_t *index) const noexcept {
    double value = sum(index);
    if (bias_) {
      dim_t bias_index[max_ndims];
      set_broadcast_index(bias_index, op_.bias, index);
      value += bias_.get(bias_index);
    }
    value = dropout_.apply(value, index, offset_of(op_.dst, index));
    return post_ops_.apply(value, dst_, index);
  }

 private:
  // What users reduced stands for the sums that zero points of weights are multiplied by.
  double sum(const dim_t *index) const noexcept {
    k_walk a(src_, index), b(weights_, index);
    double total = 0;
    for (dim_t k = 0; k < k_; ++k) {
      a.go_to(k);
      b.go_to(k);
      const double scale = a.scale() * b.scale();
      const double x = a.element() - a.zero_point();
      if (!has_integer_types || !reductions_) {
        total += x * (b.element() - b.zero_point()) * scale;
        continue;
      }
      total += x * b.element() * scale;
      if (k % step_ == 0) total -= reductions_.at(a.index()) * b.zero_point() * scale;
    }
    return total;
  }

  // A reduction is subtracted once in each of the smallest groups along K: where its own are larger
  // than those of scales, oneDNN counts it with each of the scales.
  void limit_step(const quantization *q, int k_dim, int along_k) noexcept {
    if (!q || q->group_ndims != 2 || !(q->mask >> k_dim & 1)) return;
    if (q->groups[along_k] < step_) step_ = q->groups[along_k];
  }

  const matmul_op &op_;
  const dim_t k_;
  const factor src_, weights_;
  const quantization_values reductions_;
  dim_t step_ = 1;
  const tensor bias_, dst_;
  const post_op_chain post_ops_;
  const dropout_values dropout_;
};

void run_with_given_scales(const run_context &context, const product &p) noexcept {
  const memory_desc &md = p.dst().md();
  const quantization_values scales = scales_of(context, DNNL_ARG_DST, md);
  const quantization_values zero_points = zero_points_of(context, DNNL_ARG_DST, md);
  const rounding_writer out(context, DNNL_ARG_DST, p.dst());
  for_each_index(context, md, [&](const dim_t *index) {
    out.set(index, p.at(index) / scales.at(index) + zero_points.at(index));
  });
}

// The largest number of a type of 4 or 8 bits.
double largest_of(data_type type) noexcept {
  switch (type) {
    case dnnl_f8_e5m2: return 57344;
    case dnnl_f8_e4m3: return 448;
    case dnnl_f4_e2m1: return 6;
    default: return 16;  // f4_e3m0
  }
}

double power_of_two_below(double value) noexcept {
  int exponent;
  std::frexp(value, &exponent);
  return std::ldexp(1, exponent - 1);
}

// What a group of dst is divided by, so that the largest of its numbers fits.
double dynamic_scale(const quantization &q, data_type dst, double largest) noexcept {
  double scale = largest / largest_of(dst);
  if (q.mode == dnnl_quantization_mode_dynamic_mx)
    scale = largest > 0 ? power_of_two_below(largest) / power_of_two_below(largest_of(dst)) : 0;
  else if (largest == 0)
    scale = 1;
  uint8_t rounded;
  store_element(q.data_type, &rounded, 0, scale);
  return load_element(q.data_type, &rounded, 0);
}

// Scales are made of dst: group by group along its rows.
void run_with_dynamic_scales(const run_context &context, const product &p,
                             const quantization &q) noexcept {
  const memory_desc &md = p.dst().md();
  const int last = md.ndims - 1;
  const dim_t group = q.groups[q.group_ndims - 1];
  const tensor scales = tensor_of(context, DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST);
  const value_layout layout = layout_of(q, md.ndims, md.dims);
  const rounding_writer out(context, DNNL_ARG_DST, p.dst());
  memory_desc groups = md;
  groups.dims[last] /= group;
  for_each_index(context, groups, [&](const dim_t *group_index) {
    dim_t index[max_ndims] = {}, scale_at = scales.md().offset0;
    for (int d = 0; d <= last; ++d) index[d] = group_index[d];
    index[last] *= group;
    for (int d = 0; d <= last; ++d) scale_at += index[d] / layout.groups[d] * layout.strides[d];
    double largest = 0;
    for (dim_t i = 0; i < group; ++i, ++index[last])
      largest = std::fmax(largest, std::fabs(p.at(index)));
    index[last] -= group;
    const double scale = dynamic_scale(q, md.data_type, largest);
    store_element(q.data_type, scales.data(), scale_at, scale);
    for (dim_t i = 0; i < group; ++i, ++index[last]) out.set(index, p.at(index) / scale);
  });
}

// Packed weights, with all of their elements and row-major from now on.
void *unpack_weights(const run_context &context, matmul_op &op) noexcept {
  const dnnl_memory &packed = *context.memory(DNNL_ARG_WEIGHTS);
  op.weights = row_major_of(packed.md);
  if (has_zero_dim(op.weights)) return context.scratchpad;
  auto *elements = reinterpret_cast<int8_t *>(context.scratchpad);
  const dim_t columns = packed_columns(packed.md);
  parallel_for(context.workers, packed_rows(packed.md), [&](int64_t r, int) {
    unpack(packed, {r, 1, 0, columns}, nullptr, elements + r * columns, columns);
  });
  return elements;
}

void run(const run_context &context) {
  matmul_op op = operation_of(context);
  if (has_zero_dim(op.dst)) return;
  void *weights =
      is_packed_here(op.weights) ? unpack_weights(context, op) : context.data(DNNL_ARG_WEIGHTS);
  if (is_sparse(op.src) || is_sparse(op.weights)) return run_sparse_matmul(context, op);
  const product p(context, op, weights);
  const quantization *scales = find(context.attr->scales, DNNL_ARG_DST);
  if (has_small_types && scales && scales->mode != dnnl_quantization_mode_static_sazp)
    return run_with_dynamic_scales(context, p, *scales);
  run_with_given_scales(context, p);
}

constexpr kernel rows[] = {{"reference:matmul", plan, run}};

}  // namespace

extern const kernel_rows matmul = all_of(rows);

}  // namespace dnnlet::reference
