// SPDX-License-Identifier: Apache-2.0
// A plugin that differs from another one in a few kernels is compiled beside it: DNNLET_BESIDE is
// that one, whose kernels programs have anyway. Plugins with kernels of their own for everything
// are beside themselves.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_BESIDE_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_BESIDE_H

#include "core/kernel/kernel.h"

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
