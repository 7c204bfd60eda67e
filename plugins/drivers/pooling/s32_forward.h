// SPDX-License-Identifier: Apache-2.0
// Pooling forward of s32, which f32 does not hold: maxima as they are, means by sums in f64,
// exactly as the reference has them.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_S32_FORWARD_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_S32_FORWARD_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/fold/window.h"

namespace dnnlet::drivers {

struct pooling_s32_backend {
  const window_fold &max;  // s32
  const window_fold *sum;  // of s32 to f64; null where there are no vectors of f64
  // to[i] = the nearest integer to from[i] / divisor, halves to even
  void (*divide)(const double *from, dim_t n, double divisor, int32_t *to);
};

// From s32 to s32, without workspace and post-ops; channels or columns lie side by side.
refusal plan_pooling_s32_forward(plan_request &request);
void run_pooling_s32_forward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
