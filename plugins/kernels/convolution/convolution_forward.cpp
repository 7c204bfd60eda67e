// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/convolution/backend.h"
#include "plugins/kernels/support/simd-inl.h"
#include "plugins/shared/convolution/depthwise.h"
#include "plugins/shared/convolution/gemm_forward.h"
#include "plugins/shared/convolution/pointwise_planes.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("depthwise_f32"), plan_with_parts<shared::plan_depthwise_forward>,
     run_with_parts<shared::run_depthwise_forward>},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), plan_with_parts<shared::plan_pointwise_forward>,
     run_with_parts<shared::run_pointwise_forward>},
    {DNNLET_KERNEL_NAME("gemm_f32"), plan_with_parts<shared::plan_gemm_forward>,
     run_with_parts<shared::run_gemm_forward>},
};

}  // namespace

extern const kernel_rows convolution_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
