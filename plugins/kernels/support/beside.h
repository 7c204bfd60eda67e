// SPDX-License-Identifier: Apache-2.0
// A plugin that differs from another one in a few kernels is compiled beside it: DNNLET_BESIDE is
// that one, whose kernels programs have anyway. Plugins with kernels of their own for everything are
// beside themselves.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_BESIDE_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_BESIDE_H

#include "core/kernel/kernel.h"

namespace dnnlet::DNNLET_BESIDE {}

namespace dnnlet::DNNLET_PLUGIN {

// What this plugin does not have itself is found there.
using namespace DNNLET_BESIDE;
namespace beside = DNNLET_BESIDE;
constexpr bool is_whole = DNNLET_IS_WHOLE;

// Rows of a table, without those whose parts this plugin does not have.
template <int kCount>
struct own_rows {
  kernel rows[kCount];
  int count;
};
template <int kCount>
constexpr own_rows<kCount> rows_with_parts(const kernel (&rows)[kCount]) {
  own_rows<kCount> own = {};
  for (const kernel &row : rows)
    if (row.parts) own.rows[own.count++] = row;
  return own;
}
template <int kCount>
constexpr kernel_rows all_of(const own_rows<kCount> &own) {
  return {own.rows, own.count};
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
