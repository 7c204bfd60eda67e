// SPDX-License-Identifier: Apache-2.0
// Post-ops that do to all rows of sums the same, as a batch normalization does that is left of its
// own: y * factors[c], y + added[c], with a tensor that has no dimension but the columns; and
// linear functions. The first ones go into the scales and the bias.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FINISH_COLUMNS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FINISH_COLUMNS_H

#include "core/kernel/attributes.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// So many of the first post-ops; of sums without scales, only additions.
struct column_post_ops {
  int count;
  bool scale, add;  // what they do
};
column_post_ops first_by_column(const post_ops &ops, const gemm_tensors &t,
                                bool has_scales) noexcept;

// Whether there is a post-op i, and it multiplies by column.
bool multiplies_columns(const post_ops &ops, int i, const gemm_tensors &t) noexcept;

}  // namespace dnnlet::drivers

#endif
