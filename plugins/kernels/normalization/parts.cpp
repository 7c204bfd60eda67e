// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/normalization/parts.h"

#include "plugins/kernels/rows/row_post_ops.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::normalization_backend normalization_parts = {
    row_parts,        sum_rows,        spread_of_rows,    products_of_rows, scaled_products_of_row,
    sum_lanes,        spread_of_lanes, products_of_lanes, normalize_row,    normalize_lanes,
    normalize_scaled, gradient_of_row, gradient_of_lanes, gradient_scaled,  add_weights,
    relu_with_mask,   apply_mask,
};

}  // namespace dnnlet::DNNLET_PLUGIN
