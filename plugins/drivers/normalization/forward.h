// SPDX-License-Identifier: Apache-2.0
// Forward batch and group normalization: the kernels, and what those of planes and of channels
// share.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_FORWARD_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_FORWARD_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/normalization/layout.h"
#include "plugins/drivers/normalization/moments.h"

namespace dnnlet::drivers {

refusal plan_normalization_planes_forward(plan_request &request);
void run_normalization_planes_forward(const run_context &context);
refusal plan_normalization_channels_forward(plan_request &request);
void run_normalization_channels_forward(const run_context &context);

namespace normalization {

constexpr dim_t chunk = 1024;  // f32 values on their way to dst, where they stop on the stack

// Types, layouts and post-ops that both kinds of kernels take.
refusal check_forward(const plan_request &request, sizes &s) noexcept;

// An execution, as its items see it.
class forward_pass {
 public:
  forward_pass(const run_context &run, const sizes &shape) noexcept;

  bool is_batch() const noexcept { return op.head.kind == dnnl_batch_normalization; }
  bool finds_statistics() const noexcept { return !op.stats_in; }

  // Number `at` of the statistics, which are written out if they are wanted.
  void write_statistics(dim_t at, const moments &m) const noexcept;
  // Statistics in memory, given or written; null: they are not wanted.
  const float *means() const noexcept { return mean_; }
  const float *variances() const noexcept { return variance_; }

  // mean, factor and shift of channels [c, c + count), which share a mean and a variance or have
  // their own.
  void set_numbers(dim_t c, dim_t count, float mean, float variance,
                   float *const to[3]) const noexcept;
  void set_numbers(dim_t c, dim_t count, const float *mean, const float *variance,
                   float *const to[3]) const noexcept;

  // Whether a region may have several runs.
  bool can_join() const noexcept { return is_batch() && is_direct() && !src_1_ && !mask_; }
  // Elements of planes by channel, or of channels by pixel, become dst. The numbers are of the
  // region's channels.
  void normalize(const region &g, const float *const numbers[3]) const noexcept;

  const run_context &context;
  const normalization_backend &backend;
  const normalization_op &op;
  const sizes &s;
  const tensor src, dst;
  const typed_normalization functions;  // of src
  const bool exceed_caches;

 private:
  bool is_direct() const noexcept {
    return functions.normalize && src.type == dst.type && !has_attributes_;
  }
  void normalize_values(const region &g, const normalized_rows &rows) const noexcept;
  // Of `count` rows of n values, which are those of dst from row r and element i of the region on.
  void finish(float *y, const region &g, dim_t r, dim_t i, dim_t count, dim_t n) const noexcept;
  void apply_attributes(float *y, dim_t n, dim_t item, dim_t pixel, dim_t c) const noexcept;

  const tensor src_1_, mask_;
  float *const mean_, *const variance_;
  const float *const scale_, *const shift_;
  float src_scale_ = 1, inverse_dst_scale_ = 1;
  bool needs_index_, has_attributes_;
};

}  // namespace normalization

}  // namespace dnnlet::drivers

#endif
