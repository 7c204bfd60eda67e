// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GROUPS_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GROUPS_WEIGHTS_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// The parts of the row are gemm_parts, with functions of groups.
refusal plan_groups_backward_weights(plan_request &request);
void run_groups_backward_weights(const run_context &context);

// The same for a convolution of a caller's, whose tensors come as `t` says.
refusal plan_groups_weights(plan_request &request, convolution_op &op) noexcept;
void run_groups_weights(const run_context &context, const convolution_op &op,
                        const gemm_tensors &t) noexcept;

}  // namespace dnnlet::drivers

#endif
