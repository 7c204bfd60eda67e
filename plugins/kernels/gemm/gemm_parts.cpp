// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/gemm/gemm_parts.h"

#include "plugins/drivers/gemm/combines_rows.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::gemm_backend gemm = {
    sum_lanes,
    pixel_reader,
    pixel_writer,
    scale_rows,
    drivers::combines_rows ? beside::combine_rows : nullptr,
    pixel_finisher,
    &row_parts,
    &copy_functions,
};

}  // namespace dnnlet::DNNLET_PLUGIN
