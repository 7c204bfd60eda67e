// SPDX-License-Identifier: Apache-2.0
// Convolution backward by data where there are few channels, as in the first layer of a network.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_COL2IM_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_COL2IM_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// The parts of the rows are gemm_parts, with a product.
refusal plan_col2im(plan_request &request, convolution_op &op, const gemm_tensors &t) noexcept;
void run_col2im(const run_context &context, const convolution_op &op,
                const gemm_tensors &t) noexcept;
refusal plan_col2im_backward_data(plan_request &request);
void run_col2im_backward_data(const run_context &context);

}  // namespace dnnlet::drivers

#endif
