// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/eltwise/rows.h"

#include <algorithm>

#include "core/kernel/plugin.h"
#include "core/primitives/kernel_tables.h"
#include "tests/support/plugins.h"

#define X(name) \
  namespace dnnlet::name { \
  extern const drivers::row_backend row_parts; \
  drivers::row_function gradient_row(dnnl_alg_kind_t alg, float beta) noexcept; \
  drivers::row_function rounded_eltwise_row(dnnl_alg_kind_t alg, float alpha) noexcept; \
  }
DNNLET_ROW_PLUGINS
#undef X

namespace dnnlet::test {

namespace {

bool is_fused(const std::string &name) {
  for (int i = 0; i < plugin_count; ++i)
    if (name == plugins[i].name) return plugins[i].fused;
  return false;
}

}  // namespace

const std::vector<row_plugin> &row_plugins() {
  static const std::vector<row_plugin> usable = [] {
    std::vector<row_plugin> list;
#define X(name) \
  list.push_back( \
      {#name, &name::row_parts, name::gradient_row, name::rounded_eltwise_row, is_fused(#name)});
    DNNLET_ROW_PLUGINS
#undef X
    const std::vector<std::string> &can_run = usable_plugins();
    const auto cannot = [&](const row_plugin &p) {
      return std::find(can_run.begin(), can_run.end(), p.name) == can_run.end();
    };
    list.erase(std::remove_if(list.begin(), list.end(), cannot), list.end());
    return list;
  }();
  return usable;
}

const all_rows_run forward_rows(dnnl_eltwise, dnnl_forward, eltwise_forward_kernels),
    backward_rows(dnnl_eltwise, dnnl_backward, eltwise_backward_kernels);

std::vector<std::string> plugins_with_kernels() {
  return plugins_with(eltwise_forward_kernels);
}

}  // namespace dnnlet::test
