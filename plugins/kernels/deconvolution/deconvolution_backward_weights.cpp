// SPDX-License-Identifier: Apache-2.0
// The kernels of deconvolution backward by weights; five facts:
// plugins/drivers/deconvolution/weights.cpp.
#include "plugins/drivers/deconvolution/weights.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::gemm_parts gradients = by::and_gradients({&gemm, nullptr, nullptr, nullptr});

using parts = drivers::deconvolution_weights_parts;
constexpr parts by_lanes = {&gradients, &beside::f32_by_f32};
constexpr parts by_groups = {&by::group_gradients, &beside::f32_by_f32};
constexpr parts by_bf16_groups = {&by::bf16_group_gradients, &beside::f32_by_f32};
constexpr parts by_pairs = {&by::bf16_pairs, &beside::f32_by_f32};
constexpr parts by_f32 = {&by::f32, &beside::f32_by_f32};

constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("depthwise_f32"), drivers::plan_deconvolution_weights_by_lanes,
     drivers::run_deconvolution_weights_by_lanes, by_lanes},
    {DNNLET_KERNEL_NAME("groups_bf16"), drivers::plan_deconvolution_weights_by_groups,
     drivers::run_deconvolution_weights_by_groups, by_bf16_groups},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_deconvolution_weights_by_gemm,
     drivers::run_deconvolution_weights_by_gemm, by_pairs},
    {DNNLET_KERNEL_NAME("groups_f32"), drivers::plan_deconvolution_weights_by_groups,
     drivers::run_deconvolution_weights_by_groups, by_groups},
    {DNNLET_KERNEL_NAME("gemm_f32"), drivers::plan_deconvolution_weights_by_gemm,
     drivers::run_deconvolution_weights_by_gemm, by_f32},
});

}  // namespace

extern const kernel_rows deconvolution_backward_weights = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
