// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/forward.h"

#include "plugins/drivers/normalization/scales.h"
#include "plugins/drivers/rows/row_post_ops.h"

namespace dnnlet::drivers::normalization {

refusal check_forward(const plan_request &request, sizes &s) noexcept {
  const auto &op = request.problem<normalization_op>();
  if (const refusal reason = find_sizes(op.src, s)) return reason;
  layout l;
  if (!find_layout(op.dst, s, l)) return "dst lies differently";
  if (!is_zero(op.workspace) && !find_layout(relu_mask(op), s, l))
    return "the workspace lies differently";
  return check_row_post_ops(*request.attr, op.dst);
}

forward_pass::forward_pass(const run_context &run, const sizes &shape) noexcept
    : context(run),
      backend(run.parts_as<normalization_backend>()),
      op(run.problem<normalization_op>()),
      s(shape),
      src(tensor_of(run, DNNL_ARG_SRC, op.src, shape)),
      dst(tensor_of(run, DNNL_ARG_DST, op.dst, shape)),
      src_1_(tensor_of(run, DNNL_ARG_SRC_1, op.src_1, shape)),
      mask_(tensor_of(run, DNNL_ARG_WORKSPACE, is_zero(op.workspace) ? zero_md : relu_mask(op),
                      shape)),
      mean_(run.data<float>(DNNL_ARG_MEAN)),
      variance_(run.data<float>(DNNL_ARG_VARIANCE)),
      scale_(op.scale ? run.first<float>(DNNL_ARG_SCALE, op.weights) : nullptr),
      shift_(op.shift ? run.first<float>(DNNL_ARG_SHIFT, op.weights) : nullptr) {
  src_scale_ = scale_of(run, DNNL_ARG_SRC);
  inverse_dst_scale_ = 1 / scale_of(run, DNNL_ARG_DST);
  needs_index_ = has_operands(*run.attr);
  has_attributes_ =
      run.attr->post_ops.entries.count > 0 || src_scale_ != 1 || inverse_dst_scale_ != 1;
  has_more_ = has_attributes_ || src_1_ || op.has_relu();
}

row_normalization forward_pass::normalization_of(dim_t c, double mean,
                                                 double variance) const noexcept {
  const double r = inverse_deviation(variance, op.epsilon);
  return {float(mean), float(scale_ ? r * double(scale_[c]) : r), shift_ ? shift_[c] : 0.0f};
}

moments forward_pass::given_statistics(dim_t at) const noexcept {
  return {1, double(mean_[at]), double(variance_[at])};
}

void forward_pass::write_statistics(dim_t at, const moments &m) const noexcept {
  if (!op.stats_out) return;
  mean_[at] = float(m.mean);
  variance_[at] = float(m.variance());
}

const float *forward_pass::read(const tensor &from, dim_t at, float *buffer,
                                dim_t n) const noexcept {
  if (from.is_f32()) return from.f32(at);
  backend.rows.load(from.type, from.data, size_t(at), buffer, size_t(n));
  return buffer;
}

[[gnu::noinline]] void forward_pass::add_src_1(float *y, dim_t n, dim_t at) const noexcept {
  float buffer[chunk];
  const float *b = read(src_1_, at, buffer, n);
  backend.rows.apply(backend.rows.binary(dnnl_binary_add), y, b, y, size_t(n), 0, 0);
}

void forward_pass::apply_attributes(float *y, dim_t n, dim_t item, dim_t pixel, dim_t c,
                                    int axis) const noexcept {
  const auto multiply = [&](float factor) {
    const row_function f = backend.rows.eltwise(dnnl_eltwise_linear, factor, 0);
    backend.rows.apply(f, y, nullptr, y, size_t(n), factor, 0);
  };
  if (src_scale_ != 1) multiply(src_scale_);
  if (const int count = context.attr->post_ops.entries.count) {
    dim_t index[max_ndims] = {item, c};
    for (int d = op.dst.ndims - 1; d >= 2; --d) {
      index[d] = pixel % op.dst.dims[d];
      pixel /= op.dst.dims[d];
    }
    apply_row_post_ops(backend.rows, context, op.dst, y, size_t(n), index, axis, 0, count);
  }
  if (inverse_dst_scale_ != 1) multiply(inverse_dst_scale_);
}

void forward_pass::finish(float *y, dim_t n, dim_t item, dim_t pixel, dim_t c,
                          int axis) const noexcept {
  if (src_1_) add_src_1(y, n, src_1_.lies.at(item, pixel, c));
  if (op.has_relu())
    backend.relu(y, mask_ ? mask_.byte(mask_.lies.at(item, pixel, c)) : nullptr, size_t(n));
  if (has_attributes_) apply_attributes(y, n, item, pixel, c, axis);
  if (dst.is_f32()) return;
  backend.rows.store(dst.type, dst.data, size_t(dst.lies.at(item, pixel, c)), y, size_t(n));
}

}  // namespace dnnlet::drivers::normalization
