// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/reorder/quantize.h"
#include "plugins/kernels/reorder/transposes-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

extern constexpr drivers::nest_functions reorder_functions =
    transposes_and(convert, transpose_evenly);

}  // namespace dnnlet::DNNLET_PLUGIN
