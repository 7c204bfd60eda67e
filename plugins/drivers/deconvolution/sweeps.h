// SPDX-License-Identifier: Apache-2.0
// Deconvolution forward and backward by data, by the kernels of convolution with the roles of the
// tensors exchanged.
#ifndef DNNLET_PLUGINS_DRIVERS_DECONVOLUTION_SWEEPS_H
#define DNNLET_PLUGINS_DRIVERS_DECONVOLUTION_SWEEPS_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The parts of all rows are gemm_parts: with a product, and for depthwise ones with tiles by lanes.
refusal plan_deconvolution_forward_by_gemm(plan_request &request);
void run_deconvolution_forward_by_gemm(const run_context &context);
refusal plan_deconvolution_backward_data_by_gemm(plan_request &request);
void run_deconvolution_backward_data_by_gemm(const run_context &context);

refusal plan_deconvolution_forward_by_col2im(plan_request &request);
void run_deconvolution_forward_by_col2im(const run_context &context);

refusal plan_deconvolution_forward_by_planes(plan_request &request);
void run_deconvolution_forward_by_planes(const run_context &context);
refusal plan_deconvolution_backward_data_by_planes(plan_request &request);
void run_deconvolution_backward_data_by_planes(const run_context &context);

refusal plan_deconvolution_forward_by_lanes(plan_request &request);
void run_deconvolution_forward_by_lanes(const run_context &context);
// Of bytes, without strides: with quads.
refusal plan_deconvolution_forward_by_quads(plan_request &request);
void run_deconvolution_forward_by_quads(const run_context &context);
refusal plan_deconvolution_backward_data_by_lanes(plan_request &request);
void run_deconvolution_backward_data_by_lanes(const run_context &context);

}  // namespace dnnlet::drivers

#endif
