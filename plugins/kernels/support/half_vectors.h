// SPDX-License-Identifier: Apache-2.0
// Channels that lie side by side, but fill half a vector and not a whole one, as blocks of eight do
// where vectors have 16 lanes. What goes by whole vectors is 2 to 20 times as fast in a plugin
// whose vectors are half as long, which `HALF` of plugin.cmake names: where the program has that
// one, which every CPU and every choice that admits this plugin admits too, it is left to it.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_HALF_VECTORS_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_HALF_VECTORS_H

#include <hwy/highway.h>

#include "plugins/drivers/support/activation.h"
#include "plugins/halves.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_PLUGIN {

template <class Op, refusal (*kPlan)(plan_request &)>
refusal plan_whole_vectors(plan_request &request) {
  constexpr dim_t lanes = HWY_MAX_BYTES / sizeof(float);
  activation a;
  if (find_layout(source_of(request.problem<Op>()), a) && a.run >= lanes / 2 && a.run < lanes)
    return "channels fill half a vector, and another plugin has such vectors";
  return kPlan(request);
}
template <class Op, refusal (*kPlan)(plan_request &)>
constexpr auto choose_whole_vectors() -> decltype(kPlan) {
  if constexpr (halves::DNNLET_PLUGIN) return plan_whole_vectors<Op, kPlan>;
  return kPlan;
}
template <class Op, refusal (*kPlan)(plan_request &)>
constexpr auto whole_vectors = choose_whole_vectors<Op, kPlan>();

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
