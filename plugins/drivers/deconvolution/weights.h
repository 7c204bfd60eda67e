// SPDX-License-Identifier: Apache-2.0
// Deconvolution backward by weights: the gradient of its convolution's weights, and the sum of
// diff_dst.
#ifndef DNNLET_PLUGINS_DRIVERS_DECONVOLUTION_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_DECONVOLUTION_WEIGHTS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

// What rows have for their parts.
struct deconvolution_weights_parts {
  const gemm_parts *product;       // of the convolution
  const drivers::product *summed;  // of f32 by f32, which adds up diff_dst

  // What sums up pixels.
  gemm_parts sums() const noexcept {
    gemm_parts parts = *product;
    parts.multiply = summed;
    return parts;
  }
};

refusal plan_deconvolution_weights_by_gemm(plan_request &request);
void run_deconvolution_weights_by_gemm(const run_context &context);
refusal plan_deconvolution_weights_by_groups(plan_request &request);
void run_deconvolution_weights_by_groups(const run_context &context);
refusal plan_deconvolution_weights_by_lanes(plan_request &request);
void run_deconvolution_weights_by_lanes(const run_context &context);

}  // namespace dnnlet::drivers

#endif
