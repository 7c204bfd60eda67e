// SPDX-License-Identifier: Apache-2.0
// A plugin that differs from another one in a few kernels is compiled beside it: DNNLET_BESIDE is
// that one, whose kernels programs have anyway. Plugins with kernels of their own for everything
// are beside themselves.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_BESIDE_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_BESIDE_H

#include <initializer_list>

#include "core/kernel/kernel.h"
#include "core/support/built_types.h"
// Plugins that are whole need not have one for all kernels.
#if __has_include("tuning.h")
#include "tuning.h"
#endif

namespace dnnlet::DNNLET_BESIDE {}

namespace dnnlet::DNNLET_PLUGIN {

// What this plugin does not have itself is found there.
using namespace DNNLET_BESIDE;
namespace beside = DNNLET_BESIDE;
constexpr bool is_whole = DNNLET_IS_WHOLE;

// What the parts of a row prefer that this plugin does not have.
constexpr cpu_features no_cpu = ~cpu_features(0);

// What the parts of a row prefer: they, or their product.
template <class Parts>
constexpr auto preference(const Parts &parts) -> decltype(parts.prefers) {
  return parts.prefers;
}
template <class Parts>
constexpr auto preference(const Parts &parts) -> decltype(parts.product->prefers) {
  return parts.product->prefers;
}
template <class Parts>
constexpr auto preference(const Parts &parts) -> decltype(parts.product.prefers) {
  return parts.product.prefers;
}

// The types that a plugin compiles kernels for: those of the build, or, beside another plugin, bf16
// where an instruction rounds to it, which takes seven of others.
constexpr bool has_own(data_type type) {
#if DNNLET_IS_WHOLE
  return has_type(type);
#else
  return has_type(type) && type == dnnl_bf16 && tuning::has_bf16_dot;
#endif
}

// What an operation reads.
template <class Op>
auto source_of(const Op &op) -> decltype((op.src)) {
  return op.src;
}
template <class Op>
auto source_of(const Op &op) -> decltype((op.data)) {
  return op.data;
}

// A plan that takes tensors of these types only.
template <class Op, refusal (*kPlan)(plan_request &)>
refusal plan_own_types(plan_request &request) {
  const Op &op = request.problem<Op>();
  const bool is_backward = !is_forward(op.head.prop);
  bool own = true;
  for (const memory_desc *md : {&source_of(op), &op.dst})
    own = own && (is_zero(*md) || has_own(md->data_type));
  if (is_backward) own = own && has_own(op.diff_dst.data_type) && has_own(op.diff_src.data_type);
  return own ? kPlan(request) : "types are those of the plugin beside";
}
template <class Op, refusal (*kPlan)(plan_request &)>
constexpr auto own_plan = is_whole ? kPlan : plan_own_types<Op, kPlan>;

// A row of a table, if its parts are there.
struct own_row {
  kernel row;
  bool is_there;

  template <class Parts>
  constexpr own_row(const char *name, refusal (*plan)(plan_request &),
                    void (*run)(const run_context &), const Parts &parts)
      : row{name, plan, run, &parts}, is_there(preference(parts) != no_cpu) {}
};
template <int kCount>
struct own_rows {
  kernel rows[kCount];
  int count;
};
template <int kCount>
constexpr own_rows<kCount> rows_with_parts(const own_row (&rows)[kCount]) {
  own_rows<kCount> own = {};
  for (const own_row &row : rows)
    if (row.is_there) own.rows[own.count++] = row.row;
  return own;
}
template <int kCount>
constexpr kernel_rows all_of(const own_rows<kCount> &own) {
  return {own.rows, own.count};
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
