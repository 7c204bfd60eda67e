// SPDX-License-Identifier: Apache-2.0
// The kernels of deconvolution forward; five facts: plugins/drivers/deconvolution/sweeps.cpp.
#include "plugins/drivers/deconvolution/sweeps.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("depthwise_int8"), drivers::plan_deconvolution_forward_by_quads,
     drivers::run_deconvolution_forward_by_quads, by::quads},
    {DNNLET_KERNEL_NAME("depthwise_f32"), drivers::plan_deconvolution_forward_by_lanes,
     drivers::run_deconvolution_forward_by_lanes, by::lanes},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), drivers::plan_deconvolution_forward_by_planes,
     drivers::run_deconvolution_forward_by_planes, by::f32},
    {DNNLET_KERNEL_NAME("col2im_f32"), drivers::plan_deconvolution_forward_by_col2im,
     drivers::run_deconvolution_forward_by_col2im, by::f32},
    {DNNLET_KERNEL_NAME("groups_f32"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::f32_groups},
    {DNNLET_KERNEL_NAME("gemm_f32"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::f32},
    {DNNLET_KERNEL_NAME("col2im_bf16_pairs"), drivers::plan_deconvolution_forward_by_col2im,
     drivers::run_deconvolution_forward_by_col2im, by::fast_bf16_pairs},
    {DNNLET_KERNEL_NAME("groups_bf16"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::bf16_groups},
    {DNNLET_KERNEL_NAME("groups_bf16"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::widened_bf16_groups},
    {DNNLET_KERNEL_NAME("groups_f16"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::widened_f16_groups},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::fast_bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_bf16"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::bf16},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_f16"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::f16},
    {DNNLET_KERNEL_NAME("groups_int8"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::int8_folded_groups},
    {DNNLET_KERNEL_NAME("groups_int8"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::int8_groups},
    {DNNLET_KERNEL_NAME("gemm_int8"), drivers::plan_deconvolution_forward_by_gemm,
     drivers::run_deconvolution_forward_by_gemm, by::int8},
});

}  // namespace

extern const kernel_rows deconvolution_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
