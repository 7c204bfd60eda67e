// SPDX-License-Identifier: Apache-2.0
// Backward batch and group normalization: the kernels, and what those of planes and of channels
// share.
//
// With r = 1 / sqrt(variance + epsilon), sums s1 of dy and s2 of dy * (x - mean) over a channel, of
// a batch item in group normalization, and n elements that share a mean:
//   diff_scale = s2 * r, diff_shift = s1, summed over batch items
//   dx = r * scale * dy - (x - mean) * r^3 * t2 / n - r * t1 / n
// where t1 and t2 are s1 and s2 times scale, summed over the channels that share the mean; 0 with
// global statistics.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_BACKWARD_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_BACKWARD_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/normalization/channels.h"
#include "plugins/drivers/normalization/layout.h"
#include "plugins/drivers/normalization/moments.h"

namespace dnnlet::drivers {

refusal plan_normalization_planes_backward(plan_request &request);
void run_normalization_planes_backward(const run_context &context);
refusal plan_normalization_channels_backward(plan_request &request);
void run_normalization_channels_backward(const run_context &context);

namespace normalization {

refusal check_backward(const plan_request &request, sizes &s) noexcept;

// An execution, as its items see it.
class backward_pass {
 public:
  backward_pass(const run_context &run, const sizes &shape) noexcept;

  bool is_batch() const noexcept { return op.head.kind == dnnl_batch_normalization; }
  bool needs_sums() const noexcept {
    return !op.has(dnnl_use_global_stats) || diff_scale_ || diff_shift_;
  }
  bool is_direct() const noexcept {
    return src.is_f32() && diff_dst.is_f32() && diff_src.is_f32() && !mask;
  }

  // Statistics number `at`.
  float mean(dim_t at) const noexcept { return mean_[at]; }
  double inverse_deviation(dim_t at) const noexcept {
    return normalization::inverse_deviation(double(variance_[at]), op.epsilon);
  }
  double scale(dim_t c) const noexcept { return scale_ ? double(scale_[c]) : 1; }
  void write_weights(dim_t c, double scale, double shift) const noexcept {
    if (diff_scale_) diff_scale_[c] = float(scale);
    if (diff_shift_) diff_shift_[c] = float(shift);
  }
  // For channel c, with statistics number `at` of n elements, and the sums t1 and t2.
  row_gradient gradient_of(dim_t c, dim_t at, double n, const wide_sums &t) const noexcept;

  const float *read(const tensor &from, dim_t at, float *buffer, dim_t n) const noexcept;
  // n <= gradient_chunk neighbours of diff_dst, 0 where the mask is; diff_src_1 gets them too.
  const float *read_gradients(dim_t item, dim_t pixel, dim_t c, float *buffer,
                              dim_t n) const noexcept;
  void keep_gradients(const float *dy, dim_t item, dim_t pixel, dim_t c, dim_t n) const noexcept;

  const run_context &context;
  const normalization_backend &backend;
  const normalization_op &op;
  const sizes &s;
  const tensor src, diff_dst, diff_src, diff_src_1, mask;

 private:
  const float *const mean_, *const variance_, *const scale_;
  float *const diff_scale_, *const diff_shift_;
};

constexpr dim_t gradient_chunk = 1024;  // elements that stop on the stack

}  // namespace normalization

}  // namespace dnnlet::drivers

#endif
