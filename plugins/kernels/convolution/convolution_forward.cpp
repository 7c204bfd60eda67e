// SPDX-License-Identifier: Apache-2.0
// The kernels of convolution forward; five facts:
//   plugins/drivers/convolution/winograd.cpp,
//   plugins/drivers/convolution/depthwise_bytes.cpp,
//   plugins/drivers/convolution/depthwise.cpp,
//   plugins/drivers/convolution/narrow.cpp,
//   plugins/drivers/convolution/pointwise_planes.cpp,
//   plugins/drivers/convolution/gemm_sweeps.cpp,
//   plugins/drivers/convolution/fused_depthwise.cpp.
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/depthwise_bytes.h"
#include "plugins/drivers/convolution/fused_depthwise.h"
#include "plugins/drivers/convolution/gemm_sweeps.h"
#include "plugins/drivers/convolution/narrow.h"
#include "plugins/drivers/convolution/pointwise_planes.h"
#include "plugins/drivers/convolution/winograd.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

// With a depthwise post-op, lanes follow.
constexpr drivers::gemm_parts fused_f32 = by::and_lanes(by::f32);
constexpr drivers::gemm_parts fused_bf16 = by::and_lanes(by::bf16);
constexpr drivers::gemm_parts fused_f16 = by::and_lanes(by::f16);
constexpr drivers::gemm_parts fused_bf16_pairs = by::and_lanes(by::bf16_pairs);
constexpr drivers::gemm_parts fused_fast_bf16_pairs = by::and_lanes(by::fast_bf16_pairs);
constexpr drivers::gemm_parts fused_int8 = by::and_lanes(by::int8);

constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("winograd_f32"), drivers::plan_winograd_forward,
     drivers::run_winograd_forward, by::f32},
    {DNNLET_KERNEL_NAME("depthwise_int8"), drivers::plan_depthwise_bytes,
     drivers::run_depthwise_bytes, by::quads},
    {DNNLET_KERNEL_NAME("depthwise_f32"), drivers::plan_depthwise_forward,
     drivers::run_depthwise_forward, by::lanes},
    {DNNLET_KERNEL_NAME("narrow_f32"), drivers::plan_narrow_forward, drivers::run_narrow_forward,
     by::narrow},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), drivers::plan_pointwise_forward,
     drivers::run_pointwise_forward, by::f32},
    {DNNLET_KERNEL_NAME("groups_f32"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::f32_groups},
    {DNNLET_KERNEL_NAME("gemm_f32"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::f32},
    {DNNLET_KERNEL_NAME("groups_bf16"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::bf16_groups},
    {DNNLET_KERNEL_NAME("groups_bf16"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::widened_bf16_groups},
    {DNNLET_KERNEL_NAME("groups_f16"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::widened_f16_groups},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::fast_bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_bf16"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::bf16},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_f16"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::f16},
    {DNNLET_KERNEL_NAME("groups_int8"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::int8_folded_groups},
    {DNNLET_KERNEL_NAME("groups_int8"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::int8_groups},
    {DNNLET_KERNEL_NAME("gemm_int8"), drivers::plan_gemm_forward, drivers::run_gemm_forward,
     by::int8},
    {DNNLET_KERNEL_NAME("gemm_f32_depthwise"), drivers::plan_fused_depthwise,
     drivers::run_fused_depthwise, fused_f32},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs_depthwise"), drivers::plan_fused_depthwise,
     drivers::run_fused_depthwise, fused_fast_bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_bf16_depthwise"), drivers::plan_fused_depthwise,
     drivers::run_fused_depthwise, fused_bf16},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs_depthwise"), drivers::plan_fused_depthwise,
     drivers::run_fused_depthwise, fused_bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_f16_depthwise"), drivers::plan_fused_depthwise,
     drivers::run_fused_depthwise, fused_f16},
    {DNNLET_KERNEL_NAME("gemm_int8_depthwise"), drivers::plan_fused_depthwise,
     drivers::run_fused_depthwise, fused_int8},
});

}  // namespace

extern const kernel_rows convolution_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
