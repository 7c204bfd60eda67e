// SPDX-License-Identifier: Apache-2.0
// Deconvolution backward by weights: the gradient of its convolution's weights, and the sum of
// diff_dst.
#ifndef DNNLET_PLUGINS_DRIVERS_DECONVOLUTION_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_DECONVOLUTION_WEIGHTS_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The parts of all rows are gemm_parts with a product, and for depthwise ones with lanes too.
refusal plan_deconvolution_weights_by_gemm(plan_request &request);
void run_deconvolution_weights_by_gemm(const run_context &context);
refusal plan_deconvolution_weights_by_lanes(plan_request &request);
void run_deconvolution_weights_by_lanes(const run_context &context);

}  // namespace dnnlet::drivers

#endif
