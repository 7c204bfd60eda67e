// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_MATMUL_EXPAND_ROW_H
#define DNNLET_PLUGINS_KERNELS_MATMUL_EXPAND_ROW_H

#include "core/kernel/packed.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_PLUGIN {
// Whose kernel it is: that of the plugin with an instruction for it, which tuning.h names.
#ifdef DNNLET_EXPANSION_OF
constexpr bool has_expansion = true;
#else
#define DNNLET_EXPANSION_OF DNNLET_BESIDE
constexpr bool has_expansion = false;
#endif
}  // namespace dnnlet::DNNLET_PLUGIN
namespace dnnlet::DNNLET_EXPANSION_OF {
expanded expand_row(const packed_row &row) noexcept;
}  // namespace dnnlet::DNNLET_EXPANSION_OF

#endif
