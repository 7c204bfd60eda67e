// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/gemm/gemm_parts.h"

#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/rows/row_post_ops.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::gemm_backend gemm = {
    sum_lanes,      pixel_reader, pixel_writer,       scale_rows,
    pixel_finisher, &row_parts,   &reorder_functions,
};

}  // namespace dnnlet::DNNLET_PLUGIN
