// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_RESAMPLING_WEIGHTED_LINES_H
#define DNNLET_PLUGINS_KERNELS_RESAMPLING_WEIGHTED_LINES_H

#include "core/kernel/resampling.h"
#include "plugins/drivers/resampling/resampling.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::resampling_backend resampling_parts;

// A plan that takes this plugin's own types only: own_plan, for what has no gradients beside src
// and dst.
template <refusal (*kPlan)(plan_request &)>
refusal plan_own_tensors(plan_request &request) {
  const auto &op = request.problem<resampling_op>();
  const bool own = is_whole || (has_own(op.src.data_type) && has_own(op.dst.data_type));
  return own ? kPlan(request) : "types are those of the plugin beside";
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
