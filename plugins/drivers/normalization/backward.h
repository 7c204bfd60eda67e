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

// Two sums in f64, of elements of a channel or of a group.
struct sum_pair {
  double first, second;
};

// An execution, as its items see it.
class backward_pass {
 public:
  backward_pass(const run_context &run, const sizes &shape) noexcept;

  bool is_batch() const noexcept { return op.head.kind == dnnl_batch_normalization; }
  bool needs_sums() const noexcept {
    return !op.has(dnnl_use_global_stats) || diff_scale_ || diff_shift_;
  }
  // All tensors have one type, of which there are functions: no value is converted.
  bool is_direct() const noexcept { return is_direct_; }

  // Statistics number `at`.
  const float *means() const noexcept { return mean_; }
  double inverse_deviation(dim_t at) const noexcept {
    return normalization::inverse_deviation(double(variance_[at]), op.epsilon);
  }
  double scale(dim_t c) const noexcept { return scale_ ? double(scale_[c]) : 1; }
  void write_weights(dim_t c, double scale, double shift) const noexcept {
    if (diff_scale_) diff_scale_[c] = float(scale);
    if (diff_shift_) diff_shift_[c] = float(shift);
  }

  // Mean, factor, slope and offset of channels from c on; of batch normalization, with the sums of
  // each, the gradients of scale and shift too.
  void set_numbers(dim_t c, dim_t count, const double *first, const double *second,
                   float *const to[4]) const noexcept;
  // Those that share statistics number `at` of n elements, and the sums t1 and t2.
  void set_numbers(dim_t c, dim_t count, dim_t at, double n, const sum_pair &t,
                   float *const to[4]) const noexcept;

  mask_rows mask_of(const region &g) const noexcept {
    return {mask ? mask.byte(mask.lies.at(g.item, g.pixel, g.c)) : nullptr, g.stride(mask, s)};
  }
  // Whether a region may have several runs.
  bool can_join() const noexcept {
    return is_batch() && is_direct() && !op.has(dnnl_use_global_stats) && !diff_src_1 && !mask;
  }
  // Finds diff_src of the region; the numbers are of its channels.
  void apply(const region &g, const float *const numbers[4]) const noexcept;

  const run_context &context;
  const normalization_backend &backend;
  const normalization_op &op;
  const sizes &s;
  const tensor src, diff_dst, diff_src, diff_src_1, mask;
  const typed_normalization functions;  // of src, or of f32 where values are converted
  const bool exceed_caches;

 private:
  void apply_to_values(const region &g, const gradient_rows &rows) const noexcept;

  const bool is_direct_;
  const float *const mean_, *const variance_, *const scale_;
  float *const diff_scale_, *const diff_shift_;
};

constexpr dim_t gradient_chunk = 512;  // f32 values that stop on the stack

}  // namespace normalization

}  // namespace dnnlet::drivers

#endif
