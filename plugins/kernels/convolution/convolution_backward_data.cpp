// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/gemm_backward_data.h"
#include "plugins/drivers/convolution/pointwise_planes.h"
#include "plugins/kernels/gemm/backend.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

// A product by which GEMM computes convolution.
template <drivers::product_kind kind>
constexpr kernel gemm(const char *name) {
  return {name, plan_product<drivers::plan_gemm_backward_data, kind>,
          run_product<drivers::run_gemm_backward_data, kind>};
}

// Where the CPU has a fast instruction for pairs of bf16, they come first.
refusal plan_fast_pairs(plan_request &request) {
  if (!(request.cpu & cpu::fast_bf16_dot)) return "the CPU has no fast dot product of bf16";
  return plan_product<drivers::plan_gemm_backward_data, drivers::bf16_by_bf16>(request);
}

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("depthwise_f32"), plan_with_parts<drivers::plan_depthwise_backward_data>,
     run_with_parts<drivers::run_depthwise_backward_data>},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"),
     plan_with_parts<drivers::plan_pointwise_backward_data>,
     run_with_parts<drivers::run_pointwise_backward_data>},
    gemm<drivers::f32_by_f32>(DNNLET_KERNEL_NAME("gemm_f32")),
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), plan_fast_pairs,
     run_product<drivers::run_gemm_backward_data, drivers::bf16_by_bf16>},
    gemm<drivers::f32_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16")),
    gemm<drivers::bf16_by_bf16>(DNNLET_KERNEL_NAME("gemm_bf16_pairs")),
    gemm<drivers::f32_by_f16>(DNNLET_KERNEL_NAME("gemm_f16")),
};

}  // namespace

extern const kernel_rows convolution_backward_data = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
