// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/reorder.h"

#include <cmath>

#include "core/kernel/packed.h"
#include "plugins/reference/quantization.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  constexpr unsigned taken = uses_scales | uses_zero_points | uses_post_ops | uses_rnn_quantization;
  const memory_desc &dst = request.problem<reorder_op>().dst;
  if (is_packed_here(dst)) request.add_scratch(size_of(row_major_of(dst)));
  return kinds_in(*request.attr) & ~taken ? "an attribute that reorder does not have" : accepted;
}

// The tensor of one execution: where the descriptor left something open, the memory has it.
tensor actual_tensor(const run_context &context, int arg, const memory_desc &md) noexcept {
  return has_runtime_dims(md) ? tensor_of(context, arg) : tensor_of(context, arg, md);
}

// One reorder: what becomes of the element at an index.
class elements {
 public:
  elements(const run_context &context, const tensor &src, const tensor &dst) noexcept
      : src_(src),
        dst_(dst),
        src_scales_(scales_of(context, DNNL_ARG_FROM, src.md())),
        dst_scales_(scales_of(context, DNNL_ARG_TO, dst.md())),
        src_zero_points_(zero_points_of(context, DNNL_ARG_FROM, src.md())),
        dst_zero_points_(zero_points_of(context, DNNL_ARG_TO, dst.md())),
        rnn_(context.attr->rnn),
        is_for_rnn_(kinds_in(*context.attr) & uses_rnn_quantization) {
    const int at = find_post_op(context.attr->post_ops, dnnl_sum);
    if (at >= 0) sum_ = context.attr->post_ops.entries[at].sum;
    if (sum_.data_type == dnnl_data_type_undef) sum_.data_type = dst.md().data_type;
  }

  void copy(const dim_t *index) const noexcept {
    copy_element(src_.md().data_type, src_.data(), offset_of(src_.md(), index), dst_.data(),
                 offset_of(dst_.md(), index));
  }

  // Computes in Real: float, as SIMD kernels do, so that they can be compared bit by bit, or double
  // where one of the types is wider than that.
  template <class Real>
  void convert(const dim_t *index) const noexcept {
    Real x = Real(src_.get(index));
    if (src_zero_points_) x -= Real(src_zero_points_.at(index));
    if (src_scales_) x *= Real(src_scales_.at(index));
    if (sum_.scale != 0) {
      const Real old = Real(load_element(sum_.data_type, dst_.data(), offset_of(dst_.md(), index)));
      x = std::fma(Real(sum_.scale), old - Real(sum_.zero_point), x);
    }
    if (is_for_rnn_) x = quantized_for_rnn(x, index);
    if (dst_scales_) x /= Real(dst_scales_.at(index));
    if (dst_zero_points_) x += Real(dst_zero_points_.at(index));
    dst_.set(index, saturated_as_f32(dst_.md().data_type, x));
  }

 private:
  template <class Real>
  Real quantized_for_rnn(Real x, const dim_t *index) const noexcept {
    const int ndims = dst_.md().ndims;
    const rnn_reorder r = rnn_reorder_of(rnn_, ndims);
    if (!r.scales) return x * Real(rnn_.data_scale) + Real(rnn_.data_shift);
    dim_t at = 0;
    for (int d = 0; d < ndims; ++d)
      if (r.mask & 1 << d) at = at * dst_.md().dims[d] + index[d];
    return x * Real((*r.scales)[int(at)]);
  }

  const tensor &src_, &dst_;
  quantization_values src_scales_, dst_scales_, src_zero_points_, dst_zero_points_;
  const rnn_quantization &rnn_;
  const bool is_for_rnn_;
  sum_post_op sum_ = {};
};

bool is_wide(data_type type) noexcept {
  return type == dnnl_f64 || type == dnnl_s64;
}

void fill(const run_context &context, const tensor &src, const tensor &dst) noexcept {
  if (has_zero_dim(dst.md())) return;
  const elements all(context, src, dst);
  auto what = &elements::convert<float>;
  if (src.md().data_type == dst.md().data_type &&
      (kinds_in(*context.attr) & ~unsigned(uses_rnn_quantization)) == 0)
    what = &elements::copy;
  else if (is_wide(src.md().data_type) || is_wide(dst.md().data_type))
    what = &elements::convert<double>;
  for_each_index(context, dst.md(), [&](const dim_t *index) { (all.*what)(index); });
}

// Of a packed dst all elements are made first.
void run(const run_context &context) {
  const auto &op = context.problem<reorder_op>();
  const tensor src = actual_tensor(context, DNNL_ARG_FROM, op.src);
  if (!is_packed_here(op.dst))
    return fill(context, src, actual_tensor(context, DNNL_ARG_TO, op.dst));
  if (has_zero_dim(op.dst)) return;
  const memory_desc dense = row_major_of(op.dst);
  fill(context, src, {dense, context.scratchpad});
  pack(context.workers, *context.memory(DNNL_ARG_TO), context.scratchpad);
}

constexpr kernel rows[] = {{"reference:reorder", plan, run}};

}  // namespace

extern const kernel_rows reorder = all_of(rows);

}  // namespace dnnlet::reference
