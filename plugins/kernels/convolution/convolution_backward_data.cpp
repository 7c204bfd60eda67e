// SPDX-License-Identifier: Apache-2.0
// The kernels of convolution backward by data; five facts:
//   plugins/drivers/convolution/winograd.cpp,
//   plugins/drivers/convolution/depthwise.cpp,
//   plugins/drivers/convolution/whole_window.cpp,
//   plugins/drivers/convolution/pointwise_product.cpp,
//   plugins/drivers/convolution/pointwise_planes.cpp,
//   plugins/drivers/convolution/col2im.cpp,
//   plugins/drivers/convolution/gemm_sweeps.cpp.
#include "plugins/drivers/convolution/col2im.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/gemm_sweeps.h"
#include "plugins/drivers/convolution/pointwise_planes.h"
#include "plugins/drivers/convolution/pointwise_product.h"
#include "plugins/drivers/convolution/whole_window.h"
#include "plugins/drivers/convolution/winograd.h"
#include "plugins/kernels/gemm/product_parts.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("winograd_f32"), drivers::plan_winograd_backward_data,
     drivers::run_winograd_backward_data, by::f32},
    {DNNLET_KERNEL_NAME("depthwise_f32"), drivers::plan_depthwise_backward_data,
     drivers::run_depthwise_backward_data, by::lanes},
    {DNNLET_KERNEL_NAME("whole_window_f32"), drivers::plan_whole_window_backward_data,
     drivers::run_whole_window_backward_data, product_by::f32_with_room},
    {DNNLET_KERNEL_NAME("pointwise_product_f32"), drivers::plan_product_backward_data,
     drivers::run_product_backward_data, product_by::f32_with_room},
    {DNNLET_KERNEL_NAME("pointwise_planes_f32"), drivers::plan_pointwise_backward_data,
     drivers::run_pointwise_backward_data, by::f32},
    {DNNLET_KERNEL_NAME("col2im_f32"), drivers::plan_col2im_backward_data,
     drivers::run_col2im_backward_data, by::f32},
    {DNNLET_KERNEL_NAME("groups_f32"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::f32_groups},
    {DNNLET_KERNEL_NAME("gemm_f32"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::f32},
    {DNNLET_KERNEL_NAME("col2im_bf16_pairs"), drivers::plan_col2im_backward_data,
     drivers::run_col2im_backward_data, by::fast_bf16_pairs},
    {DNNLET_KERNEL_NAME("groups_bf16"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::bf16_groups},
    {DNNLET_KERNEL_NAME("groups_bf16"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::widened_bf16_groups},
    {DNNLET_KERNEL_NAME("groups_f16"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::widened_f16_groups},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::fast_bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_bf16"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::bf16},
    {DNNLET_KERNEL_NAME("gemm_bf16_pairs"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::bf16_pairs},
    {DNNLET_KERNEL_NAME("gemm_f16"), drivers::plan_gemm_backward_data,
     drivers::run_gemm_backward_data, by::f16},
});

}  // namespace

extern const kernel_rows convolution_backward_data = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
