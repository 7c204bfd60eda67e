// SPDX-License-Identifier: Apache-2.0
// Plans of rows that a plugin beside another one (beside.h) has for the types it rounds to.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_OWN_DST_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_OWN_DST_H

#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_PLUGIN {

// A plan that takes a dst of these types only; sources may be of any.
template <class Op, refusal (*kPlan)(plan_request &)>
refusal plan_own_dst(plan_request &request) {
  const bool own = has_own(request.problem<Op>().dst.data_type);
  return own ? kPlan(request) : "dst's type is that of the plugin beside";
}
template <class Op, refusal (*kPlan)(plan_request &)>
constexpr auto own_dst_plan = is_whole ? kPlan : plan_own_dst<Op, kPlan>;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
