// SPDX-License-Identifier: Apache-2.0
// Layer normalization, backward:
//   with r = 1 / sqrt(variance + epsilon), g = diff_dst * scale and means over a row:
//   diff_src = r * (g - mean of g - (src - mean) * r^2 * mean of g * (src - mean));
//   diff_scale, diff_shift: sums over rows
//   tensors: f32, bf16, f16, each its own: 2 to 5 dimensions, the last one dense, any strides for
//   the others and for statistics; scale and shift f32, bf16, f16; diff_src may be diff_dst
//   scratch: scale as f32, unless it is; 8 B for each element of a row for each 64 rows; where
//   types differ, two rows or two times 2048 elements of f32 for each worker
//   errors: sums in f32 over up to 4096 elements of a row, or 64 rows, then f64; then a rounding
//   for each operation in f32
//   oneDNN v3, layer normalization
#include "core/kernel/normalization.h"
#include "plugins/drivers/layer_normalization/rows.h"
#include "plugins/kernels/layer_normalization/layer_rows.h"
#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("layer_norm_rows"),
     own_plan<normalization_op, drivers::plan_layer_rows_backward>,
     drivers::run_layer_rows_backward, &layer_backward_parts},
};

}  // namespace

extern const kernel_rows layer_normalization_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
