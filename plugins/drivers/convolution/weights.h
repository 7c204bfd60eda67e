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

// Lays out a bias that is `any`; its values must lie side by side.
refusal lay_out_bias(memory_desc &bias) noexcept;

}  // namespace dnnlet::drivers

#endif
