// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/convolution/backend.h"
#include "plugins/kernels/support/simd-inl.h"
#include "plugins/shared/convolution/depthwise.h"
#include "plugins/shared/convolution/fused_depthwise.h"
#include "plugins/shared/convolution/gemm_forward.h"
#include "plugins/shared/convolution/pointwise_planes.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

// A product by which GEMM computes convolution.
template <shared::product_kind kind>
constexpr kernel gemm(const char *name) {
  return {name, plan_product<shared::plan_gemm_forward, kind>,
          run_product<shared::run_gemm_forward, kind>};
}

// The same with a depthwise post-op.
template <shared::product_kind kind>
constexpr kernel fused(const char *name) {
  return {name, plan_product<shared::plan_fused_depthwise, kind>,
          run_product<shared::run_fused_depthwise, kind>};
}

// Where the CPU has a fast instruction for pairs of bf16, they come first.
template <refusal (*plan)(plan_request &, const shared::convolution_backend &,
                          shared::product_kind)>
refusal plan_fast_pairs(plan_request &request) {
  if (!(request.cpu & cpu::fast_bf16_dot)) return "the CPU has no fast dot product of bf16";
  return plan_product<plan, shared::bf16_by_bf16>(request);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("depthwise_f32"), plan_with_parts<shared::plan_depthwise_forward>,
     run_with_parts<shared::run_depthwise_forward>},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), plan_with_parts<shared::plan_pointwise_forward>,
     run_with_parts<shared::run_pointwise_forward>},
    gemm<shared::f32_by_f32>(DNNLET_KERNEL_NAME("gemm_f32")),
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), plan_fast_pairs<shared::plan_gemm_forward>,
     run_product<shared::run_gemm_forward, shared::bf16_by_bf16>},
    gemm<shared::f32_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16")),
    gemm<shared::bf16_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16_pairs")),
    gemm<shared::f32_by_f16>(DNNLET_KERNEL_NAME("gemm_f16")),
    gemm<shared::int8_by_int8>(DNNLET_KERNEL_NAME("gemm_int8")),
    fused<shared::f32_by_f32>(DNNLET_KERNEL_NAME("gemm_f32_depthwise")),
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs_depthwise"), plan_fast_pairs<shared::plan_fused_depthwise>,
     run_product<shared::run_fused_depthwise, shared::bf16_by_bf16>},
    fused<shared::f32_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16_depthwise")),
    fused<shared::bf16_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16_pairs_depthwise")),
    fused<shared::f32_by_f16>(DNNLET_KERNEL_NAME("gemm_f16_depthwise")),
    fused<shared::int8_by_int8>(DNNLET_KERNEL_NAME("gemm_int8_depthwise")),
};

}  // namespace

extern const kernel_rows convolution_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
