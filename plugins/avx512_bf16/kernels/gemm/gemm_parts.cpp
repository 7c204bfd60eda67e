// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/gemm/gemm_parts.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::gemm_backend gemm = {
    avx512::sum_lanes,          pixel_reader,   pixel_writer,
    avx512::scale_rows,         pixel_finisher, &avx512::row_parts,
    &avx512::reorder_functions,
};

}  // namespace dnnlet::DNNLET_PLUGIN
