// SPDX-License-Identifier: Apache-2.0
// Batch normalization, backward:
//   diff_src, diff_scale and diff_shift: drivers/normalization/backward.h has the formulas
//   tensors: f32, bf16, f16: pixels side by side (planes), or channels, all of them or in blocks;
//   2 to 5 dimensions; diff_src may be diff_dst
//   scratch: planes 0 B; channels 16 B for each, and
//   16 B for each in each piece of up to 1024 pixels
//   errors: sums in f32 over up to 4096 elements of planes or 64 pixels of channels, then f64; then
//   a rounding for each operation in f32
//   oneDNN v3, batch normalization
#include "plugins/drivers/normalization/backward.h"
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/support/half_vectors.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr auto channels = own_plan<normalization_op, drivers::plan_normalization_channels_backward>;

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("batch_norm_planes"),
     own_plan<normalization_op, drivers::plan_normalization_planes_backward>,
     drivers::run_normalization_planes_backward, &normalization_parts},
    {DNNLET_KERNEL_NAME("batch_norm_channels"), whole_vectors<normalization_op, channels>,
     drivers::run_normalization_channels_backward, &normalization_parts},
};

}  // namespace

extern const kernel_rows batch_normalization_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
