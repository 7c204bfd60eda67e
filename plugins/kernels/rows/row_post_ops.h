// SPDX-License-Identifier: Apache-2.0
// Post-ops on rows of f32 values, with the functions of this plugin.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_ROW_POST_OPS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_ROW_POST_OPS_H

#include "plugins/drivers/rows/row_post_ops.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::row_backend row_parts;

using drivers::check_row_post_ops;

inline void apply_row_post_ops(const run_context &context, const memory_desc &dst, float *values,
                               size_t n, const dim_t *index, int axis, int begin,
                               int end) noexcept {
  drivers::apply_row_post_ops(row_parts, context, dst, values, n, index, axis, begin, end);
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
