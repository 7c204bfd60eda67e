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

constexpr dim_t chunk = 1024;  // elements on their way to dst, where they stop on the stack

// Types, layouts and post-ops that both kinds of kernels take.
refusal check_forward(const plan_request &request, sizes &s) noexcept;

// An execution, as its items see it.
class forward_pass {
 public:
  forward_pass(const run_context &run, const sizes &shape) noexcept;

  bool is_batch() const noexcept { return op.head.kind == dnnl_batch_normalization; }
  bool finds_statistics() const noexcept { return !op.stats_in; }
  // Nothing is done to normalized values, and none is converted.
  bool is_direct() const noexcept { return src.is_f32() && dst.is_f32() && !has_more_; }
  // The index of an element counts: rows of values must not leave their axis.
  bool needs_index() const noexcept { return needs_index_; }

  // For channel c, whose mean and variance these are, number `at` of the statistics: written out if
  // they are wanted.
  row_normalization normalization_of(dim_t c, double mean, double variance) const noexcept;
  moments given_statistics(dim_t at) const noexcept;
  void write_statistics(dim_t at, const moments &m) const noexcept;

  // n values of src at (item, pixel, channel), as f32: in their place or in the buffer.
  const float *read(const tensor &from, dim_t at, float *buffer, dim_t n) const noexcept;
  // Values of dst to come that lie side by side: those of dst itself, or of the buffer.
  float *place_of(dim_t at, float *buffer) const noexcept {
    return dst.is_f32() ? dst.f32(at) : buffer;
  }
  // What becomes of n <= chunk normalized values at that place, which lie side by side in all
  // tensors, along `axis`.
  void finish(float *y, dim_t n, dim_t item, dim_t pixel, dim_t c, int axis) const noexcept;

  const run_context &context;
  const normalization_backend &backend;
  const normalization_op &op;
  const sizes &s;
  const tensor src, dst;

 private:
  void add_src_1(float *y, dim_t n, dim_t at) const noexcept;
  void apply_attributes(float *y, dim_t n, dim_t item, dim_t pixel, dim_t c,
                        int axis) const noexcept;

  const tensor src_1_, mask_;
  float *const mean_, *const variance_;
  const float *const scale_, *const shift_;
  float src_scale_ = 1, inverse_dst_scale_ = 1;
  bool needs_index_, has_attributes_, has_more_;
};

}  // namespace normalization

}  // namespace dnnlet::drivers

#endif
