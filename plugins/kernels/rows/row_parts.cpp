// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/rows/binary_rows.h"
#include "plugins/kernels/rows/eltwise_rows.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/convert.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::row_backend row_parts = {
    apply_row, apply_row_past, eltwise_row, binary_row, sum_row, prelu_row, load_row, store_row,
};

}  // namespace dnnlet::DNNLET_PLUGIN
