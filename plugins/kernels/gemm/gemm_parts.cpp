// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/gemm/gemm_parts.h"

#include "plugins/drivers/gemm/combines_rows.h"

// Whose rows of values they are: the plugin's own, where tuning.h says so, or those beside.
#ifndef DNNLET_ROWS_OF
#define DNNLET_ROWS_OF DNNLET_BESIDE
#endif
namespace dnnlet::DNNLET_ROWS_OF {
extern const drivers::row_backend row_parts;
}  // namespace dnnlet::DNNLET_ROWS_OF

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::gemm_backend gemm = {
    sum_lanes,
    pixel_reader,
    pixel_writer,
    scale_rows,
    drivers::combines_rows ? beside::combine_rows : nullptr,
    pixel_finisher,
    &DNNLET_ROWS_OF::row_parts,
    drivers::combines_rows ? beside::rounded_eltwise_row : nullptr,
    &copy_functions,
};

}  // namespace dnnlet::DNNLET_PLUGIN
