// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/fused_depthwise.h"
#include "plugins/drivers/convolution/gemm_forward.h"
#include "plugins/drivers/convolution/pointwise_planes.h"
#include "plugins/kernels/gemm/backend.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

// A product by which GEMM computes convolution.
template <drivers::product_kind kind>
constexpr kernel gemm(const char *name) {
  return {name, plan_product<drivers::plan_gemm_forward, kind>,
          run_product<drivers::run_gemm_forward, kind>};
}

// The same with a depthwise post-op.
template <drivers::product_kind kind>
constexpr kernel fused(const char *name) {
  return {name, plan_product<drivers::plan_fused_depthwise, kind>,
          run_product<drivers::run_fused_depthwise, kind>};
}

// Where the CPU has a fast instruction for pairs of bf16, they come first.
template <refusal (*plan)(plan_request &, const drivers::gemm_backend &, drivers::product_kind)>
refusal plan_fast_pairs(plan_request &request) {
  if (!(request.cpu & cpu::fast_bf16_dot)) return "the CPU has no fast dot product of bf16";
  return plan_product<plan, drivers::bf16_by_bf16>(request);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("depthwise_f32"), plan_with_parts<drivers::plan_depthwise_forward>,
     run_with_parts<drivers::run_depthwise_forward>},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), plan_with_parts<drivers::plan_pointwise_forward>,
     run_with_parts<drivers::run_pointwise_forward>},
    gemm<drivers::f32_by_f32>(DNNLET_KERNEL_NAME("gemm_f32")),
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), plan_fast_pairs<drivers::plan_gemm_forward>,
     run_product<drivers::run_gemm_forward, drivers::bf16_by_bf16>},
    gemm<drivers::f32_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16")),
    gemm<drivers::bf16_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16_pairs")),
    gemm<drivers::f32_by_f16>(DNNLET_KERNEL_NAME("gemm_f16")),
    gemm<drivers::int8_by_int8>(DNNLET_KERNEL_NAME("gemm_int8")),
    fused<drivers::f32_by_f32>(DNNLET_KERNEL_NAME("gemm_f32_depthwise")),
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs_depthwise"),
     plan_fast_pairs<drivers::plan_fused_depthwise>,
     run_product<drivers::run_fused_depthwise, drivers::bf16_by_bf16>},
    fused<drivers::f32_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16_depthwise")),
    fused<drivers::bf16_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16_pairs_depthwise")),
    fused<drivers::f32_by_f16>(DNNLET_KERNEL_NAME("gemm_f16_depthwise")),
    fused<drivers::int8_by_int8>(DNNLET_KERNEL_NAME("gemm_int8_depthwise")),
};

}  // namespace

extern const kernel_rows convolution_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
