// SPDX-License-Identifier: Apache-2.0
// The kernels of convolution backward by weights; five facts:
//   plugins/drivers/convolution/depthwise_weights.cpp,
//   plugins/drivers/convolution/whole_window.cpp,
//   plugins/drivers/convolution/pointwise_weights.cpp,
//   plugins/drivers/convolution/groups_weights.cpp,
//   plugins/drivers/convolution/gemm_backward_weights.cpp.
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/gemm_backward_weights.h"
#include "plugins/drivers/convolution/groups_weights.h"
#include "plugins/drivers/convolution/pointwise_weights.h"
#include "plugins/drivers/convolution/whole_window.h"
#include "plugins/kernels/gemm/product_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::gemm_parts gradients = by::and_gradients({&gemm, nullptr, nullptr, nullptr});

constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("depthwise_f32"), drivers::plan_depthwise_backward_weights,
     drivers::run_depthwise_backward_weights, gradients},
    {DNNLET_KERNEL_NAME("groups_bf16"), drivers::plan_groups_backward_weights,
     drivers::run_groups_backward_weights, by::bf16_group_gradients},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_gemm_backward_weights,
     drivers::run_gemm_backward_weights, by::bf16_pairs},
    {DNNLET_KERNEL_NAME("whole_window_f32"), drivers::plan_whole_window_backward_weights,
     drivers::run_whole_window_backward_weights, product_by::f32_with_room},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), drivers::plan_pointwise_backward_weights,
     drivers::run_pointwise_backward_weights, product_by::f32_with_room},
    {DNNLET_KERNEL_NAME("groups_f32"), drivers::plan_groups_backward_weights,
     drivers::run_groups_backward_weights, by::group_gradients},
    {DNNLET_KERNEL_NAME("gemm_f32"), drivers::plan_gemm_backward_weights,
     drivers::run_gemm_backward_weights, by::f32},
});

}  // namespace

extern const kernel_rows convolution_backward_weights = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
