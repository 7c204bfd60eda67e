// SPDX-License-Identifier: Apache-2.0
// Layer normalization, forward:
//   dst = (src - mean) / sqrt(variance + epsilon) * scale + shift over rows along the last
//   dimension, then scales and post-ops
//   tensors: f32, bf16, f16, s8, u8, each its own: 2 to 5 dimensions, the last one dense, any
//   strides for the others and for statistics; scale and shift f32, bf16, f16; dst may be src
//   scratch: scale and shift as f32, unless both are; where types differ, but for those of
//   forward_rows.cpp, or there are post-ops, a row or 2048 elements of f32 for each worker
//   errors: statistics as in drivers/normalization/moments.h; then a rounding for each operation
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
     own_plan<normalization_op, drivers::plan_layer_rows_forward>, drivers::run_layer_rows_forward,
     &layer_forward_parts},
};

}  // namespace

extern const kernel_rows layer_normalization_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
