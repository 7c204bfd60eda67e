// SPDX-License-Identifier: Apache-2.0
// Softmax by rows of f32: what it needs of a plugin, and what calls that. A line is what is summed
// up together, all elements along the axis.
#ifndef DNNLET_PLUGINS_DRIVERS_SOFTMAX_SOFTMAX_H
#define DNNLET_PLUGINS_DRIVERS_SOFTMAX_SOFTMAX_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// Lines that lie side by side: `lines` of them, of `count` elements each; element c of line i is
// x[c * step + i].
struct softmax_planes {
  size_t lines, count;
};

struct softmax_forward_backend {
  const row_backend &rows;
  // y = softmax(x), a line of n elements; y may be x. alg: of softmax_op.
  void (*line)(dnnl_alg_kind_t alg, const float *x, float *y, size_t n) noexcept;
  void (*planes)(dnnl_alg_kind_t alg, const softmax_planes &planes, const float *x, size_t x_step,
                 float *y, size_t y_step) noexcept;
  // y = y * factor
  void (*multiply)(float *y, size_t n, float factor) noexcept;
  // y = y / divisor
  void (*divide)(float *y, size_t n, float divisor) noexcept;
};

struct softmax_backward_backend {
  const row_backend &rows;
  // dx from y and dy, which may be dx.
  void (*line)(dnnl_alg_kind_t alg, const float *y, const float *dy, float *dx, size_t n) noexcept;
  void (*planes)(dnnl_alg_kind_t alg, const softmax_planes &planes, const float *y, size_t y_step,
                 const float *dy, size_t dy_step, float *dx, size_t dx_step) noexcept;
};

// Lines whose elements follow each other, in blocks perhaps.
refusal plan_softmax_lines_forward(plan_request &request);
void run_softmax_lines_forward(const run_context &context) noexcept;
refusal plan_softmax_lines_backward(plan_request &request);
void run_softmax_lines_backward(const run_context &context) noexcept;
// Lines side by side.
refusal plan_softmax_planes_forward(plan_request &request);
void run_softmax_planes_forward(const run_context &context) noexcept;
refusal plan_softmax_planes_backward(plan_request &request);
void run_softmax_planes_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
