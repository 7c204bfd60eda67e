// SPDX-License-Identifier: Apache-2.0
// The kernels of deconvolution backward by weights; five facts:
// plugins/drivers/deconvolution/weights.cpp.
#include "plugins/drivers/deconvolution/weights.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

// The sum of diff_dst takes tiles of f32.
constexpr drivers::gemm_parts gradients_and_f32 = by::and_gradients(by::f32);

constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("depthwise_f32"), drivers::plan_deconvolution_weights_by_lanes,
     drivers::run_deconvolution_weights_by_lanes, gradients_and_f32},
    {DNNLET_KERNEL_NAME("gemm_f32"), drivers::plan_deconvolution_weights_by_gemm,
     drivers::run_deconvolution_weights_by_gemm, by::f32},
});

}  // namespace

extern const kernel_rows deconvolution_backward_weights = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
