// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/backward.h"

namespace dnnlet::drivers::normalization {

refusal check_backward(const plan_request &request, sizes &s) noexcept {
  const auto &op = request.problem<normalization_op>();
  if (const refusal reason = find_sizes(op.src, s)) return reason;
  layout l;
  if (!find_layout(op.diff_dst, s, l) || !find_layout(op.diff_src, s, l))
    return "gradients lie differently";
  if (!is_zero(op.workspace) && !find_layout(relu_mask(op), s, l))
    return "the workspace lies differently";
  return accepted;
}

backward_pass::backward_pass(const run_context &run, const sizes &shape) noexcept
    : context(run),
      backend(run.parts_as<normalization_backend>()),
      op(run.problem<normalization_op>()),
      s(shape),
      src(tensor_of(run, DNNL_ARG_SRC, op.src, shape)),
      diff_dst(tensor_of(run, DNNL_ARG_DIFF_DST, op.diff_dst, shape)),
      diff_src(tensor_of(run, DNNL_ARG_DIFF_SRC, op.diff_src, shape)),
      diff_src_1(tensor_of(run, DNNL_ARG_DIFF_SRC_1, op.diff_src_1, shape)),
      mask(tensor_of(run, DNNL_ARG_WORKSPACE, is_zero(op.workspace) ? zero_md : relu_mask(op),
                     shape)),
      mean_(run.data<float>(DNNL_ARG_MEAN)),
      variance_(run.data<float>(DNNL_ARG_VARIANCE)),
      scale_(op.scale ? run.data<float>(DNNL_ARG_SCALE) : nullptr),
      diff_scale_(op.diff_scale ? run.data<float>(DNNL_ARG_DIFF_SCALE) : nullptr),
      diff_shift_(op.diff_shift ? run.data<float>(DNNL_ARG_DIFF_SHIFT) : nullptr) {}

row_gradient backward_pass::gradient_of(dim_t c, dim_t at, double n,
                                        const wide_sums &t) const noexcept {
  const double r = inverse_deviation(at);
  if (op.has(dnnl_use_global_stats)) return {mean(at), float(r * scale(c)), 0, 0};
  return {mean(at), float(r * scale(c)), float(-r * r * r * t.second / n), float(-r * t.first / n)};
}

const float *backward_pass::read(const tensor &from, dim_t at, float *buffer,
                                 dim_t n) const noexcept {
  if (from.is_f32()) return from.f32(at);
  backend.rows.load(from.type, from.data, size_t(at), buffer, size_t(n));
  return buffer;
}

const float *backward_pass::read_gradients(dim_t item, dim_t pixel, dim_t c, float *buffer,
                                           dim_t n) const noexcept {
  const float *dy = read(diff_dst, diff_dst.lies.at(item, pixel, c), buffer, n);
  if (!mask) return dy;
  backend.mask(dy, mask.byte(mask.lies.at(item, pixel, c)), buffer, size_t(n));
  return buffer;
}

void backward_pass::keep_gradients(const float *dy, dim_t item, dim_t pixel, dim_t c,
                                   dim_t n) const noexcept {
  if (!diff_src_1) return;
  backend.rows.store(diff_src_1.type, diff_src_1.data, size_t(diff_src_1.lies.at(item, pixel, c)),
                     dy, size_t(n));
}

}  // namespace dnnlet::drivers::normalization
