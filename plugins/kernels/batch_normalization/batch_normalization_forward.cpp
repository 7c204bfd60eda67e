// SPDX-License-Identifier: Apache-2.0
// Batch normalization, forward:
//   dst = (src - mean) / sqrt(variance + epsilon) * scale + shift, then a ReLU or post-ops
//   tensors: f32, bf16, f16, s8: pixels side by side (planes), or channels, all of them or in
//   blocks; 2 to 5 dimensions; dst may be src
//   scratch: planes 0 B; channels 12 B for each, and 16 B
//   for each in each piece of up to 1024 pixels
//   errors: statistics as in drivers/normalization/moments.h; then a rounding for each operation
//   oneDNN v3, batch normalization
#include "plugins/drivers/normalization/forward.h"
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/support/half_vectors.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr auto channels = own_plan<normalization_op, drivers::plan_normalization_channels_forward>;

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("batch_norm_planes"),
     own_plan<normalization_op, drivers::plan_normalization_planes_forward>,
     drivers::run_normalization_planes_forward, &normalization_parts},
    {DNNLET_KERNEL_NAME("batch_norm_channels"), whole_vectors<normalization_op, channels>,
     drivers::run_normalization_channels_forward, &normalization_parts},
};

}  // namespace

extern const kernel_rows batch_normalization_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
