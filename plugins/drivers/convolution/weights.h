// SPDX-License-Identifier: Apache-2.0
// The weights of a convolution as the B of a GEMM, and its bias.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_H

#include "core/kernel/convolution.h"
#include "plugins/drivers/gemm/panels.h"

namespace dnnlet::drivers {

// [group][oc][ic][kd][kh][kw]: columns are output channels, and input channels are summed over; or,
// backward by data, the other way round.
panel_shape shape_weights(const convolution_op &op, bool backward, dim_t step, dim_t lanes,
                          dim_t most_columns) noexcept;

// Weights of few channels, with a row of taps and its channels as one dimension, of which a step
// then wastes less: false where they are not such, or where their layout does not allow it. What is
// `any` is laid out for it, output channels innermost.
bool merge_taps(convolution_op &op, dim_t step, memory_desc &merged) noexcept;
void view_merged(const convolution_op &op, memory_desc &merged) noexcept;
panel_shape shape_merged(const memory_desc &merged, dim_t step, dim_t lanes,
                         dim_t most_columns) noexcept;

// Lays out a bias that is `any`; its values must lie side by side.
refusal lay_out_bias(memory_desc &bias) noexcept;

}  // namespace dnnlet::drivers

#endif
