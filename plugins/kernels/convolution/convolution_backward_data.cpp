// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/convolution/backend.h"
#include "plugins/kernels/support/simd-inl.h"
#include "plugins/shared/convolution/depthwise.h"
#include "plugins/shared/convolution/gemm_backward_data.h"
#include "plugins/shared/convolution/pointwise_planes.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("depthwise_f32"), plan_with_parts<shared::plan_depthwise_backward_data>,
     run_with_parts<shared::run_depthwise_backward_data>},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), plan_with_parts<shared::plan_pointwise_backward_data>,
     run_with_parts<shared::run_pointwise_backward_data>},
    {DNNLET_KERNEL_NAME("gemm_f32"), plan_with_parts<shared::plan_gemm_backward_data>,
     run_with_parts<shared::run_gemm_backward_data>},
};

}  // namespace

extern const kernel_rows convolution_backward_data = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
